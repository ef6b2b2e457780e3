/** A paragraph in the help of every verb that merges into a list: what can still get lost. */
export const mergeLimit: string = [
  'A server only takes such a list as a whole. What somebody else writes between our read and our write is lost; and our',
  'change is lost if they read the list before our write and write theirs after our last read. Nothing can detect that.',
].join('\n');
