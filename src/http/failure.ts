import { accessSync, constants } from 'node:fs';
import { attempt, phrase, shortageOf } from '../contract/errors.js';
import { isRow, textOf } from '../contract/row.js';
import { isLoopback } from '../contract/server-url.js';
import { NetworkFailure, throughProxy } from './message.js';

const connectCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name lookup failed',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'the network is unreachable',
  EADDRNOTAVAIL: 'the address is not available',
  EACCES: 'the system blocked the connection',
};

/** Those that also end an existing connection, for example when a VPN goes down. */
const routeCodes: readonly string[] = ['EHOSTUNREACH', 'ENETUNREACH'];

const breakCodes: Readonly<Record<string, string>> = {
  ECONNRESET: 'the connection was closed before the response was complete',
  EPIPE: 'the server closed the connection while the request was being sent',
  ETIMEDOUT: 'the connection timed out',
  HPE_HEADER_OVERFLOW: 'the response headers are too large',
  // Those of a proxy's answer.
  UND_ERR_HEADERS_OVERFLOW: 'the response headers are too large',
};

/** Error codes that mean the other end closed the connection. */
const closingCodes: readonly string[] = ['ECONNRESET', 'EPIPE', 'ECONNABORTED'];

const certificateCodes: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by an unknown authority',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** What is known about a request that failed. */
export interface Circumstances {
  /** Whether there was a connection; if not, nothing of the request was sent. */
  readonly isConnected?: boolean;
  /** True for a request without a token, until its response has begun: nothing may have been read from the server before. */
  readonly isProbe?: boolean;
  /** True for a request with files: if it breaks off, the usual reason is that it is too large. */
  readonly isUploading?: boolean;
  /** NODE_EXTRA_CA_CERTS. */
  readonly extraCertificates?: string | undefined;
  /** The proxy it went through. */
  readonly proxy?: URL | undefined;
  /** Whether it is the connection to the proxy itself that failed. */
  readonly isProxy?: boolean;
}

/**
 * Turns an error from node:http or undici into a sentence that names the host, and the proxy if the host was not reached. The
 * original text is never shown, since it may contain a secret (docs/requirements.md, R20, R32 and R35).
 */
export function explainFailure(error: unknown, url: URL, circumstances: Circumstances = {}): NetworkFailure {
  const failure = explainDirect(error, url, circumstances);
  if (!circumstances.proxy || !failure.unsent) return failure;
  const proxied = throughProxy(circumstances.proxy);
  const { hint, exitCode, isLasting, cause } = failure;
  const brief = failure.brief && phrase`${failure.brief}${proxied}`;
  return new NetworkFailure(phrase`${failure.message}${proxied}`, true, { hint, exitCode, isLasting, cause, brief });
}

function explainDirect(error: unknown, url: URL, circumstances: Circumstances): NetworkFailure {
  const codes = codesOf(error);
  const where = circumstances.isProxy ? `the proxy ${url.host}` : url.host;
  const code = codes.find((each) => Object.hasOwn(certificateCodes, each));
  if (code) {
    const hint = certificateHint(code, circumstances.extraCertificates);
    const message = `cannot trust ${where}: ${certificateCodes[code]}${namesIn(error)}`;
    return new NetworkFailure(message, true, { hint, isLasting: true, cause: error });
  }
  const shortage = errorsIn(error)
    .map(shortageOf)
    .find((each) => each !== undefined);
  if (shortage !== undefined) return new NetworkFailure(shortage, true, { isLasting: true, exitCode: 1, cause: error });
  const unreachable = pick(codes, connectCodes);
  if (unreachable) {
    if (circumstances.isConnected && codes.some((each) => routeCodes.includes(each)))
      return new NetworkFailure(`${where}: the connection was lost: ${unreachable}`, false, { cause: error });
    // Nothing listens on this computer, and nothing will a second later.
    const isStopped = codes.includes('ECONNREFUSED') && isLoopback(url.hostname);
    return new NetworkFailure(`cannot reach ${where}: ${unreachable}`, true, {
      isLasting: isStopped || codes.includes('ENOTFOUND'),
      reason: unreachable === connectCodes.ENOTFOUND ? 'no_such_host' : undefined,
      brief: `${where}: ${unreachable}`,
      hint: isStopped ? 'start the server there, or check the address' : undefined,
      cause: error,
    });
  }
  if (codes.some((each) => /^(ERR_SSL|ERR_TLS|EPROTO)/.test(each))) {
    const { why, hint } = insecure(error, url, circumstances);
    const brief = `${where}: ${why}`;
    return new NetworkFailure(`cannot reach ${brief}`, true, { isLasting: true, hint, brief, cause: error });
  }
  const unsent = circumstances.isConnected === false;
  if (circumstances.isUploading && !unsent && codes.some((each) => closingCodes.includes(each)))
    return new NetworkFailure(`${where} closed the connection during the upload; perhaps it is too large`, false, {
      cause: error,
    });
  const what = codes[0]?.startsWith('HPE_') ? 'the response is not valid HTTP' : 'the request failed';
  const why = pick(codes, breakCodes) ?? `${what} (${codes[0] ?? 'the response cannot be understood'})`;
  // A retry would get the same headers.
  const isLasting = codes.some((each) => each.endsWith('_OVERFLOW'));
  const { isProbe, proxy } = circumstances;
  // Through a proxy, that may have cut the tunnel.
  const isOther = url.protocol === 'http:' && isProbe && !unsent && !proxy;
  const hint =
    isOther && codes.some(endsOtherProtocol) ? `if the server uses https on this port: ${useHttps}` : undefined;
  return new NetworkFailure(`${where}: ${why}`, unsent, { isLasting, hint, cause: error });
}

const useHttps = 'use https:// instead of http://';

/** Whether a port for https may end a plain connection like this: it closes it, or its answer is not HTTP. */
const endsOtherProtocol = (code: string): boolean => closingCodes.includes(code) || code.startsWith('HPE_INVALID');

const noClientCertificate = 'tracker sends none: ask for an address that needs none, or use a proxy that adds it';

/** Why there is no secure connection, as far as OpenSSL says. */
function insecure(error: unknown, url: URL, { isProxy = false }: Circumstances): { why: string; hint?: string } {
  const said = [...codesOf(error), ...errorsIn(error).map(({ message }) => message)].join(' ');
  if (/wrong.version.number|packet.length.too.long|http.request/i.test(said))
    return {
      why: 'it does not use https on this port',
      hint: isProxy
        ? 'begin the address of the proxy with http://, not https://; what is sent to an https server stays encrypted'
        : isLoopback(url.hostname)
          ? 'use http:// instead of https://'
          : 'check the port; if there is no https at all, use http:// with --insecure-http',
    };
  if (/certificate.required/i.test(said)) return { why: 'it asks for a client certificate', hint: noClientCertificate };
  if (/alert.handshake.failure|alert.bad.certificate/i.test(said))
    return {
      why: 'it refused a secure connection',
      hint: 'perhaps it asks for a client certificate, which tracker does not send',
    };
  return { why: 'no secure connection could be made' };
}

/** The remedy if an error page says that the request came to the wrong port, or without a client certificate. */
export function remedyInPage(page: string): string | undefined {
  if (/plain HTTP request was sent to HTTPS|HTTP request to an HTTPS server|plain HTTP to an SSL/i.test(page))
    return `the server uses https on this port: ${useHttps}`;
  return /(?:required SSL certificate was|SSL certificate was not) sent|SSL certificate error/i.test(page)
    ? `it asks for a client certificate; ${noClientCertificate}`
    : undefined;
}

function certificateHint(code: string, extra: string | undefined): string {
  const noHelp = 'NODE_EXTRA_CA_CERTS does not help here';
  if (/EXPIRED|NOT_YET/.test(code))
    return `the server needs a new certificate, or the clock of this computer is wrong; ${noHelp}`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `check the address; ${noHelp}`;
  if (!extra) return 'if it is your own authority, set NODE_EXTRA_CA_CERTS to its certificate file';
  const isReadable = attempt(() => accessSync(extra, constants.R_OK) ?? true);
  const problem = isReadable ? 'which does not contain that authority' : 'which cannot be read';
  return `NODE_EXTRA_CA_CERTS is set to ${extra}, ${problem}`;
}

/** The first host names in a certificate, such as ` (a.test, b.test)`. */
function namesIn(error: unknown): string {
  if (!(error instanceof Error) || !('cert' in error) || !isRow(error.cert)) return '';
  const names = textOf(error.cert.subjectaltname)?.split(', ').slice(0, 3);
  const shown = names?.map((name) => name.replace(/^[\w ]+:/, '')).join(', ');
  return shown === undefined ? '' : ` (${shown.slice(0, 120)})`;
}

/** The codes of an error, of an AggregateError's errors, and of their causes. */
function codesOf(error: unknown): readonly string[] {
  return errorsIn(error).flatMap((each) => ('code' in each && typeof each.code === 'string' ? [each.code] : []));
}

function errorsIn(error: unknown, depth = 0): readonly Error[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const gathered = error instanceof AggregateError ? error.errors.flatMap((each) => errorsIn(each, depth + 1)) : [];
  return [error, ...gathered, ...errorsIn(error.cause, depth + 1)];
}

function pick(codes: readonly string[], texts: Readonly<Record<string, string>>): string | undefined {
  for (const code of codes) if (Object.hasOwn(texts, code)) return texts[code];
  return undefined;
}
