const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/**
 * How long an age such as `30s`, `3d`, `1d12h`, `1:30` or `2w` is (milliseconds); a bare number is minutes. Undefined for any other
 * text.
 */
export function ageIn(text: string): number | undefined {
  const given = text.trim().toLowerCase();
  const minutes = bareMinutes(given);
  if (minutes !== undefined) return minutes * 60_000;
  const parts = [...given.matchAll(/(\d+(?:\.\d+)?)([smhdw])/g)];
  if (given === '' || parts.map(([whole]) => whole).join('') !== given) return undefined;
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ''] ?? 0), 0);
}

/** The minutes of `90` or `1:30`. */
export function bareMinutes(given: string): number | undefined {
  const [, hours, minutes] = /^(?:(\d+):(?=[0-5]\d$))?(\d+)$/.exec(given) ?? [];
  return minutes === undefined ? undefined : Number(hours ?? 0) * 60 + Number(minutes);
}
