/** Answers a fault instead of a request's own outcome. */
export interface Faults {
  /** The status to fail this request with; undefined lets it through. `path` is relative to `/api/v1`, or whole outside. */
  take(method: string, path: string): number | undefined;
}

interface Fault {
  readonly method: string;
  readonly segments: readonly string[];
  readonly status: number;
  left: number;
}

const form = /^(\*|[A-Z]+) +(\*|\/\S*?)=([1-9]\d\d)(?:x([1-9]\d{0,8}))?$/;

/**
 * Reads faults such as `POST /tasks=503x2`: method (or `*`), path with `:id` or `*` for a part, and `*` at the end for
 * any rest; a status from 400 to 599; how often, for ever if left out. Throws an Error that names the bad one.
 */
export function readFaults(texts: readonly string[]): Faults {
  const faults = texts.map(readFault);
  return {
    take(method, path) {
      const segments = path.split('/');
      const fault = faults.find((each) => each.left > 0 && hits(each, method, segments));
      if (!fault) return undefined;
      fault.left--;
      return fault.status;
    },
  };
}

function readFault(text: string): Fault {
  const [, method = '', path = '', status, times] = form.exec(text.trim()) ?? [];
  const code = Number(status);
  if (!(code >= 400 && code <= 599)) {
    throw new Error(
      `fault ${JSON.stringify(text)} is not understood: write METHOD PATH=STATUS or METHOD PATH=STATUSxCOUNT, for example 'POST /tasks=503x2', with a status from 400 to 599`,
    );
  }
  const segments = path === '*' ? ['*'] : path.split('/');
  return { method, segments, status: code, left: times === undefined ? Number.POSITIVE_INFINITY : Number(times) };
}

function hits(fault: Fault, method: string, path: readonly string[]): boolean {
  if (fault.method !== '*' && fault.method !== method) return false;
  const { segments } = fault;
  const open = segments.at(-1) === '*';
  if (open ? path.length < segments.length - 1 : path.length !== segments.length) return false;
  return segments.every(
    (part, index) => part === '*' || part === path[index] || (part === ':id' && path[index] !== ''),
  );
}
