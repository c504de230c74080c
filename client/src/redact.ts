/** Takes out of a text what looks like a credential. */
import { credentialPatterns, privateKeyPattern } from '../../core/credentialPatterns.ts';

const patterns: readonly RegExp[] = [...credentialPatterns, privateKeyPattern];

/** A log line longer than this is cut: nobody reads it, and the patterns would take their time over it. */
const maxLength = 20_000;

/** The text with credentials replaced by `[redacted]`. */
export function redact(text: string): string {
  const short = text.length > maxLength ? `${text.slice(0, maxLength)} [cut]` : text;
  return patterns.reduce((cleaned, pattern) => cleaned.replace(pattern, '[redacted]'), short);
}
