/** Lists the edge hosting requests that return resources with a status. */
import type { EdgeResource } from './table/edgePair.ts';

/**
 * Maps each action to the listed resource kind, in request order. Source: notes/edge-status.md:
 * volcengine.com/docs/6499 has ListClusters, ListEdgeNodePools and ListEdgeNodes; ListNodePools, ListNodes and
 * ListAddons are known only from volcengine/terraform-provider-volcengine volcengine/veecp. VKE also has the actions
 * without `Edge`.
 */
export const listActions = {
  ListClusters: 'cluster',
  ListEdgeNodePools: 'nodePool',
  ListNodePools: 'nodePool',
  ListEdgeNodes: 'node',
  ListNodes: 'node',
  ListAddons: 'component',
} as const satisfies Readonly<Record<string, EdgeResource>>;

/** Returns the names of the actions that list a resource kind. */
export function actionsListing(resource: EdgeResource): readonly string[] {
  return Object.entries(listActions).flatMap(([action, listed]) => (listed === resource ? [action] : []));
}

/** Resource kinds by lowercase action name. */
const byLowerCase: ReadonlyMap<string, EdgeResource> = new Map(
  Object.entries(listActions).map(([name, resource]) => [name.toLowerCase(), resource]),
);

/** Returns the resource kind that an action lists, regardless of case, or undefined for other actions. */
export function resourceOfAction(action: string): EdgeResource | undefined {
  return byLowerCase.get(action.toLowerCase());
}

/**
 * Returns the resource kind that an action lists, or undefined for other actions. The name must be spelled as in the
 * API.
 */
export function resourceOfSpelledAction(action: string): EdgeResource | undefined {
  const spelled: Readonly<Record<string, EdgeResource>> = listActions;
  return Object.hasOwn(spelled, action) ? spelled[action] : undefined;
}
