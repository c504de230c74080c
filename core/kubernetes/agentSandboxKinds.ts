/**
 * Names of the kinds of agent-sandbox, which runs agents in pods. Separate from their fields, so that lists of kinds
 * can use them.
 */

/** API group of Sandbox. */
export const sandboxGroup = 'agents.x-k8s.io';
/** API group of the other kinds. */
export const sandboxExtensionsGroup = `extensions.${sandboxGroup}`;

/** Served versions, starting with the stored one. agent-sandbox 0.4 and earlier have only the last one. */
export const sandboxVersions = ['v1beta1', 'v1alpha1'] as const;

/** IDs of the kinds with a pod template. */
export const sandboxPodIds: readonly string[] = ['Sandbox', 'SandboxTemplate'];

/** IDs of all kinds. */
export const agentSandboxIds: readonly string[] = [...sandboxPodIds, 'SandboxClaim', 'SandboxWarmPool'];

/** Returns whether objects with this apiVersion have the fields of v1alpha1. */
export function isOldSandboxVersion(apiVersion: string | undefined): boolean {
  return apiVersion?.endsWith('/v1alpha1') === true;
}
