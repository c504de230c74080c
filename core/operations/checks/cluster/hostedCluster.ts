/**
 * Checks whether the cluster has MachineConfigPools, which clusters with hosted control planes don't have. Sources:
 * openshift/api config/v1 Infrastructure (controlPlaneTopology External); openshift/hypershift docs, "Configuring
 * Machines": machine configuration is managed by NodePools of the hosting cluster; domain/01-kataconfig.md 1.7 (the
 * operator uses MachineConfigPools).
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
    l10n.t`The operator installs Kata on nodes through a MachineConfigPool. Clusters with a hosted control plane have no MachineConfigPools.`,
  docs: creatingKataConfig,
  decides: true,
  kinds: ['machineConfigPools'],
  facts: ['infrastructure'],
  judge(situation) {
    const infrastructure = getLookupValue(situation, 'infrastructure');
    const hosted = infrastructure === undefined ? undefined : isHosted(infrastructure);
    const topology = infrastructure?.controlPlaneTopology;
    const says =
      topology === undefined ? [] : [l10n.t`Infrastructure object "cluster": controlPlaneTopology ${topology}`];
    const missing = explainUnreadableKind(situation, 'machineConfigPools');
    if (missing !== undefined && hosted !== true)
      return createUnknownFinding(listUnreadableData(situation, ['machineConfigPools'], ['infrastructure']));
    const pools = listItems(situation.snapshot, 'machineConfigPools').map(({ name }) => name);
    if (pools.length > 0)
      return {
        verdict: 'pass',
        headline: l10n.t`${pools.length} found`,
        evidence: [...says, l10n.t`Pools: ${pools.slice(0, 20).join(', ')}`],
      };
    return {
      verdict: 'fail',
      headline: hosted === true ? l10n.t`Hosted control plane without pools` : l10n.t`None found`,
      evidence: [
        ...says,
        ...(missing === undefined ? [l10n.t`The cluster has no MachineConfigPool.`] : [missing.words]),
      ],
      meaning: l10n.t`If you create a KataConfig on this cluster, the installation of Kata never finishes.`,
      todo:
        hosted === true
          ? l10n.t`Use a cluster with its own control plane.`
          : l10n.t('Check whether the Machine Config Operator is running: `oc get clusteroperator machine-config`.'),
    };
  },
});
