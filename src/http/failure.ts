import { accessSync, constants } from 'node:fs';
import { isRow, textOf } from '../contract/row.js';
import { NetworkFailure } from './network-failure.js';

const connectCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  EADDRNOTAVAIL: 'the address cannot be reached',
  EACCES: 'the system refuses the connection',
};

const breakCodes: Readonly<Record<string, string>> = {
  ECONNRESET: 'the connection was closed before the answer was complete',
  EPIPE: 'the server closed the connection while the request was being sent',
  ETIMEDOUT: 'the connection timed out',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too large',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
};

/** The codes of a connection that the other end has closed. */
const closingCodes: readonly string[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNABORTED'];

const certificateCodes: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an authority this computer does not know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes from an authority this computer does not know',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate comes from an authority this computer does not know',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** What else is known where a request fails. */
export interface Circumstances {
  /** False while no connection stood: nothing of the request can have left. */
  readonly isConnected?: boolean;
  /** True for a request that carries files: what breaks off then is most often too large. */
  readonly isUploading?: boolean;
  /** NODE_EXTRA_CA_CERTS. */
  readonly extraCertificates?: string | undefined;
}

/**
 * Turns an error of node:http or undici into a sentence that names the host. The text of the original never reaches the
 * person: it may hold a proxy's password (docs/requirements.md, R20, R32 and R35).
 */
export function explainFailure(error: unknown, url: URL, circumstances: Circumstances = {}): NetworkFailure {
  const codes = codesOf(error);
  const where = url.host;
  const code = codes.find((each) => Object.hasOwn(certificateCodes, each));
  if (code) {
    const hint = certificateHint(code, circumstances.extraCertificates);
    const message = `cannot trust ${where}: ${certificateCodes[code]}${namesIn(error)}`;
    return new NetworkFailure(message, true, { hint, isLasting: true, cause: error });
  }
  const refused = pick(codes, connectCodes);
  if (refused) {
    const isLasting = codes.includes('ENOTFOUND');
    return new NetworkFailure(`cannot reach ${where}: ${refused}`, true, { isLasting, cause: error });
  }
  if (codes.some((each) => /^(ERR_SSL|ERR_TLS|EPROTO)/.test(each))) {
    const message = `cannot reach ${where}: no secure connection could be made`;
    return new NetworkFailure(message, true, { isLasting: true, cause: error });
  }
  const unsent = circumstances.isConnected === false;
  if (circumstances.isUploading && !unsent && codes.some((each) => closingCodes.includes(each)))
    return new NetworkFailure(`${where} closed the connection during the upload; perhaps it is too large`, false, {
      cause: error,
    });
  const why = pick(codes, breakCodes) ?? `the request failed (${codes[0] ?? 'the answer cannot be understood'})`;
  // Asked once more, the server would send the same headers.
  const isLasting = codes.some((each) => each.endsWith('_OVERFLOW'));
  return new NetworkFailure(`${where}: ${why}`, unsent, { isLasting, cause: error });
}

/** What helps against a certificate that is not trusted: the variable that names an authority of one's own, or not even that. */
function certificateHint(code: string, extra: string | undefined): string {
  const noHelp = 'NODE_EXTRA_CA_CERTS does not help here';
  if (/EXPIRED|NOT_YET/.test(code)) return `the server needs a new one, or this computer has the wrong time; ${noHelp}`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `check the address; ${noHelp}`;
  if (!extra) return 'if it is your own authority, name its file in NODE_EXTRA_CA_CERTS';
  const problem = isReadable(extra) ? 'which does not hold that authority' : 'which cannot be read';
  return `NODE_EXTRA_CA_CERTS names ${extra}, ${problem}`;
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first names of a certificate that is for other hosts, such as ` (a.test, b.test)`. */
function namesIn(error: unknown): string {
  if (!(error instanceof Error) || !('cert' in error) || !isRow(error.cert)) return '';
  const names = textOf(error.cert.subjectaltname)?.split(', ').slice(0, 3);
  return names
    ? ` (${names
        .map((name) => name.replace(/^[\w ]+:/, ''))
        .join(', ')
        .slice(0, 120)})`
    : '';
}

/** All codes of an error, of the errors it gathers and of its causes; two refused addresses give an empty message. */
export function codesOf(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const gathered = error instanceof AggregateError ? error.errors.flatMap((each) => codesOf(each, depth + 1)) : [];
  return [...own, ...gathered, ...codesOf(error.cause, depth + 1)];
}

function pick(codes: readonly string[], texts: Readonly<Record<string, string>>): string | undefined {
  for (const code of codes) if (Object.hasOwn(texts, code)) return texts[code];
  return undefined;
}
