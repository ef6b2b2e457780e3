import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../support/computer/config-files.js';
import { type Home, makeHome } from '../../support/computer/home.js';
import { tracker } from '../../support/computer/program.js';
import { type SmallService, signIn, startSmallService, task } from '../../support/sandbox/service.js';
import { stream } from '../../support/servers/event-answers.js';
import { type Answer, json } from '../../support/servers/misbehaving-server.js';
import { startOnScreen } from '../../support/terminal/screen.js';
import { loadTerminals } from '../../support/terminal/terminal.js';
import { until } from '../../support/until.js';

const startAtTerminal = await loadTerminals();

describe.skipIf(!startAtTerminal)('the token of triage (needs @lydell/node-pty)', () => {
  let home: Home;
  let service: SmallService;

  beforeAll(async () => {
    home = makeHome();
    service = await startSmallService();
    await signIn(home, service.origin, service.token());
  });

  afterAll(async () => {
    await service.close();
    await home.close();
  });

  test('the stream brings a new one, which is stored and used from then on, here and by other programs', async () => {
    if (!startAtTerminal) return;
    let send = (_text: string): void => undefined;
    const events: Answer = (exchange) => {
      send = (text) => void exchange.response.write(text);
      stream([])(exchange);
    };
    const { uuid } = task;
    service.on('GET /api/v1/events', service.rotating(events));
    const old = service.token();
    const screen = startOnScreen(startAtTerminal, home, ['tracker', 'triage', '--tasks']);
    const isStored = (): boolean => JSON.stringify(readConfig(home, 'credentials')).includes(service.token());
    await until('the new token', () => service.token() !== old && isStored());
    await screen.shows(/● live[\s\S]*▸.*ABC-1/);
    expect(await tracker(home, ['view', uuid, '--json'])).toMatchObject({ code: 0, stderr: '' });
    const before = service.requests.length;
    const changed = { ...task, title: 'Paint the gate' };
    service.on('GET /api/v1/tasks', service.guarded(json({ tasks: [changed] })));
    service.on(`GET /api/v1/tasks/${uuid}`, service.guarded(json({ task: changed })));
    send(`data: ${JSON.stringify({ type: 'entity', entityType: 'task', entityId: uuid })}\n\n`);
    await screen.shows(/▸.*ABC-1 +Paint the gate/);
    screen.type('q');
    expect((await screen.ended).code).toBe(0);
    const tokens = service.requests.slice(before).map(({ headers }) => headers.authorization);
    expect(new Set(tokens)).toEqual(new Set([`Bearer ${service.token()}`]));
  });
});
