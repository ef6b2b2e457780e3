import type { Line, Style } from './span.js';

/** Turns a line into text, with escape codes if colour is on. */
export type Paint = (line: Line) => string;

const plainPaint: Paint = (line) => line.map(({ text }) => text).join('');

/**
 * The painter of this run. Without colour it loads nothing and never prints an escape code; with colour it uses the sixteen
 * colours of the terminal's theme.
 */
export async function createPaint(color: boolean): Promise<Paint> {
  if (!color) return plainPaint;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  const styles: Readonly<Record<Style, (text: string) => string>> = {
    strong: chalk.bold,
    dim: chalk.dim,
    good: chalk.green,
    busy: chalk.blueBright,
    warn: chalk.yellow,
    bad: chalk.red,
    internal: chalk.magenta,
    accent: chalk.cyan,
    italic: chalk.italic,
    underline: chalk.underline,
    struck: chalk.strikethrough,
    inverse: chalk.inverse,
  };
  return (line) =>
    line
      .map(({ text, styles: names, link }) => {
        const painted = names.reduce((shown, name) => styles[name](shown), text);
        return link === undefined ? painted : `\x1b]8;;${link}\x1b\\${painted}\x1b]8;;\x1b\\`;
      })
      .join('');
}
