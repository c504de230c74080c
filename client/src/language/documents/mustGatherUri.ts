/**
 * Addresses of files of must-gathers: `osc-gather://<id of the must-gather>/<path in it>`. They name a file, and lead
 * nowhere else.
 */
import type { Uri } from 'vscode';
import { sanitizeLiteral } from '#core/text/sanitize.ts';

/** The parts of a URI that count here. */
export type GatherUriParts = Pick<Uri, 'scheme' | 'authority' | 'path'> & Partial<Pick<Uri, 'query'>>;

export const gatherScheme = 'osc-gather';

/** @param file from the root of the must-gather, with `/` */
export function gatherUriParts(id: string, file: string): GatherUriParts {
  const shown = sanitizeLiteral(file);
  // The editor shows the path: what would not be seen of a name is spelled out there, and the name itself comes along.
  return { scheme: gatherScheme, authority: id, path: `/${shown}`, ...(shown === file ? {} : { query: file }) };
}

/** What such an address names; undefined for one that `gatherUriParts` does not make. Anybody may write a URI. */
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
