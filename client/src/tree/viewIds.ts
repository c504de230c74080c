/**
 * The views that show the tree. Our own container has one, that of the Kubernetes extension the other; package.json
 * shows one of them.
 */

export const viewIds = { ours: 'osc.clusters', inKubernetes: 'osc.clustersInKubernetes' } as const;

export const kubernetesExtension = 'ms-kubernetes-tools.vscode-kubernetes-tools';

/** The one that is shown. @param extensions as VS Code has them */
export function viewIdFor(extensions: { getExtension(id: string): unknown }): string {
  return extensions.getExtension(kubernetesExtension) === undefined ? viewIds.ours : viewIds.inKubernetes;
}
