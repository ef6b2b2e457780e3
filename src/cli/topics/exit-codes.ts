import type { Topic } from './layout.js';

/** The exit codes of `src/contract/errors.ts` and of signals, for script authors. */
export const topic: Topic = [
  { heading: 'Exit codes' },
  {
    rows: [
      ...Object.entries({
        0: 'Success. An empty list is a success, and so is output cut short by its reader (| head).',
        1: 'Refused or failed: the server rejected the input (400), had an internal error or is not this service, or its answer to a read cannot be understood. A script should stop and show stderr. JSON: failed, invalid.',
        2: 'Usage: an unknown, missing or contradictory flag, a bad URL, or a prompt without a terminal to show it on. Nothing was sent; fix the script. JSON: usage.',
        3: 'Not signed in: there is no token, or it is no longer valid (401). Run tracker login or set a new TRACKER_TOKEN before trying again. JSON: sign_in_required.',
        4: 'Not found, or not visible to you; or an ambiguous reference, in which case the message lists the candidates. JSON: not_found, ambiguous.',
        5: 'No permission (403), or not allowed by the access level (TRACKER_ACCESS, --read-only). tracker whoami shows what you may do. JSON: forbidden, read_only.',
        6: 'Conflict: the server refused the change (409), or someone else changed the same thing. Some or all of your change is missing; the message says what was written. Look again, then decide. JSON: conflict.',
        7: 'Network: the server is unreachable, its certificate is not trusted, it was silent for longer than --timeout, or it still returned 429, 502, 503 or 504 after retries. Nothing was applied; safe to run again. JSON: network.',
        8: 'Partial or unknown: some of several changes failed, or the answer to a write could not be read, so it may have been applied. Check before you run it again. JSON: partial, unknown_outcome.',
      }),
      ['130', 'Ctrl-C, at a prompt too. JSON: interrupted.'],
      ['143', 'Ended by SIGTERM. JSON: interrupted.'],
      [
        '129',
        'Ended by SIGHUP, as when a terminal closes; nohup does not prevent that, setsid does. watch, events and inbox watch go on if they have no terminal. JSON: interrupted.',
      ],
      ['131', 'Ended by SIGQUIT, as with Ctrl-\\. JSON: interrupted.'],
    ],
  },
  'tracker sandbox run, and an alias of a shell command, exit with the code of the command they run. There are no other codes.',
  { heading: 'Several references' },
  'A command that takes REF... prints one row for each reference. If all of them fail with the same code, that is the exit code; if only some fail, or the codes differ, it is 8. If the token stops being valid, the rest fail with 3. In JSON, "ok" in each row says whether it succeeded, and "error" why not:',
  ["tracker tasks done SCM-12 SCM-13 --jsonl | jq -r 'select(.ok | not).ref'"],
  { heading: 'Retries' },
  'Reads are tried up to four times after 429, 500, 502, 503, 504 and dropped connections. The wait grows each time and honours what the server asks for, within reason. Writes are retried only if nothing can have been applied: the connection was refused, or the answer was 429. A script only needs to run a command again after a 7.',
  { heading: 'In a script' },
  [
    'until tracker tasks list --json > tasks.json; do',
    '  [ $? -eq 7 ] || exit 1    # stderr has said why',
    '  sleep 60                  # the network: safe to run again',
    'done',
  ],
  { heading: 'Errors as JSON' },
  'With --json or --jsonl every line on stderr is a JSON object: warnings first, the error last. Its code is one of the words above; status is the HTTP status or null, and retryable whether running the same command again is safe and may help.',
  [
    '{"warning":{"message":"...","hint":"..."}}',
    '{"error":{"code":"not_found","status":404,"message":"...","hint":null,',
    '  "retryable":false}}',
  ],
  'Stdout is then empty or holds what succeeded.',
];
