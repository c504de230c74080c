/** What commands on an object are about. */
import type { LiveKind } from '#core/cluster/objects/watchedKind.ts';
import type { LiveObject } from '#core/cluster/objects/clusterObject.ts';
import { given } from '#core/common/json.ts';
import type { NodeTarget } from '#client/clusters/state/nodeTarget.ts';

export function objectTarget(
  { context }: { readonly context: string },
  { group, version, plural, kind }: Pick<LiveKind<LiveObject>, 'group' | 'version' | 'plural' | 'kind'>,
  { name, namespace }: Pick<LiveObject, 'name' | 'namespace'>,
): NodeTarget {
  return { context, object: { group, version, plural, kind, name, ...given({ namespace }) } };
}
