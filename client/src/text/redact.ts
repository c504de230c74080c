/** Takes out of a text what looks like a credential. */
import { redactText } from '#core/redaction/index.ts';

/** A log line longer than this is cut: nobody reads it, and the patterns would take their time over it. */
const maxLength = 20_000;

/** Replaces the credentials in a text with `***`. */
export function redact(text: string): string {
  const short = text.length > maxLength ? `${text.slice(0, maxLength)} [cut]` : text;
  return redactText(short);
}
