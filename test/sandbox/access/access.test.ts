import { describe, expect, it } from 'vitest';
import { capabilitiesOf, readAccess, visibleOrgs } from '../../../src/sandbox/access/access.js';
import { eachTest } from '../../support/set-up.js';
import { openSmallWorld, type PersonName, roles } from '../support/world.js';

const small = eachTest(openSmallWorld);

// The keys of the table of people.
const everyone = Object.keys(roles) as PersonName[];
const accessOf = (person: PersonName) => readAccess(small.call(person));
const capabilities = (person: PersonName) => capabilitiesOf(accessOf(person));

/** The people for whom `holds` is true. */
const those = (holds: (person: PersonName) => unknown) => everyone.filter((person) => holds(person) === true);

describe('who may do what', () => {
  it('makes members of the internal organisation the team', () => {
    expect(those((person) => accessOf(person).isTeam)).toEqual(['superadmin', 'admin', 'staff']);
    expect(those((person) => capabilities(person).userType === 'staff')).toEqual(['superadmin', 'admin', 'staff']);
    expect(those((person) => capabilities(person).isAdmin)).toEqual(['superadmin', 'admin']);
  });

  it('offers what the role allows', () => {
    const team = ['superadmin', 'admin', 'staff'];
    const surface = (name: string) => those((person) => capabilities(person).surfaces?.[name]);
    expect(surface('wiki')).toEqual(team);
    expect(surface('notes')).toEqual(team);
    expect(surface('admin')).toEqual(['superadmin', 'admin']);
    expect(surface('projects')).toEqual([...team, 'manager', 'worker', 'viewer']);
    expect(surface('chat')).toEqual([...team, 'agent', 'client', 'stranger']);
    const quick = (name: string) => those((person) => capabilities(person).quickCreate?.[name]);
    expect(quick('ticket')).toEqual(['superadmin', 'admin', 'agent', 'client', 'member', 'stranger']);
    expect(quick('task')).toEqual([...team, 'manager', 'worker']);
    expect(quick('note')).toEqual(team);
  });

  it('lists the permissions of each membership', () => {
    expect(capabilities('member').orgs).toEqual({
      casa: {
        role: 'org.member',
        isInternal: false,
        permissions: ['org.tickets.create', 'org.tickets.read.own', 'org.tickets.edit.own', 'org.tickets.comment'],
      },
    });
    expect(capabilities('viewer').projects).toEqual({
      scm: { role: 'project.viewer', permissions: ['project.tasks.read'] },
    });
    expect(capabilities('viewer').global).toEqual(['project.tasks.read']);
    expect(capabilities('superadmin').global).toContain('admin.system.manage');
    expect(capabilities('admin').global).not.toContain('admin.system.manage');
  });

  it('gives an internal role in a customer organisation no power', () => {
    small.world.db.run("UPDATE org_members SET role = 'org.superadmin' WHERE user_id = 'stranger'");
    expect(capabilities('stranger')).toMatchObject({ isAdmin: false, global: [] });
    expect(small.ask('stranger', 'GET /tickets?segment=all').body.tickets).toEqual([]);
  });

  it('shows the team all organisations and others their own, archived ones left out', () => {
    const slugs = (person: PersonName) => visibleOrgs(small.world, accessOf(person)).map((org) => org.slug);
    expect(slugs('staff')).toEqual(['berg', 'casa', 'studio']);
    expect(slugs('client')).toEqual(['casa']);
    expect(slugs('manager')).toEqual([]);
    small.world.db.run("UPDATE orgs SET archived_at = created_at WHERE id = 'berg'");
    expect(slugs('staff')).toEqual(['casa', 'studio']);
    expect(visibleOrgs(small.world, accessOf('client'))[0]).toEqual({
      id: 'casa',
      slug: 'casa',
      name: 'casa org',
      color: '#112233',
    });
  });
});
