import { defineVerb } from '../../args/verb.js';
import { usageError } from '../../contract/errors.js';
import { confirmOrThrow } from '../../terminal/prompt/prompt.js';
import { dataFlag, sandboxFlags, toWords } from './flags.js';
import { findPlace, findRunningAt, removeData } from './place.js';
import { checkFlags } from './serve.js';
import { requireOwnName } from './sign-in.js';
import { startServer, welcomeOrStop } from './start.js';
import { stopRunning } from './stop.js';

export const verb = defineVerb({
  details: 'Asks for confirmation. A running sandbox is stopped and started again with the flags given here.',
  prints: 'result',
  flags: { data: dataFlag, ...sandboxFlags },
  examples: [
    { line: 'tracker sandbox reset --yes', does: 'reset without confirmation' },
    { line: 'tracker sandbox reset --seed large:1 --yes', does: 'start over with 20,000 tasks' },
  ],
  run: async (context, _args, given) => {
    const place = findPlace(context, given.data);
    await checkFlags(context, given, place.database);
    await confirmOrThrow(context, `Delete all data of the sandbox in ${place.folder}?`, 'nothing was deleted');
    await requireOwnName(context);
    const running = findRunningAt(context, place);
    if (running?.isForCommand)
      throw usageError(
        'the sandbox of tracker sandbox run cannot be reset',
        'use tracker sandbox run again, or tracker sandbox start',
      );
    if (running) await stopRunning(context, place, running);
    removeData(place);
    if (!running && toWords(given).length === 0)
      return {
        is: 'result',
        sentence: 'Deleted the data; tracker sandbox start creates new data.',
        object: { reset: true },
        quiet: '',
      };
    const ready = await startServer(context, place, [
      ...(given.data === undefined ? [] : ['--data', place.folder]),
      ...(running?.memory ? ['--memory'] : []),
      ...toWords(given),
    ]);
    return await welcomeOrStop(context, place, ready);
  },
});
