/** Creates menu positions in the views of the extension. */
import type { ClusterAction } from '#core/operations/permissions/permittedActions.ts';
import { permissionWord } from '#client/clusters/state/permissionWord.ts';
import type { MenuLocation } from './commandContribution.ts';

// The Clusters view has a second ID in the view container of the Kubernetes extension.
const isClustersView = 'view =~ /^osc\\.clusters/';
const isEdgeView = 'view == osc.edgeHosting';

/** ID of the view with the comparison of a folder. */
export const folderViewId = 'osc.folderComparison';

/**
 * Returns a menu position in the title of the Clusters view.
 * @param when an additional condition
 */
export function clustersTitle(group: string, when?: string): MenuLocation {
  return { menu: 'view/title', group, when: allOf(isClustersView, when) };
}

/**
 * Returns a menu position on rows of the Clusters view.
 * @param row the word of the row's `contextValue` after `osc-`, or a regular expression for such words
 * @param when an additional condition
 */
export function clusterRow(group: string, row: string, when?: string): MenuLocation {
  return { menu: 'view/item/context', group, when: allOf(isClustersView, isRow(row), when) };
}

/**
 * Returns the condition that the user has the permissions for a command.
 * @param when an additional condition
 */
export function ifPermitted(action: ClusterAction, when?: string): string {
  return allOf(when, `viewItem =~ /\\b${permissionWord(action)}\\b/`);
}

/**
 * Returns a menu position in the title of the Edge Hosting view.
 * @param when an additional condition
 */
export function edgeTitle(group: string, when?: string): MenuLocation {
  return { menu: 'view/title', group, when: allOf(isEdgeView, when) };
}

/**
 * Returns a menu position on rows of the Edge Hosting view.
 * @param row the word of the row's `contextValue` after `osc-`
 */
export function edgeRow(group: string, row: string): MenuLocation {
  return { menu: 'view/item/context', group, when: allOf(isEdgeView, isRow(row)) };
}

/**
 * Returns a menu position in the title of the Folder Comparison view.
 * @param when an additional condition
 */
export function folderTitle(group: string, when?: string): MenuLocation {
  return { menu: 'view/title', group, when: allOf(`view == ${folderViewId}`, when) };
}

/**
 * Returns a menu position on rows of the Folder Comparison view.
 * @param row the word of the row's `contextValue` after `osc-`
 */
export function folderRow(group: string, row: string): MenuLocation {
  return { menu: 'view/item/context', group, when: allOf(`view == ${folderViewId}`, isRow(row)) };
}

function isRow(row: string): string {
  return `viewItem =~ /\\bosc-${row}\\b/`;
}

function allOf(...conditions: readonly (string | undefined)[]): string {
  return conditions.filter((condition) => condition !== undefined).join(' && ');
}
