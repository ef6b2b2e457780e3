import type { PassThrough } from 'node:stream';
import { Client, type Transport } from '@modelcontextprotocol/client';
import { atEnd } from './clean-ups.js';
import type { Machine, Ran, RunOptions } from './computer/machine.js';

/** The two protocols that clients speak. */
export const protocols = ['2026-07-28', '2025-11-25'] as const;

export interface Connected {
  readonly client: Client;
  /** Calls a tool, and gives its answer; checks that this fits. */
  call(name: string, given?: Record<string, unknown>): Promise<Answer>;
  /** Ends the input of the program, as a client does that closes. */
  close(): Promise<Ran>;
}

export interface Answer {
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly isError: boolean;
}

/** The official client, which speaks one of the protocols. */
export function makeClient(protocol: (typeof protocols)[number]): Client {
  const mode = protocol === '2026-07-28' ? { pin: protocol } : 'legacy';
  return new Client({ name: 'test-agent', version: '1.0.0' }, { versionNegotiation: { mode } });
}

/** Calls a tool of any server. Throws an Error for an answer that is too long. */
export async function callTool(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Answer> {
  const answer = await client.callTool({ name, arguments: given });
  const { content, structuredContent, isError = false } = answer;
  const size = Buffer.byteLength(JSON.stringify({ content, structuredContent, isError }));
  if (size > 8000) throw new Error(`the answer of ${name} has ${size} bytes`);
  const [first] = content;
  return {
    text: first?.type === 'text' ? first.text : '',
    data: (structuredContent ?? {}) as Record<string, unknown>,
    isError,
  };
}

/** Runs `tracker mcp` in process on a computer, and connects the official client to it. */
export async function connectWithin(
  machine: Machine,
  {
    protocol = protocols[0],
    line = 'mcp',
    ...options
  }: RunOptions & { protocol?: (typeof protocols)[number]; line?: string | readonly string[] } = {},
): Promise<Connected> {
  let input: PassThrough | undefined;
  let rest = '';
  const transport: Transport = {
    start: async () => undefined,
    send: async (message) => void input?.write(`${JSON.stringify(message)}\n`),
    close: async () => {
      input?.end();
      // Rejects the calls that have no answer yet, as the transports of the client do.
      transport.onclose?.();
    },
  };
  const ended = machine.run(line, {
    ...options,
    onStart: ({ io }) => {
      input = io.stdin.stream() as PassThrough;
    },
    player: (written) => {
      const lines = (rest + written).split('\n');
      rest = lines.pop() ?? '';
      for (const each of lines) transport.onmessage?.(JSON.parse(each));
    },
  });
  const client = makeClient(protocol);
  await client.connect(transport);
  const close = async (): Promise<Ran> => {
    await client.close();
    return await ended;
  };
  atEnd(close);
  return { client, close, call: async (name, given) => await callTool(client, name, given) };
}
