/** The requests of edge hosting that list resources with a status. */
import type { EdgeResource } from './table/edgePair.ts';

/**
 * What each of them lists, in the order in which they are asked. Source: notes/edge-status.md: volcengine.com/docs/6499
 * has ListClusters, ListEdgeNodePools and ListEdgeNodes; ListNodePools, ListNodes and ListAddons are known from
 * volcengine/terraform-provider-volcengine volcengine/veecp alone. VKE has those without `Edge` as well.
 */
export const listActions = {
  ListClusters: 'cluster',
  ListEdgeNodePools: 'nodePool',
  ListNodePools: 'nodePool',
  ListEdgeNodes: 'node',
  ListNodes: 'node',
  ListAddons: 'component',
} as const satisfies Readonly<Record<string, EdgeResource>>;

/** By its name in lower case. */
const byLowerCase: ReadonlyMap<string, EdgeResource> = new Map(
  Object.entries(listActions).map(([name, resource]) => [name.toLowerCase(), resource]),
);

/** What an action lists, however its name is written; undefined for others. */
export function resourceOfAction(action: string): EdgeResource | undefined {
  return byLowerCase.get(action.toLowerCase());
}

/** What an action lists, by its name as the API spells it; undefined for others. */
export function resourceOfSpelledAction(action: string): EdgeResource | undefined {
  const spelled: Readonly<Record<string, EdgeResource>> = listActions;
  return Object.hasOwn(spelled, action) ? spelled[action] : undefined;
}
