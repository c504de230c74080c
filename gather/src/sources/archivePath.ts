/** Validates names of archive entries, which can contain any text. */
import * as l10n from '@vscode/l10n';
import { limits } from '../limits/limits.ts';

/** Returns the path with `/` and without `.`, or the reason it is rejected. */
export function normalizeArchivePath(name: string): { readonly path: string } | { readonly why: string } {
  if (name.length > limits.path) return { why: l10n.t`a path that is too long` };
  if (/[\0\n\r]/.test(name)) return { why: l10n.t`a path with control characters` };
  // Archives created on Windows can contain backslashes, which would be dangerous as part of a name.
  if (name.includes('\\')) return { why: l10n.t`a path with backslashes` };
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return { why: l10n.t`an absolute path` };
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return { why: l10n.t`a path outside the archive` };
  if (parts.length > limits.depth) return { why: l10n.t`a path with too many levels` };
  return parts.length === 0 ? { why: l10n.t`an empty path` } : { path: parts.join('/') };
}
