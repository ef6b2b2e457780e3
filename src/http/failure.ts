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

const certificateCodes: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an authority this computer does not know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes from an authority this computer does not know',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate comes from an authority this computer does not know',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/**
 * Turns an error of node:http or undici into a sentence that names the host. The text of the original never reaches the
 * person: it may hold a proxy's password (docs/requirements.md, R20, R32 and R35).
 */
export function explainFailure(error: unknown, url: URL): NetworkFailure {
  const codes = codesOf(error);
  const where = url.host;
  const certificate = pick(codes, certificateCodes);
  if (certificate) {
    return new NetworkFailure(`cannot trust ${where}: ${certificate}`, true, {
      hint: 'if it is your own authority, name its file in NODE_EXTRA_CA_CERTS',
      cause: error,
    });
  }
  const refused = pick(codes, connectCodes);
  if (refused) return new NetworkFailure(`cannot reach ${where}: ${refused}`, true, { cause: error });
  if (codes.some((code) => /^(ERR_SSL|ERR_TLS|EPROTO)/.test(code))) {
    return new NetworkFailure(`cannot reach ${where}: no secure connection could be made`, true, { cause: error });
  }
  const broken = pick(codes, breakCodes);
  if (broken) return new NetworkFailure(`${where}: ${broken}`, false, { cause: error });
  const code = codes[0] ?? 'the answer cannot be understood';
  return new NetworkFailure(`${where}: the request failed (${code})`, false, { cause: error });
}

/** All codes of an error, of the errors it gathers and of its causes; two refused addresses give an empty message. */
function codesOf(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const gathered = error instanceof AggregateError ? error.errors.flatMap((each) => codesOf(each, depth + 1)) : [];
  return [...own, ...gathered, ...codesOf(error.cause, depth + 1)];
}

function pick(codes: readonly string[], texts: Readonly<Record<string, string>>): string | undefined {
  for (const code of codes) if (Object.hasOwn(texts, code)) return texts[code];
  return undefined;
}
