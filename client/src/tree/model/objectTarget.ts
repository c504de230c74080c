/** Creates the target of commands on an object. */
import type { WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { omitUndefined } from '#core/common/json.ts';
import { listMissingFor, type ClusterAction } from '#core/operations/permissions/permittedActions.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { permissionWord } from '#client/clusters/state/permissionWord.ts';
import type { NodeTarget } from '#client/clusters/state/nodeTarget.ts';

export function createNodeTarget(
  { context }: { readonly context: string },
  { group, version, plural, kind }: Pick<WatchedKind<ClusterObject>, 'group' | 'version' | 'plural' | 'kind'>,
  { name, namespace }: Pick<ClusterObject, 'name' | 'namespace'>,
): NodeTarget {
  return { context, object: { group, version, plural, kind, name, ...omitUndefined({ namespace }) } };
}

/** Context value of rows whose events can be shown. */
export const eventContext: readonly string[] = ['osc-events'];

/** Returns the context values for those commands that the user has permission to run. */
export function permissionContext(
  { snapshot, permissions }: Pick<ClusterTreeInput, 'snapshot' | 'permissions'>,
  actions: readonly ClusterAction[],
): readonly string[] {
  return actions.filter((action) => listMissingFor(action, snapshot, permissions).length === 0).map(permissionWord);
}
