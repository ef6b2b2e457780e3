import { beforeEach, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { runHere as tracker } from '../../support/run-here.js';
import { startServiceFor } from '../../support/sandbox/service.js';
import { eachTest } from '../../support/set-up.js';
import { answerAll, commands, formats, isLocal } from './commands.js';
import { expectNothingTold, sentTokens, storedToken } from './helpers.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home, ['--name', 'work']));

beforeEach(() => answerAll(service));

test.each(formats)('R28: no command reveals a token with --debug %s', async (format) => {
  let succeeded = 0;
  for (const words of commands) {
    const ended = await tracker(home, `${words} --debug ${format}`.trim());
    expect({ words, code: ended.code }).not.toEqual({ words, code: 3 });
    expectNothingTold(ended, [...sentTokens(service), service.token()]);
    if (ended.code !== 0) continue;
    succeeded++;
    expect({ words, isTraced: /^(?:debug: |\{"debug":)/m.test(ended.stderr) }).toEqual({
      words,
      isTraced: !isLocal(words),
    });
  }
  expect(succeeded).toBeGreaterThan(4);
  expect(storedToken(home, 'work')).toBe(service.token());
});
