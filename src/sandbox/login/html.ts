import { createHash } from 'node:crypto';
import type { SandboxReply } from '../http/exchange.js';
import { loginStyle } from './style.js';

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
