/** What the help of every verb that merges into a list says of its limit. */
export const mergeLimit: string = [
  'The limit: a server only takes such a list as a whole. What somebody writes between our reading and our writing is',
  'lost; and ours is where they have read before we wrote, and write after our last look. No command can tell then.',
].join('\n');
