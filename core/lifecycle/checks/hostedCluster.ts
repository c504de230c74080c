/**
 * Sources: openshift/api config/v1 Infrastructure (controlPlaneTopology External); openshift/hypershift docs, "Configuring Machines": machine configuration is
 * managed by NodePools of the hosting cluster; domain/01-kataconfig.md 1.7 (the operator works by MachineConfigPools).
 */
import { creatingKataConfig } from '../../docSections.ts';
import { itemsOf } from '../../live/status/surroundings.ts';
import { defineCheck } from '../check.ts';
import { isHosted } from '../facts/infrastructure.ts';
import { knownFact } from '../situation.ts';
import { unknownFinding, unseen, unseenKind } from '../unseen.ts';

export const hostedCluster = defineCheck({
  id: 'machine-config-pools',
  title: 'MachineConfigPools',
  area: 'Cluster',
  why: 'The operator brings kata to nodes by a MachineConfigPool; clusters with a hosted control plane have none.',
  docs: creatingKataConfig,
  decides: true,
  kinds: ['machineConfigPools'],
  facts: ['infrastructure'],
  judge(situation) {
    const infrastructure = knownFact(situation, 'infrastructure');
    const hosted = infrastructure === undefined ? undefined : isHosted(infrastructure);
    const topology = infrastructure?.controlPlaneTopology;
    const says = topology === undefined ? [] : [`Infrastructure cluster: controlPlaneTopology ${topology}`];
    const missing = unseenKind(situation, 'machineConfigPools');
    if (missing !== undefined && hosted !== true) return unknownFinding(unseen(situation, ['machineConfigPools'], ['infrastructure']));
    const pools = itemsOf(situation.snapshot, 'machineConfigPools').map(({ name }) => name);
    if (pools.length > 0) return { verdict: 'pass', headline: `There are ${pools.length}`, evidence: [...says, `Pools: ${pools.slice(0, 20).join(', ')}`] };
    return {
      verdict: 'fail',
      headline: hosted === true ? 'The control plane is hosted elsewhere: there are no pools' : 'There are none',
      evidence: [...says, ...(missing === undefined ? ['The cluster has no MachineConfigPool.'] : [missing])],
      meaning: 'A KataConfig would wait for its nodes without end.',
      todo:
        hosted === true
          ? 'Choose a cluster with a control plane of its own.'
          : 'See whether the Machine Config Operator runs: `oc get clusteroperator machine-config`.',
    };
  },
});
