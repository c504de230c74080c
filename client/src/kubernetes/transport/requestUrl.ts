/** The address of a request, and that it is the one that was meant. */

/**
 * Undefined for a path that leads elsewhere than it says: `/pods/..` is what the URL standard makes shorter, `/pods/`
 * has no name at its end, and to delete either would delete a whole collection. Names come from clusters: owners of
 * pods may be called anything.
 */
export function requestUrl(
  base: URL,
  path: string,
  query: Readonly<Record<string, string | number | boolean | undefined>> = {},
): URL | undefined {
  const root = base.pathname.replace(/\/+$/, '');
  const [steps = ''] = path.split('?');
  if (!steps.startsWith('/') || /\/(?:\/|$)/.test(steps)) return undefined;
  const url = new URL(`${base.origin}${root}${path}`);
  if (url.pathname !== `${root}${steps}` || url.hash !== '') return undefined;
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}
