/**
 * Splits a command line from an environment variable, such as `firefox --new-tab "%s"`, at spaces. Single and double quotes
 * keep words together; nothing else is special, since no shell is involved.
 */
export function splitCommand(command: string): readonly string[] {
  const words = command.match(/(?:[^\s"']|"[^"]*"|'[^']*'|["'])+/g) ?? [];
  return words.map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
}
