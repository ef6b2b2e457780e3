/**
 * JSON text of a value that may hold whole numbers as `bigint`, where a `number` would not be what the server sent
 * (docs/requirements.md, R40). `indent` is the number of spaces; 0 is one line. Throws RangeError where it is too deep.
 */
export function jsonText(value: unknown, indent = 0): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Nobody who sends texts can know the mark, so that no text is taken for a number.
    const mark = `${Math.random()}${Math.random()}#`;
    const text = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? mark + each : each), indent);
    return text.replace(new RegExp(`"${mark.replaceAll('.', '\\.')}(-?\\d+)"`, 'g'), '$1');
  }
}
