import { notAllowed } from '../../../contract/allowed.js';
import { phrase } from '../../../contract/errors.js';
import { type Row, textOf, titleOf } from '../../../contract/row.js';
import type { People } from '../../../contract/shapes/wide.js';
import { identify } from '../../../output/columns/identity.js';
import { toJson } from '../../../output/data/json.js';
import { sentenceOf } from '../../../output/text/sentence.js';
import { pathOf } from '../../../references/find-entity.js';
import { subjectOfRow } from '../../../triage/model/decisions/rights.js';
import { subjectRow } from '../../../triage/model/rows/rows.js';
import type { Item } from '../../../triage/model/state.js';
import type { EffectOf } from '../../../triage/model/step.js';
import { scriptEnvironment, webAddress } from '../../inbox/announce.js';
import { itemIn, type SessionParts, say } from '../shared.js';

/** The most of its output that is shown (characters). */
const most = 2_000;

/** Runs one of the user's own commands for each of these rows, one after another, and shows its output. */
export async function runCommand(shared: SessionParts, { script, name, rows }: EffectOf<'shell'>): Promise<void> {
  const { context, ending } = shared;
  const { access } = context.settings;
  if (access.level !== 'full') {
    const { message } = notAllowed(access, 'this key starts a program that could do anything');
    say(shared, message);
    return;
  }
  let output = '';
  let code = 0;
  for (const item of rows.flatMap((uuid) => itemIn(shared, uuid) ?? [])) {
    if (code !== 0 || ending.isOver()) break;
    code = await context.launch.feed({
      ...{ script, signal: ending.signal, terminate: context.settings.processes.terminate },
      ...given(shared, item),
      onOutput: (text) => {
        output = `${output}${text}`.slice(0, most);
      },
    });
  }
  const said = sentenceOf(
    output
      .trim()
      .split(/\s*\n\s*/)
      .join(' · '),
  );
  const how = code === 0 ? phrase`${name}` : phrase`${name} exited with ${code}`;
  const text = said === '' ? (code === 0 ? phrase`${name}: done` : how) : phrase`${how}: ${said}`;
  say(shared, text, code === 0 ? 'good' : 'bad');
}

/** What the command gets: the row as shown, as JSON, and the same variables as with `inbox watch --exec`. */
function given(shared: SessionParts, item: Item) {
  const { context, client, state } = shared;
  const row: Row = subjectRow(state(), item) ?? item.row;
  const { kind, uuid, ref } = subjectOfRow(state(), item.uuid) ?? item;
  const path = kind === 'notification' ? textOf(item.row.url) : pathOf({ kind, uuid, ref });
  const words = {
    ...{ TRACKER_ID: uuid, TRACKER_KIND: kind === 'notification' ? (textOf(item.row.kind) ?? '') : kind },
    ...{ TRACKER_REF: kind === 'notification' ? (item.about ?? '') : ref, TRACKER_TITLE: titleOf(row) },
    TRACKER_LINK: webAddress(path, client.base),
  };
  return {
    input: `${toJson(identify(row, state().people as People))}\n`,
    env: scriptEnvironment(client, context.settings.env, words),
  };
}
