/**
 * Detects whether a workspace is about OSC. Other workspaces can also use Kata, from upstream or a cloud provider, with
 * their own names for runtime classes.
 */
import {
  operatorNamespace,
  peerPodsConfigMapName,
  documentedSubscription,
  featureGatesName,
} from '#core/product/namespaces.ts';
import type { WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';

/** Returns whether a file contains an object that only the OSC operator uses or that installs the operator. */
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
