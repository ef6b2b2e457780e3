import fs from 'node:fs';
import { terminalName } from '../../src/terminal/terminal-name.js';

// As on macOS and FreeBSD: there is no /proc, and what is written to a terminal changes all its times.
const { readFileSync, fstatSync } = fs;
fs.readFileSync = ((path: string, ...how: []) => {
  if (String(path).startsWith('/proc')) throw new Error('missing');
  return readFileSync(path, ...how);
}) as typeof readFileSync;
fs.fstatSync = ((file: number) => Object.assign(fstatSync(file), { ctimeMs: performance.now() })) as typeof fstatSync;

fs.writeSync(1, `<${terminalName(process.ppid)}>\n`);
