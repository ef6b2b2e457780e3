import type { Topic } from './topic.js';

/** The exit codes of `src/errors.ts` and of signals, for people who write scripts. */
export const topic: Topic = {
  summary: 'What the exit codes mean, and what a script should do',
  blocks: [
    { heading: 'Exit codes' },
    {
      rows: [
        ['0', 'Done. An empty list is done too, and so is what ended early because its reader had enough (| head).'],
        [
          '1',
          'Refused or failed: the server found the input invalid (400), had an error of its own, or is not this service; or its answer to a read makes no sense. A script stops and shows stderr. JSON: failed, invalid.',
        ],
        [
          '2',
          'Usage: an unknown flag, a missing or contradictory one, a bad address, or a question that cannot be asked because there is no terminal. Nothing was sent; mend the script. JSON: usage.',
        ],
        [
          '3',
          'Sign in first: there is no token, or it is no longer valid (401). Running it again does not help before tracker login, or a new TRACKER_TOKEN. JSON: sign_in_required.',
        ],
        [
          '4',
          'Not found, or not visible to you; or a reference that fits several things, whose candidates the message names. JSON: not_found, ambiguous.',
        ],
        ['5', 'No permission (403). What your role may do is in tracker whoami. JSON: forbidden.'],
        [
          '6',
          'Conflict: the server refused it (409), or somebody else changed the same thing. Your change is not there, or not all of it; the message says what was written. Look at it again, then decide. JSON: conflict.',
        ],
        [
          '7',
          'Network: unreachable, a certificate that is not trusted, a silence longer than --timeout; or still 429, 502, 503 or 504 after the retries. Nothing was applied: safe to run again. JSON: network.',
        ],
        [
          '8',
          'Partial: some of several failed. Or unknown: a write was sent and no readable answer came, so that it may have been applied. Never repeat blindly; look first. JSON: partial, unknown_outcome.',
        ],
        ['130', 'Ctrl-C, or a question was left with it. JSON: interrupted.'],
        ['143', 'Ended by SIGTERM. JSON: interrupted.'],
        ['129', 'Ended by SIGHUP, as when a terminal closes. JSON: interrupted.'],
      ],
    },
    {
      text: 'tracker sandbox run ends with the exit code of the command it ran. Other codes do not occur.',
    },
    { heading: 'Several references' },
    {
      text: 'A command that takes REF... works on all of them and prints one row for each. When every one failed with the same code, that is the exit code; otherwise it is 8. A token that stops being valid ends the rest with 3. In JSON each row says whether it is "ok", and "error" says why not:',
    },
    { lines: ["tracker tasks done SCM-12 SCM-13 --jsonl | jq -r 'select(.ok | not).ref'"] },
    { heading: 'Retries' },
    {
      text: 'A read is tried up to four times after 429, 500, 502, 503, 504 and dropped connections, waiting longer each time and as long as the server asks, within reason. A write is tried again only where nothing can have been applied: the connection was refused, or the answer was 429. So a script has to repeat nothing but a 7.',
    },
    { heading: 'In a script' },
    {
      lines: [
        'until tracker tasks list --json > tasks.json; do',
        '  [ $? -eq 7 ] || exit 1    # stderr has said why',
        '  sleep 60                  # the network: safe to run again',
        'done',
      ],
    },
    { heading: 'Errors as JSON' },
    {
      text: 'With --json or --jsonl every line on stderr is one JSON object: warnings first, and the error last. Its code is one of the words above; status is the HTTP status, or null.',
    },
    {
      lines: [
        '{"warning":{"message":"...","hint":"..."}}',
        '{"error":{"code":"not_found","status":404,"message":"...","hint":null}}',
      ],
    },
    {
      text: 'Stdout stays empty then, or holds what succeeded.',
    },
  ],
};
