/** Takes out of a text what looks like a credential. */

const patterns: readonly RegExp[] = [
  // Authorization headers, and OpenShift's own tokens wherever they stand.
  /\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/gi,
  /\bsha256~[\w-]{20,}/g,
  // JSON web tokens. From the beginning of a run of these characters only: elsewhere in it, each `-eyJ` would be a beginning that reads the whole run.
  /(?<![\w-])eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
];

/** A log line longer than this is cut: nobody reads it, and the patterns would take their time over it. */
const maxLength = 20_000;

/** The text with credentials replaced by `[redacted]`. */
export function redact(text: string): string {
  const short = text.length > maxLength ? `${text.slice(0, maxLength)} [cut]` : text;
  return patterns.reduce((cleaned, pattern) => cleaned.replace(pattern, '[redacted]'), short);
}
