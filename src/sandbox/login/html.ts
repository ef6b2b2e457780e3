import { createHash } from 'node:crypto';
import type { SandboxReply } from '../http/exchange.js';

/** A piece of markup; only `html` makes one, so text is never inserted unescaped. */
export interface Markup {
  readonly markup: string;
}

type Part = string | Markup | undefined | readonly Markup[];

/** Markup from a template: inserted strings are escaped, markup is kept, undefined inserts nothing. */
export function html(fixed: TemplateStringsArray, ...parts: Part[]): Markup {
  return { markup: fixed.map((text, index) => text + render(parts[index])).join('') };
}

interface Page {
  readonly status: number;
  readonly title: string;
  readonly content: Markup;
  /** The sources of `form-action`; `'none'` for a page without a form. */
  readonly formTargets: string;
  readonly headers?: Record<string, string>;
}

/** A whole page that cannot be framed, cached or scripted (docs/requirements.md, R75). */
export function replyWithPage({ status, title, content, formTargets, headers }: Page): SandboxReply {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${{ markup: loginStyle }}</style>
</head>
<body>
<main>
<div class="brand">${mark}<span>tracker</span></div>
${content}
</main>
</body>
</html>
`;
  const styleHash = createHash('sha256').update(loginStyle).digest('base64');
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${formTargets}; frame-ancestors 'none'; base-uri 'none'`,
      ...quietHeaders,
      ...headers,
    },
    body: Buffer.from(document.markup),
  };
}

/** These pages handle tokens, so nothing is cached, sent as a referrer, or sniffed. */
export const quietHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const mark: Markup = {
  markup:
    '<svg viewBox="0 0 28 28" aria-hidden="true" focusable="false"><rect width="28" height="28" rx="8" fill="currentColor"/><path d="M7.5 14.5l4.2 4.2 8.8-9.2" fill="none" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/></svg>',
};

function render(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string') return escapeHtml(part);
  return 'markup' in part ? part.markup : part.map((each) => each.markup).join('');
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML content and quoted attributes (docs/requirements.md, R75). */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** The whole style sheet of the login page, which allows only this one, by its hash. */
const loginStyle = `
:root {
  color-scheme: light dark;
  --page: #f4f5f8; --glow: #e3e7fb; --card: #ffffff; --line: #dfe2ea; --field: #ffffff; --field-line: #868da0;
  --text: #171a23; --soft: #565d70; --accent: #3d4fd6; --accent-strong: #2f3fb8; --on-accent: #ffffff;
  --note: #f2f4fc; --note-line: #dbe0f6; --bad: #a81c2c; --bad-back: #fdf1f1; --bad-line: #f0c8cb;
  --shadow: 0 1px 2px rgb(20 24 45 / .06), 0 12px 32px -8px rgb(20 24 45 / .14);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1117; --glow: #1b2042; --card: #181b24; --line: #2a2f3d; --field: #11141b; --field-line: #737b92;
    --text: #eceef4; --soft: #a5acbe; --accent: #8f9dff; --accent-strong: #a9b4ff; --on-accent: #10132b;
    --note: #1e2233; --note-line: #2f3651; --bad: #ff9aa2; --bad-back: #2d1a20; --bad-line: #5a2b33;
    --shadow: 0 1px 2px rgb(0 0 0 / .4), 0 16px 40px -8px rgb(0 0 0 / .5);
  }
}
* { box-sizing: border-box; margin: 0; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  min-height: 100vh; min-height: 100dvh; padding: 32px 16px; display: flex; flex-direction: column; align-items: center;
  justify-content: center; background: var(--page) radial-gradient(60rem 30rem at 50% -12rem, var(--glow), transparent) no-repeat;
  color: var(--text); font: 400 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main { width: 100%; max-width: 27rem; }
.brand { display: flex; align-items: center; justify-content: center; gap: 10px; margin-bottom: 24px; font-weight: 650; font-size: 1.125rem; letter-spacing: -.01em; }
.brand svg { width: 28px; height: 28px; color: var(--accent); }
.brand svg path { stroke: var(--on-accent); }
.card { padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 16px; box-shadow: var(--shadow); }
h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -.02em; }
.lead { margin-top: 8px; text-wrap: pretty; color: var(--soft); }
.note { display: flex; gap: 12px; margin-top: 20px; padding: 12px 14px; background: var(--note); border: 1px solid var(--note-line); border-radius: 10px; font-size: .875rem; color: var(--soft); }
.note svg { flex: none; width: 20px; height: 20px; margin-top: 1px; color: var(--accent); }
.note strong { display: block; margin-bottom: 2px; color: var(--text); font-size: .9375rem; font-weight: 600; text-wrap: balance; }
code { font: 500 .94em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; color: var(--text); white-space: nowrap; }
.error + .lead { margin-top: 20px; }
.error { display: flex; gap: 10px; margin-top: 20px; padding: 12px 14px; background: var(--bad-back); border: 1px solid var(--bad-line); border-radius: 10px; color: var(--bad); font-size: .9375rem; font-weight: 500; }
.error svg { flex: none; width: 20px; height: 20px; margin-top: 1px; }
form { margin-top: 24px; }
label { display: block; margin-bottom: 6px; font-size: .9375rem; font-weight: 550; }
.field + .field { margin-top: 16px; }
input { width: 100%; height: 46px; padding: 0 14px; background: var(--field); color: var(--text); border: 1px solid var(--field-line); border-radius: 10px; font: inherit; }
input[aria-invalid] { border-color: var(--bad); }
button { display: block; width: 100%; min-height: 48px; margin-top: 24px; padding: 12px 16px; border: 1px solid transparent; border-radius: 10px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; line-height: 22px; text-align: center; cursor: pointer; transition: background-color .12s; }
button:hover { background: var(--accent-strong); }
input:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
input:focus-visible { outline-offset: 0; outline-width: 2px; border-color: var(--accent); }
.foot { margin-top: 24px; padding: 0 8px; color: var(--soft); font-size: .8125rem; text-align: center; text-wrap: balance; }
.foot p + p { margin-top: 4px; }
@media (max-width: 26rem) {
  body { justify-content: flex-start; padding: 24px 12px; }
  .card { padding: 24px 20px; border-radius: 14px; }
  h1 { font-size: 1.3125rem; }
}
@media (prefers-reduced-motion: reduce) { button { transition: none; } }
@media (forced-colors: active) { input:focus-visible, button:focus-visible { outline-color: Highlight; } }
`;
