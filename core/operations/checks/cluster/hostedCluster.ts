/**
 * Sources: openshift/api config/v1 Infrastructure (controlPlaneTopology External); openshift/hypershift docs,
 * "Configuring Machines": machine configuration is managed by NodePools of the hosting cluster; domain/01-kataconfig.md
 * 1.7 (the operator works by MachineConfigPools).
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig } from '#core/product/docSections.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { isHosted } from '#core/operations/lookups/cluster/infrastructure.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import {
  createUnknownFinding,
  listUnreadableData,
  explainUnreadableKind,
} from '#core/operations/preflightFindings/unreadableData.ts';

export const hostedCluster = defineCheck({
  id: 'machine-config-pools',
  title: () => 'MachineConfigPools',
  area: 'Cluster',
  why: () =>
    l10n.t`The operator brings kata to nodes by a MachineConfigPool; clusters with a hosted control plane have none.`,
  docs: creatingKataConfig,
  decides: true,
  kinds: ['machineConfigPools'],
  facts: ['infrastructure'],
  judge(situation) {
    const infrastructure = getLookupValue(situation, 'infrastructure');
    const hosted = infrastructure === undefined ? undefined : isHosted(infrastructure);
    const topology = infrastructure?.controlPlaneTopology;
    const says = topology === undefined ? [] : [l10n.t`Infrastructure cluster: controlPlaneTopology ${topology}`];
    const missing = explainUnreadableKind(situation, 'machineConfigPools');
    if (missing !== undefined && hosted !== true)
      return createUnknownFinding(listUnreadableData(situation, ['machineConfigPools'], ['infrastructure']));
    const pools = listItems(situation.snapshot, 'machineConfigPools').map(({ name }) => name);
    if (pools.length > 0)
      return {
        verdict: 'pass',
        headline: l10n.t`There are ${pools.length}`,
        evidence: [...says, l10n.t`Pools: ${pools.slice(0, 20).join(', ')}`],
      };
    return {
      verdict: 'fail',
      headline:
        hosted === true ? l10n.t`The control plane is hosted elsewhere: there are no pools` : l10n.t`There are none`,
      evidence: [
        ...says,
        ...(missing === undefined ? [l10n.t`The cluster has no MachineConfigPool.`] : [missing.words]),
      ],
      meaning: l10n.t`A KataConfig would wait for its nodes without end.`,
      todo:
        hosted === true
          ? l10n.t`Choose a cluster with a control plane of its own.`
          : l10n.t`See whether the Machine Config Operator runs: \`oc get clusteroperator machine-config\`.`,
    };
  },
});
