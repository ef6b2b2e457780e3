import type { HttpRequest } from '../../../src/http/message.js';
import { connectWithin } from '../../support/mcp.js';
import { callsFor, withoutWrong } from './calls.js';
import { type Desk, homeOf } from './desk.js';
import { type Order, stringsIn, wordsOf } from './orders.js';
import type { Planted } from './planted.js';

/** A way to use the program. */
export interface Way {
  /** The texts that it shows of what was planted. */
  read(planted: Planted): Promise<readonly string[]>;
  /** Does what a text says. */
  obey(order: Order): Promise<unknown>;
  close(): Promise<unknown>;
}

const options = ({ world, sent }: Desk) => ({
  signal: AbortSignal.timeout(170_000),
  send: async (request: HttpRequest) => {
    sent.push(request);
    return await world.send(request);
  },
});

/** An agent that runs commands. */
export function byCommands(desk: Desk): Way {
  const { machine, shown } = desk;
  const run = async (words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> => {
    const ran = await machine.run(words, {
      ...options(desk),
      env: { ...homeOf(machine), CLAUDECODE: '1', ...env },
      stdin: 'a-token',
    });
    shown.push(ran.stdout, ran.stderr);
    return ran.stdout;
  };
  return {
    async read({ refs, pages, threads }) {
      const texts = [await run(['tickets', 'view', ...refs, '--json'])];
      for (const page of pages) texts.push(await run(['wiki', 'view', page, '--json']));
      // What may not be read marks something as read.
      for (const thread of threads) texts.push(await run(['chat', 'view', thread, '--json']));
      texts.push(await run(['tickets', 'view', ...refs, '--brief']));
      return texts.flatMap((text) => (/^[[{]/.test(text) ? stringsIn(JSON.parse(text)) : text));
    },
    async obey(order) {
      if ('line' in order) await run(await wordsOf(order, run), order.env);
    },
    close: async () => undefined,
  };
}

/** An agent that has the tools of `tracker mcp`, which may attach any file of the computer. */
export async function byTools(desk: Desk): Promise<Way> {
  const { machine, shown } = desk;
  const { client, call, close } = await connectWithin(machine, {
    ...options(desk),
    env: homeOf(machine),
    line: ['mcp', '--root', machine.folder],
  });
  shown.push(JSON.stringify(await client.listTools()));
  const ask = async (name: string, given: Record<string, unknown>) => {
    const answer = await call(name, given);
    shown.push(answer.text, JSON.stringify(answer.data));
    return answer;
  };
  const readAll = async (name: string, given: Record<string, unknown>): Promise<readonly string[]> => {
    const texts: string[] = [];
    let skip: unknown = 0;
    while (typeof skip === 'number') {
      const { text, data } = await ask(name, { ...given, skip });
      texts.push(text, ...stringsIn(data));
      skip = (data.next as { skip: number } | undefined)?.skip;
    }
    return texts;
  };
  /** Calls a tool again without what it refuses. */
  const insist = async (tool: string, given: Record<string, unknown>): Promise<string> => {
    const { text, isError } = await ask(tool, given);
    const less = isError ? withoutWrong(given, text) : undefined;
    return less ? await insist(tool, less) : text;
  };
  const run = async (words: readonly string[]): Promise<string> => {
    let last = '';
    for (const { tool, given } of await callsFor(words)) last = await insist(tool, given);
    return last;
  };
  return {
    async read({ refs, pages, withFiles }) {
      const texts = [
        ...(await readAll('list', { what: 'tickets', org: 'casa-azul', segment: 'all' })),
        ...(await readAll('list', { what: 'chats', org: 'casa-azul' })),
        ...(await readAll('find', { query: ['tracker'] })),
        ...stringsIn([await ask('next', {}), await ask('changes', {})]),
      ];
      for (const ref of refs) texts.push(...(await readAll('view', { ref: [ref] })));
      for (const ref of withFiles) texts.push(...(await readAll('view', { what: 'files', ref: [ref] })));
      for (const page of pages) texts.push(...(await readAll('view', { what: 'page', ref: [page] })));
      return texts;
    },
    async obey(order) {
      if ('tool' in order) await insist(order.tool, order.given);
      else await run(await wordsOf(order, run));
    },
    close,
  };
}
