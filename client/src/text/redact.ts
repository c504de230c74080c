/** Redacts text that looks like a credential. */
import { redactText } from '#core/redaction/index.ts';

/** Maximum number of characters of a log line. The rest is cut off, because the patterns would take too long. */
const maxLength = 20_000;

/** Replaces the credentials in a text with `***`. */
export function redact(text: string): string {
  const short = text.length > maxLength ? `${text.slice(0, maxLength)} [cut]` : text;
  return redactText(short);
}
