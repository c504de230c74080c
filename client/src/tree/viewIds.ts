/**
 * Defines the views that show the tree: one in this extension's container and one in the Kubernetes extension's
 * container. package.json shows one of them.
 */

export const viewIds = { ours: 'osc.clusters', inKubernetes: 'osc.clustersInKubernetes' } as const;

export const kubernetesExtension = 'ms-kubernetes-tools.vscode-kubernetes-tools';

/**
 * Returns the ID of the displayed view.
 * @param extensions the extensions API of VS Code
 */
export function viewIdFor(extensions: { getExtension(id: string): unknown }): string {
  return extensions.getExtension(kubernetesExtension) === undefined ? viewIds.ours : viewIds.inKubernetes;
}
