/** The shortest secret that is masked: a shorter one would match ordinary words. */
const shortest = 8;

/** A server, a proxy or a bug may put a token into an error message, perhaps cut off or in another case (docs/requirements.md, R28). */
export function createConcealer() {
  const secrets = new Set<string>();
  return {
    /** Masks this text and its encoded forms from now on. A text too short to be a secret is ignored. */
    add: (secret: string) => void (secret.length < shortest || secrets.add(secret)),
    /** The text with every secret replaced by `***`, also if `…` or the end of a line cuts it off. */
    mask(text: string) {
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

/** Masks the end of the run of characters if it is the beginning of the form. */
function withoutBeginning(run: string, form: string): string {
  const text = run.toLowerCase();
  const head = form.slice(0, shortest);
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + 1))
    if (form.startsWith(text.slice(at))) return `${run.slice(0, at)}***`;
  return run;
}
