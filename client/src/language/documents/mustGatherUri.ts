/**
 * Creates and parses URIs of files in must-gathers: `osc-gather://<ID of the must-gather>/<path in the must-gather>`.
 * Such a URI can identify only a file in a must-gather.
 */
import type { Uri } from 'vscode';
import { sanitizeLiteral } from '#core/text/sanitize.ts';

/** The parts of a URI that this module uses. */
export type GatherUriParts = Pick<Uri, 'scheme' | 'authority' | 'path'> & Partial<Pick<Uri, 'query'>>;

export const gatherScheme = 'osc-gather';

/**
 * Returns the URI parts for a file.
 * @param file path relative to the root of the must-gather, with `/` as the separator
 */
export function gatherUriParts(id: string, file: string): GatherUriParts {
  const shown = sanitizeLiteral(file);
  // The editor shows the path, so invisible characters are escaped in it. The query then contains the original name.
  return { scheme: gatherScheme, authority: id, path: `/${shown}`, ...(shown === file ? {} : { query: file }) };
}

/**
 * Returns the file that a URI identifies. Returns undefined for a URI that `gatherUriParts` can't create, because any
 * extension or user can create such a URI.
 */
export function gatherFileAt({
  scheme,
  authority,
  path,
  query = '',
}: GatherUriParts): { readonly id: string; readonly file: string } | undefined {
  if (scheme !== gatherScheme || !/^[0-9a-f]{16}$/.test(authority) || !path.startsWith('/')) return undefined;
  if (query !== '' && path !== `/${sanitizeLiteral(query)}`) return undefined;
  const parts = (query === '' ? path.slice(1) : query).split('/');
  return parts.some((part) => part === '' || part === '.' || part === '..')
    ? undefined
    : { id: authority, file: parts.join('/') };
}
