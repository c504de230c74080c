/** Makes names from a text safe for commands. */
import { sanitizeLabel } from '../../text/sanitize.ts';

/** Returns a name that can be part of a command. Replaces the characters that names of objects can't contain. */
export function nameForCommand(name: string): string {
  return sanitizeLabel(name).replace(/[^A-Za-z0-9.…-]/g, '_');
}
