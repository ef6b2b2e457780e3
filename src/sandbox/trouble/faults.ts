/** Makes requests fail on purpose. */
export interface Faults {
  /** The status to fail this request with, or undefined. `path` is relative to `/api/v1`, or whole if outside it. */
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
 * Parses faults such as `POST /tasks=503x2`: a method (or `*`); a path in which `:id` or `*` matches a segment, and a final `*`
 * the rest; a status from 400 to 599; and how often, without limit if absent. Throws an Error that quotes an invalid one.
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
      `fault ${JSON.stringify(text)} is not valid: write METHOD PATH=STATUS or METHOD PATH=STATUSxCOUNT, for example 'POST /tasks=503x2', with a status from 400 to 599`,
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
