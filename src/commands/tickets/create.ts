import { assigneeFlag, text } from '../../args/flag.js';
import { attachFlags } from '../../args/more-flags.js';
import { kind } from '../../args/value.js';
import { defineVerb, type VerbBody } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import type { Answers } from '../../compose/form/field.js';
import { withTitleArgument } from '../../compose/text/text-argument.js';
import { newFlags, textFlags } from '../../compose/text/text-flags.js';
import { isRow, textsOf, uuidOf } from '../../contract/row.js';
import type { Me } from '../../contract/shapes/session.js';
import { resolveAssignees, resolveOrg } from '../../references/people.js';
import { namedOrg, orgField, orgForNew, orgName, orgsOf, severalOrgs } from '../creating/choose-org.js';
import { requireGiven } from '../creating/creating.js';
import { createWork, type NewForm } from '../work/new/create.js';
import { peopleOfOrg, ticket, ticketFields, ticketFlags } from '../work/ticket.js';

const flags = {
  org: text('--org', 'the organisation: slug, name or id (default: from .tracker.json)', kind('org')),
  subject: ticketFields.subject.flag,
  ...textFlags,
  priority: { ...ticketFlags.priority, help: 'the priority; for agents' },
  category: { ...ticketFlags.category, help: 'the category; for agents' },
  assignee: assigneeFlag('the people assigned: @me, a name or part of one, an id, or none; for agents'),
  ...attachFlags,
  ...newFlags,
};

const verbOfFlags = defineVerb({
  details: [
    'Prints the reference of the new ticket. On a terminal, you are prompted for anything missing. The ticket is then shown, with',
    'who will see it, before it is created, unless --yes or both subject and description are given. Elsewhere, --subject',
    'is required, and --org unless you belong to one organisation alone. The description is optional, and comes from --body, --body-file or, with --editor, your editor.',
    'What you wrote is kept as a draft until the server has accepted it.',
    '',
    'For members of the organisation and administrators of the team. --priority, --category and --assignee are for agents; if',
    'others use them, the server refuses (exit code 5) or ignores them with a warning.',
  ].join('\n'),
  prints: 'result',
  flags,
  examples: [
    { line: 'tracker tickets create', does: 'be prompted for everything' },
    {
      line: 'tracker tickets create --org bergmann-orthopaedie --subject "Totals differ" -b "By one cent."',
      does: 'open a ticket without prompts',
    },
    {
      line: 'tracker tickets create --org scandia-maritime --subject Crash -F - --attach trace.log < report.md',
      does: 'read the description from standard input and attach a file',
    },
  ],
  writes: ['POST /tickets', 'PATCH /tickets/:id'],
  run: async (context, _args, given) => {
    const client = await context.client();
    return await createWork(context, given, {
      ...{ work: ticket, flags, route: 'POST /tickets', title: 'subject', look: 'tickets list' },
      async settle(values) {
        const named = namedOrg(context, client, values.org);
        if (context.prompt.possible) return { ...values, org: named };
        // Nothing has been written yet, so that the server may be asked.
        const orgs = named === undefined ? orgsOf(await client.call('GET /me')) : [];
        const org = named ?? (orgs.length === 1 ? orgs.map(uuidOf)[0] : undefined);
        const hint = org === undefined ? severalOrgs(orgs).hint : 'tracker help tickets create';
        requireGiven('ticket', { '--org': org, '--subject': values.subject }, hint);
        return { ...values, org };
      },
      form: async () => await formOf(client),
      begin: async ({ org: text = '' }, { subject }, named) => ({
        orgId: await orgForNew(client, named({ text })),
        subject,
      }),
      findPeople: ({ orgId }) => {
        const people = async () => await peopleOfOrg(client, String(orgId));
        return async (names) => await resolveAssignees(client, names, people);
      },
      sentence: (ref, _stored, { subject }) => `Created ${ref}: ${subject}`,
    });
  },
});

export const verb: VerbBody = withTitleArgument(verbOfFlags, 'subject');

/** Some fields are only for agents of the organisation that is chosen. */
async function formOf(client: Client): Promise<NewForm> {
  const { formFields } = await import('../work/new/form.js');
  const people = async ({ org }: Answers) => await peopleOfOrg(client, await resolveOrg(client, String(org)));
  const fieldsOf = (...keys: readonly string[]) => formFields(client, { work: ticket, flags, keys, people });
  const isOffered = async ({ org }: Answers): Promise<boolean> =>
    isAgent(await client.call('GET /me'), await resolveOrg(client, String(org)));
  return {
    fields: [
      ...fieldsOf('subject'),
      orgField(client, flags),
      ...fieldsOf('priority', 'category', 'assignee').map((field) => ({ ...field, isOffered })),
      ...fieldsOf('body'),
    ],
    audience: async ({ org }) =>
      `Who will see it: everyone at ${await orgName(client, String(org))} who can see its tickets, and the team.`,
  };
}

/** Whether the caller may edit any ticket of the organisation, according to the response (docs/api.md, Authentication 8). */
function isAgent({ capabilities }: Me, orgId: string): boolean {
  const { isAdmin, orgs } = isRow(capabilities) ? capabilities : {};
  if (isAdmin === true) return true;
  return Object.entries(isRow(orgs) ? orgs : {}).some(
    ([id, membership]) =>
      isRow(membership) &&
      (id === orgId || membership.isInternal === true) &&
      textsOf(membership.permissions).includes('org.tickets.edit.any'),
  );
}
