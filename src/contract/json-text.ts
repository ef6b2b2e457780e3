/**
 * The JSON text of a value in which whole numbers may be `bigint`, if a `number` could not hold them exactly
 * (docs/requirements.md, R40). `indent` is the number of spaces; 0 gives one line. Throws RangeError if nested too deeply.
 */
export function jsonText(value: unknown, indent = 0): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The mark is random, so no text from a server can be mistaken for a number.
    const mark = `${Math.random()}${Math.random()}#`;
    const text = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? mark + each : each), indent);
    return text.replace(new RegExp(`"${mark.replaceAll('.', '\\.')}(-?\\d+)"`, 'g'), '$1');
  }
}
