import { expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { allShapes, narrow, openWorld, printed } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';

allShapes('projects, %s shape', (world, shape) => {
  test('a lead from outside the members has a name where this computer has met them (#10.15)', async () => {
    await world.run('tasks -q');
    const { stdout } = await world.run('projects --search SCM', narrow);
    expect(stdout).toBe(`REF  NAME                STATUS  LEAD           MEMBERS  UPDATED
SCM  Shore Crew Manager  active  Łukasz Wójcik        5  6h ago
`);
    expect(await world.run('projects --search SCM --fields ref,lead')).toEqual(
      printed(`SCM\t${world.sandbox.person('lukasz@lantern.example').id}\n`),
    );
    expect((await world.run('projects view SCM', narrow)).stdout).toContain('Lead          Łukasz Wójcik ');
  });

  test('a lead who is a member of no project has the name that the team knows (#10.15)', async () => {
    expect((await world.run('projects view SCM')).stdout).toContain('\nlead\tŁukasz Wójcik\n');
  });

  test('a lead who is a member of another project has a name in a pipe too (#10.15)', async () => {
    const id = '11111111-1111-4111-8111-111111111111';
    const [one, two] = [
      { id, key: 'ONE', name: 'One', leadId: 'u1', members: [] },
      { id: '22222222-2222-4222-8222-222222222222', key: 'TWO', name: 'Two', members: [{ id: 'u1', name: 'Ada' }] },
    ];
    const send: Send = async ({ url }) =>
      answerJson(200, url.pathname.endsWith(id) ? { project: one } : { projects: [one, two] });
    expect(await world.run('projects list --fields ref,lead', { send })).toEqual(printed('ONE\tAda\nTWO\t\n'));
    expect((await world.run(`projects view ${id}`, { send })).stdout).toContain('\nlead\tAda\n');
  });

  test.each([
    ['-s active', 'OPS SCM BOP'],
    ['--search bergmann', 'BOP'],
    ['--search "crews quay"', 'SCM'],
    ['--sort name', 'BOP EXPO OPS SCM WEB'],
    ['--sort -status,ref -L 2', 'EXPO BOP'],
    ['--sort memberCount -L 1', 'OPS'],
  ])('list %s', async (flags, expected) => {
    const { stdout } = await world.run(`projects list ${flags} -q`);
    expect(stdout.trim().replaceAll('\n', ' ')).toBe(expected);
  });

  test('a view whose members cannot be read says so', async () => {
    const faulty = await openWorld({ shape, faults: ['GET /projects=403'] });
    const { code, stdout, stderr } = await faulty.run('projects view 6608bc32-cbdf-4911-b3e2-a22d331619d2');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'warning: could not read its members: The sandbox was told to fail this request.\n',
    });
    expect(stdout).toContain('memberCount\t\n');
  });
});
