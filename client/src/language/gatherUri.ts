/** Addresses of files of must-gathers: `osc-gather://<id of the must-gather>/<path in it>`. They name a file, and lead nowhere else. */
import type { Uri } from 'vscode';

/** The parts of a URI that count here. */
export type GatherUriParts = Pick<Uri, 'scheme' | 'authority' | 'path'>;

export const gatherScheme = 'osc-gather';

/** @param file from the root of the must-gather, with `/` */
export function gatherUriParts(id: string, file: string): GatherUriParts {
  return { scheme: gatherScheme, authority: id, path: `/${file}` };
}

/** What such an address names; undefined for one that `gatherUriParts` does not make. Anybody may write a URI. */
export function gatherFileAt({ scheme, authority, path }: GatherUriParts): { readonly id: string; readonly file: string } | undefined {
  if (scheme !== gatherScheme || !/^[0-9a-f]{16}$/.test(authority) || !path.startsWith('/')) return undefined;
  const parts = path.slice(1).split('/');
  return parts.some((part) => part === '' || part === '.' || part === '..') ? undefined : { id: authority, file: parts.join('/') };
}
