/**
 * Describes the resources that a must-gather creates on a cluster, for the review before it starts. Source:
 * openshift/oc@6b8e30c5b pkg/cli/admin/mustgather/mustgather.go; domain/07-must-gather.md 7.2 (node-gather).
 */
import * as l10n from '@vscode/l10n';
import type { GatherChoices } from './collectChoices.ts';

/** Returns sentences that describe what oc creates, where the pods run, and what oc deletes afterward. */
export function listCreatedResources({ what, runNamespace, node }: GatherChoices): readonly string[] {
  const images = what === 'both' ? l10n.t`a pod for each of the two images` : l10n.t`a pod`;
  const where =
    runNamespace === undefined
      ? l10n.t`a temporary namespace (openshift-must-gather-<random>)`
      : l10n.t`the namespace ${runNamespace}, which isn't deleted`;
  return [
    ...(runNamespace === undefined
      ? [
          l10n.t`oc creates the namespace openshift-must-gather-<random> and the ClusterRoleBinding must-gather-<random>, which grants the cluster-admin role to the pods in that namespace.`,
        ]
      : [
          l10n.t`oc uses the namespace ${runNamespace}. The default service account in this namespace needs permission to read the data that oc collects.`,
        ]),
    node === undefined ? l10n.t`oc runs ${images} in ${where}.` : l10n.t`oc runs ${images} in ${where}, on ${node}.`,
    ...(what === 'sandboxed' || what === 'both'
      ? [
          l10n.t`The must-gather image for OpenShift sandboxed containers also creates a privileged pod on every node from which it collects data.`,
        ]
      : []),
    runNamespace === undefined
      ? l10n.t`When the collection ends or is canceled, oc deletes all these resources.`
      : l10n.t`When the collection ends, oc deletes the must-gather pods.`,
  ];
}
