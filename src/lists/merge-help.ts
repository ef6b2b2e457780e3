/** What a merge can still lose, for the help of every verb that merges into a list. */
export const mergeLimit: string = [
  'The server can only store the whole list at once. If someone else changes it at the same moment, one of the two changes can',
  'be lost.',
].join('\n');
