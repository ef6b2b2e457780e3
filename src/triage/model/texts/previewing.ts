import type { Line } from '../../../output/text/span.js';
import type { Key } from '../../../terminal/key-names.js';
import type { WritingMessage } from '../mode.js';
import type { State } from '../state.js';
import { type Step, say } from '../step.js';

interface PreviewAnswer {
  readonly text: string;
  readonly lines: readonly Line[];
}

/** Shows how a text will look, or the text again. */
export function togglePreview(state: State, writing: WritingMessage): Step {
  if (writing.preview) return [{ ...state, mode: { ...writing, preview: undefined } }];
  const { text } = writing.field;
  if (text.trim() === '') return [say(state, 'there is no text yet')];
  return [
    { ...state, mode: { ...writing, preview: { text, from: 0 } } },
    { do: 'preview', text, width: state.size.columns - 3 },
  ];
}

export function takePreview(state: State, { text, lines }: PreviewAnswer): Step {
  const { mode } = state;
  if (mode.is !== 'write' || mode.preview?.text !== text) return [state];
  return [{ ...state, mode: { ...mode, preview: { ...mode.preview, lines } } }];
}

/** What a key does there; undefined if it does what it always does, or changes the text, which is shown again then. */
export function inPreview(state: State, { name }: Key, { preview, ...writing }: WritingMessage): Step | undefined {
  if (!preview) return undefined;
  if (name === 'esc') return [{ ...state, mode: writing }];
  const by = { up: -1, down: 1, 'wheel-up': -3, 'wheel-down': 3, pageup: -5, pagedown: 5 }[name];
  if (by === undefined) return undefined;
  const from = Math.max(0, Math.min(preview.from + by, (preview.lines?.length ?? 1) - 1));
  return [{ ...state, mode: { ...writing, preview: { ...preview, from } } }];
}
