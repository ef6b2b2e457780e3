import { longName } from '../args/flag.js';
import type { Outline } from './command-line.js';
import { nouns } from './nouns.js';

/** Flags that users of other trackers type, and what they are called here; the first one that the verb has is meant. */
const flags: Readonly<Record<string, readonly string[]>> = {
  '--label': ['--tag'],
  '--labels': ['--tag'],
  '--add-label': ['--add-tag'],
  '--remove-label': ['--remove-tag'],
  '--assign': ['--assignee'],
  '--assign-to': ['--assignee'],
  '--assignees': ['--assignee'],
  '--owner': ['--assignee'],
  '--milestone': ['--project'],
  '--body-text': ['--body'],
  '--description': ['--body'],
  '--message': ['--body', '--note'],
  '-m': ['--body', '--note'],
  '--text': ['--body'],
  '--comment': ['--body', '--note'],
  '--summary': ['--title', '--subject'],
  '--title': ['--subject'],
  '--subject': ['--title'],
  '--component': ['--category'],
  '--query': ['--search'],
  '--filter': ['--search'],
  '--team': ['--org'],
  '--organization': ['--org'],
  '--order': ['--sort'],
  '--order-by': ['--sort'],
  '--due-date': ['--due'],
  '--file': ['--attach'],
  '--format': ['--json'],
  '--output': ['--json'],
};

/** Verbs of other trackers, and what does the same here. */
const verbs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    start: 'tracker edit REF --status in_progress',
    move: 'tracker edit REF --status STATUS',
    transition: 'tracker edit REF --status STATUS',
    status: 'tracker edit REF --status STATUS',
    resolve: 'tracker close REF --status resolved',
    finish: 'tracker close REF',
    answer: 'tracker reply REF',
    log: 'tracker time REF DURATION',
    worklog: 'tracker time REF DURATION',
    tag: 'tracker edit REF --tag TAG',
    label: 'tracker edit REF --tag TAG',
    browse: 'tracker open REF',
  }),
);

const reference = /^[a-z][a-z0-9]*-\d+$/i;

/** What to type instead of an unknown word or flag, given Commander's message; undefined if that is anyone's guess. */
export function habitHint(message: string, { verb }: Outline): string | undefined {
  const [, kind, word = ''] = /^unknown (command|option) '([^']*)'/.exec(message) ?? [];
  if (kind === 'option') {
    const names = Object.values(verb?.body.flags ?? {}).map((flag) => longName(flag.flags));
    const meant = flags[word]?.find((name) => name === '--json' || names.includes(name));
    return meant && `here it is ${meant}`;
  }
  if (kind !== 'command') return undefined;
  if (reference.test(word)) return `tracker view ${word}`;
  const short = nouns.find(({ name, group }) => group === 'By reference' && name === word);
  return short ? `tracker ${short.name} REF` : verbs.get(word);
}
