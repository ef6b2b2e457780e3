import { describe, expect, it } from 'vitest';
import { narrow, openWorld, remarked } from '../support/run.js';
import { allTests } from '../support/set-up.js';

const world = allTests(openWorld);

describe('a dry run', () => {
  it.each([
    ['tasks edit SCM-12 --tag late', 'SCM-12: tags + late'],
    ['done SCM-12', 'SCM-12: status in progress → done'],
    ['tickets edit CASA-9 -p urgent', 'CASA-9: priority '],
    ['checklist SCM-12 --check 3 --add New --remove 1', 'SCM-12: checklist added "New", checked "Roster'],
    ['tickets checklist CASA-9 --add Call', 'CASA-9: checklist added "Call"'],
    ['assign SCM-12 zoe', 'SCM-12: assignees + Zoë Baptiste'],
    ['unassign SCM-12 @me', 'SCM-12: assignees − you'],
    ['tasks create Lines --project SCM', 'Would create the task "Lines" in SCM.'],
    ['tickets create Late --org casa-azul', 'Would create the ticket "Late".'],
    ['reply CASA-9 Hello', 'Would reply to CASA-9.'],
    ['note CASA-9 Hello', 'Would add an internal note to CASA-9.'],
    ['comment SCM-12 Hello', 'Would comment on SCM-12.'],
    ['attach SCM-12 package.json', 'Would comment on SCM-12, with package.json.'],
    ['time SCM-12 1h', 'Would log 1h on SCM-12 for 2026-11-20.'],
    ['convert CASA-9 --project SCM', 'Would create a task from CASA-9 in SCM.'],
    ['tasks delete SCM-12', 'Would delete SCM-12.'],
    ['tickets delete CASA-9', 'Would delete CASA-9.'],
    ['inbox read --all', 'Would mark every notification as read.'],
    ['inbox read --task SCM-12', 'Would mark everything about it as read.'],
    ['notes create Idea', 'Would create the note "Idea".'],
    ['chat create Lunch --org casa-azul -b Where?', 'Would start the thread "Lunch".'],
    ['chat reply "Lunch on Friday" -b Hello', 'Would write in the thread.'],
    ['projects comment SCM -b Hello', 'Would comment on SCM.'],
    ['prefs set theme=dark', 'Would change your preferences: theme.'],
    ['profile edit --name Bob', 'Would change your profile: name.'],
  ])('of %s says so before its request', async (line, sentence) => {
    const { code, stdout, stderr } = await world.run(`${line} -n`);
    expect(code).toBe(0);
    expect(stderr).toContain(sentence);
    expect(stdout).toMatch(/^(?:POST|PATCH|PUT|DELETE)\t/);
    const json = await world.run(`${line} -n --json`);
    expect(Object.keys(JSON.parse(json.stdout)[0] as object)).toEqual(['method', 'url', 'body', 'files']);
    expect(json.stderr.split('\n').filter((each) => each !== '' && !each.startsWith('{'))).toEqual([]);
    expect(world.takeRequests().filter((request) => !request.startsWith('GET '))).toEqual([]);
  });

  it.each([
    ['tasks edit SCM-12 -s in_progress', 'SCM-12 is already in progress.'],
    ['assign SCM-12 me', 'SCM-12 is already assigned to you.'],
    ['tasks edit SCM-12 -s in_progress -p high', 'SCM-12 is already up to date.'],
  ])('of %s, which is so already, shows no request, and nothing is sent', async (line, sentence) => {
    expect(await world.run(`${line} -n`)).toEqual(remarked('', `${sentence}\nNothing would be sent.\n`));
    expect(await world.run(line, narrow)).toEqual(remarked('', `${sentence}\n`));
    expect(world.takeRequests().filter((request) => !request.startsWith('GET '))).toEqual([]);
  });

  it.each([
    ['tasks edit SCM-12 -p hgh -y', '--priority hgh has not been seen on this server', 'did you mean high?'],
    ['tasks create X --project SCM -s tood -y', '--status tood has not been seen on this server', 'did you mean todo?'],
    ['tickets edit CASA-9 -s wating_on_agent -y', '--status wating_on_agent has', 'did you mean waiting_on_agent?'],
    ['tickets edit CASA-9 --category zzz', '--category zzz has not been seen on this server', 'known: '],
    ['reply CASA-9 Hello -s reslved -y', '--status reslved has not been seen on this server', 'did you mean resolved?'],
    ['tasks edit SCM-12 --tag zz', '--tag zz has not been seen on this server', 'it would be a new tag'],
  ])('of %s warns of a word never seen', async (line, warning, hint) => {
    const { code, stderr } = await world.run(`${line} -n`);
    expect([code, stderr]).toEqual([0, expect.stringContaining(warning)]);
    expect(stderr).toContain(hint);
    expect((await world.run(`${line} -n --json`)).stderr).toContain(`{"warning":{`);
  });

  it('of words that are known warns of nothing', async () => {
    const { stderr } = await world.run('tasks edit SCM-12 -s in-progress -p Urgent --type bug -n');
    expect(stderr).not.toContain('warning');
  });
});
