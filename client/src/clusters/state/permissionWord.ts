/** Defines the `contextValue` words for permissions. */
import type { ClusterAction } from '#core/operations/permissions/permittedActions.ts';

/** Returns the word of rows on which a command can succeed with the permissions of the user. */
export function permissionWord(action: ClusterAction): `osc-may${string}` {
  return `osc-may${action.charAt(0).toUpperCase()}${action.slice(1)}`;
}
