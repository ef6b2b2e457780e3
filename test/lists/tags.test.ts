import { beforeEach, describe, expect, test } from 'vitest';
import type { Send } from '../../src/http/message.js';
import { openWorld, wide } from '../support/run.js';
import { changingDetails } from '../support/servers/meddling.js';
import { eachTest } from '../support/set-up.js';

type Keep = (tags: readonly string[]) => readonly string[];

/** A way to a service that keeps the tags of one task or ticket in its own way. */
function keeping(send: Send, keep: Keep): { readonly send: Send; writes(): number } {
  let kept: readonly string[] = [];
  let writes = 0;
  return {
    writes: () => writes,
    async send(request) {
      const given: unknown = typeof request.body === 'string' ? JSON.parse(request.body) : {};
      if (typeof given === 'object' && given !== null && 'tags' in given && Array.isArray(given.tags)) {
        writes += 1;
        kept = keep(given.tags);
      }
      return await changingDetails(send, () => ({ tags: kept, labels: kept }))(request);
    },
  };
}

const spelled: Keep = (tags) => [
  ...new Set(tags.map((tag) => tag.normalize('NFC').trim().toLowerCase().replace(/\s+/g, ' '))),
];

describe('tags that a server keeps in its own way', () => {
  const world = eachTest(openWorld);
  beforeEach(async () => {
    await world.run('tasks list --scope all -q');
    await world.run('tickets list --segment all -q');
  });

  const edit = async (words: readonly string[], keep: Keep) => {
    const server = keeping(world.send, keep);
    const { code, stderr } = await world.run(words, { ...wide, send: server.send });
    return { code, stderr, writes: server.writes() };
  };

  describe.each([
    ['tasks', 'SCM-12'],
    ['tickets', 'BERG-9'],
  ])('%s edit', (noun, ref) => {
    test.each(['--tag', '--set-tag'])('%s: another spelling is suggested', async (flag) => {
      const given = ['Very  Hot', 'Cafe\u0301'];
      const ran = await edit([noun, 'edit', ref, flag, given.join(',')], spelled);
      expect(ran).toEqual({
        code: 0,
        writes: 1,
        stderr: `${ref}: tags + very hot + café; the server spells "Very  Hot" as "very hot", "Cafe\u0301" as "café"\n`,
      });
    });

    test.each(['--tag', '--set-tag'])('%s: a tag that is cut is named', async (flag) => {
      const ran = await edit([noun, 'edit', ref, flag, 'harbour master'], (tags) => tags.map((tag) => tag.slice(0, 7)));
      expect(ran).toEqual({
        code: 0,
        writes: 1,
        stderr: `warning: the server cut the tag "harbour master" to "harbour"\n${ref}: tags + harbour\n`,
      });
    });

    test('--add-tag: one that is left out while a status is taken is half a change', async () => {
      const server = keeping(world.send, () => []);
      const { code, stdout } = await world.run([noun, 'edit', ref, '--add-tag', 'b', '-p', 'urgent', '--json'], server);
      expect({ code, rows: JSON.parse(stdout) }).toMatchObject({
        code: 8,
        rows: [
          {
            ref,
            ok: false,
            error: { code: 'partial', message: 'the server accepted the change but did not keep the tag "b"' },
          },
        ],
      });
      expect(await world.json(`${noun} view ${ref}`)).toMatchObject({ [noun.slice(0, -1)]: { priority: 'urgent' } });
    });
  });

  test('tasks create and tickets convert', async () => {
    const words = ['tasks', 'create', '--project', 'SCM', '-t', 'x', '--tag', 'Hot,rather long,more', '-y'];
    const created = await edit(words, (tags) => spelled(tags.slice(0, 2)).map((tag) => tag.slice(0, 6)));
    expect(created.code).toBe(8);
    expect(created.stderr).toMatch(
      /^Created (SCM-\d+): x\.\nwarning: the server cut the tag "rather long" to "rather"\n\1: the server spells "Hot" as "hot"\.\nerror: \1 was created, but the server did not keep the tag "more"\nhint: .*\n$/,
    );
    const converted = await edit(
      ['tickets', 'convert', 'BERG-9', '--again', '--project', 'BOP', '--tag', 'a,b'],
      (tags) => tags.slice(0, 1),
    );
    expect(converted.stderr).toContain(' was created, but the server did not keep the tag "b"\n');
  });
});
