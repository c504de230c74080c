/**
 * Where an object of a cluster stands as a document:
 * `osc-cluster:/<context>/<group>/<version>/<plural>/<kind>/<namespace>/<name>.yaml`. Nothing in it is secret.
 */
import { omitUndefined } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { isOffered } from '#client/kubernetes/read/readableKinds.ts';

/** Stands where a part is empty: for the core group, and for what has no namespace. */
const none = '-';

/** The path, every part of it encoded. */
export function objectPath(
  context: string,
  { group, version, plural, kind, name, namespace }: ObjectReference,
): string {
  const parts = [context, group === '' ? none : group, version, plural, kind, namespace ?? none, name];
  return `/${parts.map(encodeURIComponent).join('/')}.yaml`;
}

/** What such a path names; undefined for one that `objectPath` does not make, and for what the tree does not show. */
export function objectAtPath(path: string): { readonly context: string; readonly object: ObjectReference } | undefined {
  const match = /^\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)\.yaml$/.exec(path);
  if (match === null) return undefined;
  let parts: readonly string[];
  try {
    parts = match.slice(1).map((part) => decodeURIComponent(part));
  } catch {
    return undefined;
  }
  const [context = '', group = '', version = '', plural = '', kind = '', namespace = '', name = ''] = parts;
  // Each becomes one step of the path that a server is asked for.
  if (
    [group, version, plural, namespace, name].some(
      (part) => !/^[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$/i.test(part) && part !== none,
    )
  )
    return undefined;
  const object = {
    group: group === none ? '' : group,
    version,
    plural,
    kind,
    name,
    ...omitUndefined({ namespace: namespace === none ? undefined : namespace }),
  };
  return name !== none && isOffered(object) ? { context, object } : undefined;
}
