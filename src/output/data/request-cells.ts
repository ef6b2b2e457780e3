import type { ShownWrite } from '../shown.js';
import { toJson } from './json.js';

export const requestColumns = ['method', 'url', 'body', 'files'] as const;

/** A request of a dry run as cells, in the order of `requestColumns`. */
export function requestCells({ method, url, body, files }: ShownWrite): readonly string[] {
  return [method, url, body === undefined ? '' : toJson(body), files.map(({ name }) => name).join(',')];
}
