import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Home, makeHome } from '../../support/computer/home.js';
import { runHere as tracker } from '../../support/run-here.js';
import { type SmallService, signIn, startSmallService } from '../../support/sandbox/service.js';
import { answerAll, commands, formats, isLocal } from './commands.js';
import { expectNothingTold, sentTokens, storedToken } from './helpers.js';

let home: Home;
let service: SmallService;

beforeEach(async () => {
  home = makeHome();
  service = await startSmallService();
  await signIn(home, service.origin, service.token(), ['--name', 'work']);
  answerAll(service);
});
afterEach(async () => {
  await service.close();
  await home.close();
});

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
