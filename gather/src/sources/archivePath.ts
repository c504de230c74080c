/** Names of entries of archives: they are anybody's text. */
import * as l10n from '@vscode/l10n';
import { limits } from '../limits/limits.ts';

/** The path with `/` and without `.`; or why it is refused. */
export function normalizeArchivePath(name: string): { readonly path: string } | { readonly why: string } {
  if (name.length > limits.path) return { why: l10n.t`a path that is too long` };
  if (/[\0\n\r]/.test(name)) return { why: l10n.t`a path with control characters` };
  // Those who pack on Windows may write backslashes: as a part of a name they would be a trap.
  if (name.includes('\\')) return { why: l10n.t`a path with backslashes` };
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return { why: l10n.t`an absolute path` };
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return { why: l10n.t`a path outside the archive` };
  if (parts.length > limits.depth) return { why: l10n.t`a path that is too deep` };
  return parts.length === 0 ? { why: l10n.t`an empty path` } : { path: parts.join('/') };
}
