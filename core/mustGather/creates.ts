/** What a must-gather makes on a cluster, in words: said before it begins. Source: openshift/oc@6b8e30c5b pkg/cli/admin/mustgather/mustgather.go; domain/07-must-gather.md 7.2 (node-gather). */
import type { GatherChoices } from './choices.ts';

/** A sentence each. */
export function whatItCreates({ what, runNamespace, node }: GatherChoices): readonly string[] {
  const images = what === 'both' ? 'a pod for each of the two images' : 'a pod';
  const where = runNamespace === undefined ? 'a namespace openshift-must-gather-<random>' : `the namespace ${runNamespace}, which stays`;
  return [
    ...(runNamespace === undefined
      ? ['It makes a namespace openshift-must-gather-<random>, and a ClusterRoleBinding must-gather-<random> that gives its pods the role cluster-admin.']
      : [`It uses the namespace ${runNamespace}: its default service account must be allowed what is to be gathered.`]),
    `It runs ${images} in ${where}${node === undefined ? '' : `, on ${node}`}.`,
    ...(what === 'sandboxed' || what === 'both' ? ['The image of sandboxed containers runs a privileged pod on every node that it looks into.'] : []),
    runNamespace === undefined ? 'When it ends, or is cancelled, oc deletes all of it.' : 'When it ends, oc deletes its pods.',
  ];
}
