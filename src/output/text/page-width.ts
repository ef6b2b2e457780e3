/** The widest comfortable line of prose, however wide the terminal (cells). */
const widestText = 100;
const narrowestText = 20;

/** The width of running text on a terminal of `columns` cells. */
export function textWidth(columns: number): number {
  return Math.max(narrowestText, Math.min(columns, widestText));
}
