/** Knows the secrets of a run, and takes them out of what is about to be shown. */
export interface Concealer {
  /** From now on this text, and its encoded forms, are masked. What is too short to be a secret is left alone. */
  add(secret: string): void;
  /** The text with `***` in place of every secret, and of the beginning of one that `…` or the end of a line cuts off. */
  mask(text: string): string;
}

/** The shortest secret that is masked: a shorter one would tear holes into ordinary words. */
const shortest = 8;

/**
 * A server, a proxy or a bug may quote a token in an error, and what passes it on may cut it or change the case of its
 * letters; none of it reaches the screen (docs/requirements.md, R28).
 */
export function createConcealer(): Concealer {
  const secrets = new Set<string>();
  return {
    add: (secret) => void (secret.length < shortest || secrets.add(secret)),
    mask(text) {
      let masked = text;
      for (const form of new Set([...secrets].flatMap(formsOf))) masked = withoutForm(masked, form);
      return masked;
    },
  };
}

function formsOf(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  const base64url = Buffer.from(secret).toString('base64url');
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), base64, base64url];
}

function withoutForm(text: string, form: string): string {
  const whole = new RegExp(form.replace(/[^\w]/g, '\\$&'), 'gi');
  return text.replace(whole, '***').replace(/[^\s…]+/g, (run, at: number, all: string) => {
    const next = all[at + run.length] ?? '\n';
    return /[…\r\n]/.test(next) ? withoutBeginning(run, form.toLowerCase()) : run;
  });
}

/** The run of characters without what it ends in, where that is the beginning of the form. */
function withoutBeginning(run: string, form: string): string {
  const text = run.toLowerCase();
  const head = form.slice(0, shortest);
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + 1))
    if (form.startsWith(text.slice(at))) return `${run.slice(0, at)}***`;
  return run;
}
