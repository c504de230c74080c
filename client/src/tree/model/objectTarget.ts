/** Creates the target of commands on an object. */
import type { WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { omitUndefined } from '#core/common/json.ts';
import type { NodeTarget } from '#client/clusters/state/nodeTarget.ts';

export function createNodeTarget(
  { context }: { readonly context: string },
  { group, version, plural, kind }: Pick<WatchedKind<ClusterObject>, 'group' | 'version' | 'plural' | 'kind'>,
  { name, namespace }: Pick<ClusterObject, 'name' | 'namespace'>,
): NodeTarget {
  return { context, object: { group, version, plural, kind, name, ...omitUndefined({ namespace }) } };
}
