/**
 * Maps objects of a cluster to document URIs:
 * `osc-cluster:/<context>/<group>/<version>/<plural>/<kind>/<namespace>/<name>.yaml`. The URI contains no secrets.
 */
import { omitUndefined } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { isOffered } from '#client/kubernetes/read/readableKinds.ts';

/** Placeholder for an empty part: the core group, or the namespace of a cluster-scoped object. */
const none = '-';

/** Extension of the path: `.yaml` for the object, `.txt` for its description. */
export type ObjectPathExtension = 'yaml' | 'txt';

/** Returns the path for an object, with every part encoded. */
export function objectPath(
  context: string,
  { group, version, plural, kind, name, namespace }: ObjectReference,
  extension: ObjectPathExtension = 'yaml',
): string {
  const parts = [context, group === '' ? none : group, version, plural, kind, namespace ?? none, name];
  return `/${parts.map(encodeURIComponent).join('/')}.${extension}`;
}

/** An object and its cluster. */
export interface PlacedObject {
  readonly context: string;
  readonly object: ObjectReference;
}

/**
 * Returns the object that a path names. Returns undefined if `objectPath` can't have created the path or the tree
 * doesn't show the object.
 */
export function objectAtPath(path: string): PlacedObject | undefined {
  const found = parsePath(path, 'yaml');
  return found !== undefined && isOffered(found.object) ? found : undefined;
}

/** Returns the object whose description a path names. The object can have any kind. */
export function describedAtPath(path: string): PlacedObject | undefined {
  return parsePath(path, 'txt');
}

function parsePath(path: string, extension: ObjectPathExtension): PlacedObject | undefined {
  const match = /^\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)\.(yaml|txt)$/.exec(path);
  if (match === null || match[8] !== extension) return undefined;
  let parts: readonly string[];
  try {
    parts = match.slice(1, 8).map((part) => decodeURIComponent(part));
  } catch {
    return undefined;
  }
  const [context = '', group = '', version = '', plural = '', kind = '', namespace = '', name = ''] = parts;
  // Each part becomes one segment of the path of an API request.
  if (
    [group, version, plural, namespace, name].some(
      (part) => !/^[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$/i.test(part) && part !== none,
    ) ||
    !/^[a-z][a-z0-9]*$/i.test(kind)
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
  return name === none ? undefined : { context, object };
}
