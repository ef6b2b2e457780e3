import * as nodeModule from 'node:module';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';

const ofLoopback = { subject: { CN: '' }, subjectaltname: 'IP Address:0:0:0:0:0:0:0:1' };

/**
 * What some tests need, and not every Node has. The table in CONTRIBUTING.md (Versions of Node) has a line for each, by its
 * name here: it says which version lacks it, and what is skipped there.
 */
export const nodeHas = {
  'a database': nodeModule.isBuiltin('node:sqlite'),
  'a need for more memory for jq': Number.parseInt(process.versions.node, 10) < 24,
  'trust in certificates of IPv6 addresses':
    checkServerIdentity('::1', ofLoopback as unknown as PeerCertificate) === undefined,
};
