/** Builds the URL of a request and checks that it addresses the intended object. */

/**
 * Returns the URL of a request. Returns undefined for a path that the URL standard would change, such as `/pods/..`, or
 * that has an empty segment, such as `/pods/`. Otherwise, a delete request could delete an entire collection. Object
 * names come from clusters, and an owner reference can contain any name.
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
