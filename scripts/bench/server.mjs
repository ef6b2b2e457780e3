// A server that answers with prepared bytes, so that the benchmark measures the client alone. The first part of a path is the
// number of rows: /1000 is a server with 1,000 tasks. With a key and a certificate, it speaks https.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';

const people = Array.from({ length: 40 }, (_, n) => [uuid(9, n), `Person Number ${n}`]);
const users = Object.fromEntries(people.map(([id, name]) => [id, { name, image: null }]));
const statuses = ['backlog', 'todo', 'in_progress', 'in_review'];

/** The body of each path, made when it is first asked for. */
const bodies = new Map();

function answer(request, response) {
  const [, count, ...rest] = (request.url ?? '').split('?')[0].split('/');
  const path = rest.join('/').replace('api/v1/', '');
  const key = `${count}/${path}`;
  if (!bodies.has(key)) bodies.set(key, Buffer.from(JSON.stringify(bodyOf(path, Number(count)))));
  const body = bodies.get(key);
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
}

function bodyOf(path, count) {
  const [id, name] = people[0];
  if (path === 'instance') return { name: 'tracker', service: 'tracker', api: 1, version: '1.0.0' };
  if (path === 'me') return { user: { id, name, email: 'person@example.com' } };
  if (path.startsWith('tasks/')) return { task: detail(Number.parseInt(path.slice(6), 16)), users };
  if (path === 'tasks') return { tasks: Array.from({ length: count }, (_, n) => task(n)), users };
  // There is nothing else.
  return Object.fromEntries(
    ['items', 'tickets', 'projects', 'pages', 'notes', 'quick', 'threads'].map((name) => [name, []]),
  );
}

/** A row as servers send it: 20 fields, a title with quotes, and a description of 300 characters with accents and line ends. */
function task(n) {
  const [first, second] = [people[n % people.length][0], people[(n * 7) % people.length][0]];
  const marked = ['harbour', tags[n % tags.length]];
  return {
    id: `BEN-${n + 1}`,
    uuid: uuid(1, n),
    title: `Row ${n} is counted on the "wrong" day – or twice`,
    status: statuses[n % statuses.length],
    priority: 'medium',
    type: 'task',
    project: 'BEN',
    assignee: first,
    assignees: n % 3 === 0 ? [first, second] : [first],
    labels: marked,
    tags: marked,
    due: n % 4 === 0 ? '2026-11-20' : null,
    estimate: n % 3 === 0 ? 90 : null,
    createdBy: second,
    createdAt: `2026-10-${10 + (n % 20)}`,
    updated: `2026-11-${10 + (n % 9)}`,
    plannedFor: null,
    blocked: n % 10 === 0,
    loggedMinutes: (n * 15) % 400,
    ...(n % 10 === 0 && { dependsOn: [1, 2].map((step) => linkTo(n + step)) }),
    description: descriptionOf(n, 300),
  };
}

/** A task with 2.4 kB of text to search. */
function detail(n) {
  return { ...task(n), description: descriptionOf(n, 2_400) };
}

function linkTo(n) {
  return { uuid: uuid(1, n), id: `BEN-${n + 1}`, title: `Row ${n}`, status: 'todo' };
}

const sentences = [
  'The list shows "yesterday" although it is São Paulo’s today.\n',
  'Zoë saw it first, in the café’s till:\n\n- open the report\n- choose “all”\n',
  'C:\\export\\tills.csv has the same rows – the total differs.\n',
  'Nothing in the log but "ignored: früher".\t(See above.)\n',
  'It happens each week, mostly before the façade is closed.\n',
];

function descriptionOf(n, length) {
  let text = `${n}: `;
  for (let at = n; text.length < length; at += 1) text += sentences[at % sentences.length];
  return text.slice(0, length);
}

const tags = ['billing', 'über-urgent', 'q&a', 'print'];

function uuid(kind, n) {
  return `${n.toString(16).padStart(8, '0')}-000${kind}-4000-8000-000000000000`;
}

const [key, cert] = process.argv.slice(2).map((file) => readFileSync(file));
const server = key && cert ? createSecureServer({ key, cert }, answer) : createServer(answer);
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
