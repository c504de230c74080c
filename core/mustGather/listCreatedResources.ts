/**
 * What a must-gather makes on a cluster, in words: said before it begins. Source: openshift/oc@6b8e30c5b
 * pkg/cli/admin/mustgather/mustgather.go; domain/07-must-gather.md 7.2 (node-gather).
 */
import * as l10n from '@vscode/l10n';
import type { GatherChoices } from './collectChoices.ts';

/** A sentence each. */
export function listCreatedResources({ what, runNamespace, node }: GatherChoices): readonly string[] {
  const images = what === 'both' ? l10n.t`a pod for each of the two images` : l10n.t`a pod`;
  const where =
    runNamespace === undefined
      ? l10n.t`a namespace openshift-must-gather-<random>`
      : l10n.t`the namespace ${runNamespace}, which stays`;
  return [
    ...(runNamespace === undefined
      ? [
          l10n.t`It makes a namespace openshift-must-gather-<random>, and a ClusterRoleBinding must-gather-<random> that gives its pods the role cluster-admin.`,
        ]
      : [
          l10n.t`It uses the namespace ${runNamespace}: its default service account must be allowed what is to be gathered.`,
        ]),
    node === undefined ? l10n.t`It runs ${images} in ${where}.` : l10n.t`It runs ${images} in ${where}, on ${node}.`,
    ...(what === 'sandboxed' || what === 'both'
      ? [l10n.t`The image of sandboxed containers runs a privileged pod on every node that it looks into.`]
      : []),
    runNamespace === undefined
      ? l10n.t`When it ends, or is cancelled, oc deletes all of it.`
      : l10n.t`When it ends, oc deletes its pods.`,
  ];
}
