/** Knows the secrets of a run, and takes them out of what is about to be shown. */
export interface Concealer {
  /** From now on this text, and its encoded forms, are masked. What is too short to be a secret is left alone. */
  add(secret: string): void;
  /** The text with `***` in place of every secret. */
  mask(text: string): string;
}

/** The shortest secret that is masked: a shorter one would tear holes into ordinary words. */
const shortest = 8;

/** A server, a proxy or a bug may quote a token in an error; none of it reaches the screen (docs/requirements.md, R28). */
export function createConcealer(): Concealer {
  const secrets = new Set<string>();
  return {
    add(secret) {
      if (secret.length < shortest || secrets.has(secret)) return;
      for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) secrets.add(form);
    },
    mask(text) {
      let masked = text;
      for (const secret of secrets) masked = masked.replaceAll(secret, '***');
      return masked;
    },
  };
}
