/** What a merge can still lose, for the help of every verb that merges into a list. */
export const mergeLimit: string = [
  'The server can only replace such a list as a whole: a change that someone else makes between the read and the write is',
  'lost, and yours is lost if they read the list before your write and write theirs after it was checked.',
].join('\n');
