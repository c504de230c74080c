/**
 * Is a workspace about OSC? Others use kata too, from upstream or from a cloud, and call their runtime classes as they
 * like.
 */
import { operatorNamespace, peerPodsConfigMapName, documentedSubscription } from '#core/product/namespaces.ts';
import { featureGatesName } from '#core/peerPods/featureGates.ts';
import type { WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';

/** Some file has an object that only the operator of OSC reads or that installs it. */
export function isAboutOsc(workspace: WorkspaceSnapshot): boolean {
  return (
    workspace.of('KataConfig').length > 0 ||
    workspace
      .of('Subscription')
      .some(({ object }) => object.values.get('name')?.text === documentedSubscription.package) ||
    [peerPodsConfigMapName, featureGatesName].some((id) =>
      workspace.of(id).some(({ object }) => object.namespace === operatorNamespace),
    )
  );
}
