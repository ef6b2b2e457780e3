import type { Context } from '../../args/context.js';
import { TrackerError } from '../../contract/errors.js';
import type { Row } from '../../contract/row.js';
import { composeAnswer, type Part, partOf, partOfError, type ToolAnswer } from './answer.js';
import { linesOf, skipIn } from './lines.js';
import { type LineOptions, runLine } from './run-line.js';
import { type LoadedTool, usageOfCommand } from './tools.js';

export interface CallOptions extends LineOptions {
  /** The real path of the folder whose files may be attached. */
  readonly root: string | undefined;
}

/** Runs the commands that a tool stands for, and gives its answer: where they fail, the error in words. */
export async function callTool(
  context: Context,
  tool: LoadedTool,
  given: Row,
  options: CallOptions,
): Promise<ToolAnswer> {
  const parts: Part[] = [];
  try {
    const lines = linesOf(tool, given, options.root);
    const skip = tool.skips ? skipIn(given) : undefined;
    for (const { command, argv } of lines) {
      const ran = await runLine(context, argv, options);
      const usage = ran.failure?.kind === 'usage' && tool.name === 'propose' ? usageOfCommand(command) : undefined;
      parts.push({ name: command.name, ...(await partOf(ran, { skip, share: lines.length, command, usage })) });
      if ((ran.failure && !ran.shown) || options.signal.aborted) break;
    }
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    return composeAnswer([partOfError(tool.name, error)]);
  }
  return composeAnswer(parts);
}
