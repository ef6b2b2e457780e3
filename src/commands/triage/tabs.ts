import type { Context } from '../../args/context.js';
import { type FlagTable, longName, toggle } from '../../args/flag.js';
import { usageError } from '../../contract/errors.js';
import type { Row } from '../../contract/row.js';
import { splitCommand } from '../../contract/text/command-line.js';
import { quote } from '../../contract/text/unsafe-characters.js';
import { verb as listTickets, refuseContradictions } from '../tickets/list.js';
import { checkPartly } from '../work/listing/work-list.js';
import { type Source, sourceFor } from './reading/sources.js';
import { readSavedViews } from './reading/words.js';
import type { SessionParts } from './shared.js';

const flags: FlagTable = {
  ...listTickets.flags,
  tasks: toggle('--tasks', ''),
  inbox: toggle('--inbox', ''),
};

/** The list of a tab: a saved view, or what flags of triage choose. Throws usage errors. */
export async function sourceOfTab(shared: SessionParts, text: string): Promise<Source> {
  if (!text.startsWith('-')) return await viewCalled(shared, text);
  const given = readFlags(shared.context, text);
  refuseContradictions(given);
  checkPartly(given);
  return await sourceFor(given);
}

/** The saved view with this name, of tickets or of tasks. */
async function viewCalled(shared: SessionParts, name: string): Promise<Source> {
  if (shared.views.length === 0) await readSavedViews(shared).catch(() => undefined);
  const isCalled = ({ title, given }: Source): boolean =>
    title.toLowerCase() === name.toLowerCase() || given.view === name;
  return shared.views.find(isCalled) ?? (await sourceFor({ view: name }));
}

/** The values of flags as they are typed. Throws usage errors. */
function readFlags({ now }: Pick<Context, 'now'>, text: string): Row {
  const words = splitCommand(text);
  if (!words) throw usageError(`the tab ${quote(text)} has an unclosed quote`);
  const given: Record<string, unknown> = {};
  for (const left = [...words]; left.length > 0; ) {
    const word = left.shift() ?? '';
    const [, name = '', joined] = /^(--[a-z-]+(?==|$)|-[a-zA-Z])(?:=?([\s\S]+))?$/.exec(word) ?? [];
    const [key, flag] = Object.entries(flags).find((each) => each[1].flags.split(', ').includes(name)) ?? [];
    if (key === undefined || !flag || (flag.value === undefined && joined !== undefined))
      throw usageError(`the tab ${quote(text)} has an option that triage does not have: ${quote(word)}`);
    if (flag.value === undefined) given[key] = true;
    else {
      const value = joined ?? left.shift();
      if (value === undefined) throw usageError(`the tab ${quote(text)}: ${longName(flag.flags)} needs a value`);
      given[key] = flag.parse ? flag.parse(value, given[key], now()) : value;
    }
  }
  return given;
}
