import { type Home, makeHome } from '../support/computer/home.js';
import { type Outcome, type Started, start } from '../support/computer/program.js';
import { callHere, runHere } from '../support/run-here.js';
import { type SmallService, startSmallService } from '../support/sandbox/service.js';
import { type Answer, first } from '../support/servers/misbehaving-server.js';

/** A home and a service of one test alone. */
export interface Fixture {
  readonly home: Home;
  readonly service: SmallService;
  readonly host: string;
  /** A token from the environment for the service. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts a command, with these variables too. */
  begin(command: readonly string[], more?: Readonly<Record<string, string>>): Started;
  /** Lists tasks to the end. */
  list(...flags: readonly string[]): Promise<Outcome>;
  /** Calls a route that no command uses. */
  call(route: string, options: object, flags?: object): Promise<Outcome>;
  /** When the requests of a route came, in milliseconds; answers them as told. */
  timed(route: string, ...answers: readonly Answer[]): readonly number[];
}

/** Runs a test with everything its own, so that tests that mostly wait can run side by side. */
export async function withService(body: (fixture: Fixture) => Promise<void>): Promise<void> {
  const home = makeHome();
  const service = await startSmallService();
  const { env } = service;
  const begin: Fixture['begin'] = (command, more) => start(home, command, { env: { ...env, ...more } });
  try {
    await body({
      home,
      service,
      host: `127.0.0.1:${service.port}`,
      env,
      begin,
      list: (...flags) => runHere(home, ['tasks', 'list', '-q', ...flags], { env }),
      call: (route, options, flags = {}) =>
        callHere(home, [route, JSON.stringify(options), JSON.stringify(flags)], { env }),
      timed(route, ...answers) {
        const times: number[] = [];
        const timed = answers.map((answer) => first(() => times.push(performance.now()), answer));
        service.on(route, ...timed);
        return times;
      },
    });
  } finally {
    await service.close();
    await home.close();
  }
}
