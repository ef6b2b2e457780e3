import type { World } from '../../../src/sandbox/world.js';

interface Ticket {
  readonly id: string;
  readonly status: string;
  readonly customer: string | null;
}

interface Message {
  readonly author: string;
  readonly at: string;
  readonly isTeam: number;
}

/**
 * Makes the queue one of tickets that are open, in the order of their last messages: of those, each one's last message but one is
 * the team's and its last one a customer's; whatever waits for the customer by its status was answered last by the team.
 */
export function queueByLastMessage({ db }: World): void {
  const tickets = db.all<Ticket>(
    `SELECT id, status, customer_id AS customer FROM tickets
     WHERE deleted_at IS NULL AND status NOT IN ('resolved', 'closed', 'paused')`,
  );
  const { id: agent } = db.get<{ id: string }>("SELECT id FROM users WHERE email = 'zoe@lantern.example'") ?? {
    id: '',
  };
  for (const { id, status, customer } of tickets) {
    const messages = db.all<Message>(
      `SELECT m.author_id AS author, m.created_at AS at, EXISTS (SELECT 1 FROM org_members o JOIN orgs g ON g.id = o.org_id
         WHERE o.user_id = m.author_id AND g.is_internal = 1) AS isTeam
       FROM ticket_messages m WHERE ticket_id = ? AND kind = 'comment' AND is_internal = 0 ORDER BY created_at, sequence`,
      id,
    );
    const [before, last] = [messages.at(-2), messages.at(-1)];
    if (!last) continue;
    const add = (author: string, after: number): void => {
      const at = new Date(Date.parse(last.at) + after).toISOString();
      db.run(
        `INSERT INTO ticket_messages (id, ticket_id, author_id, body, kind, is_internal, created_at, updated_at)
         VALUES (?, ?, ?, 'Thank you.', 'comment', 0, ?, ?)`,
        ...[`${id}-${after}`, id, author, at, at],
      );
    };
    const isOurs = last.isTeam === 1;
    if (status === 'waiting_on_customer') {
      if (!isOurs) add(agent, 1000);
    } else if (isOurs) add(customer ?? '', 1000);
    else if (before?.isTeam !== 1) add(agent, -1000);
  }
}
