/** Source: openshift/api config/v1 ClusterVersion. */
import { openShiftCompatibility } from '../../docSections.ts';
import { itemsOf } from '../../live/status/surroundings.ts';
import { defineCheck } from '../check.ts';
import { unknownFinding, unseenKind } from '../unseen.ts';

export const clusterUpdate = defineCheck({
  id: 'cluster-update',
  title: 'Update of OpenShift',
  area: 'Cluster',
  why: 'An update of OpenShift reboots the nodes, too: kata waits for it, or they reboot twice.',
  docs: openShiftCompatibility,
  kinds: ['clusterVersions'],
  facts: [],
  judge(situation) {
    const unseen = unseenKind(situation, 'clusterVersions');
    if (unseen !== undefined) return unknownFinding([unseen]);
    const found = itemsOf(situation.snapshot, 'clusterVersions').find(({ name }) => name === 'version');
    if (found === undefined) return { verdict: 'none', headline: 'There is no ClusterVersion', evidence: [] };
    const { version = 'a version that is not known', desired = version, updating } = found;
    if (!updating) return { verdict: 'pass', headline: 'None is under way', evidence: [`ClusterVersion: ${version}, not progressing`] };
    return {
      verdict: 'warn',
      headline: `OpenShift is being updated to ${desired}`,
      evidence: [`ClusterVersion: ${version}, progressing to ${desired}`],
      todo: 'Wait until it is done: `oc get clusterversion`.',
    };
  },
});
