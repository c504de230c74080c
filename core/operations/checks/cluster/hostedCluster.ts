/**
 * Checks whether the cluster has MachineConfigPools, which clusters with hosted control planes don't have. There, a
 * DaemonSet installs Kata, which is known from the source code of the operator and therefore information. Sources:
 * openshift/api config/v1 Infrastructure (controlPlaneTopology External); openshift/hypershift docs, "Configuring
 * Machines": machine configuration is managed by NodePools of the hosting cluster; domain/01-kataconfig.md 1.7 (the
 * operator uses MachineConfigPools).
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig } from '#core/product/docSections.ts';
import { featureGatesName } from '#core/product/namespaces.ts';
import { isKnown, listItems } from '#core/status/snapshotIndex.ts';
import {
  daemonSetFallbackTodo,
  daemonSetModeFact,
  installsByDaemonSet,
  requiresMachineConfig,
} from '#core/operations/daemonSetInstallation.ts';
import { defineCheck, type CheckFinding } from '#core/operations/preflightFindings/check.ts';
import { isHosted } from '#core/operations/lookups/cluster/infrastructure.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
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
    l10n.t`The operator installs Kata on nodes through a MachineConfigPool. Clusters with a hosted control plane have no MachineConfigPools, so a DaemonSet installs Kata there.`,
  docs: creatingKataConfig,
  decides: true,
  kinds: ['machineConfigPools', 'configMaps'],
  facts: ['infrastructure'],
  judge(situation) {
    const infrastructure = getLookupValue(situation, 'infrastructure');
    const hosted = infrastructure === undefined ? undefined : isHosted(infrastructure);
    const topology = infrastructure?.controlPlaneTopology;
    const says =
      topology === undefined ? [] : [l10n.t`Infrastructure object "cluster": controlPlaneTopology ${topology}`];
    const isAbsent = installsByDaemonSet(situation);
    const missing = explainUnreadableKind(situation, 'machineConfigPools');
    if (missing !== undefined && hosted !== true && !isAbsent)
      return createUnknownFinding(listUnreadableData(situation, ['machineConfigPools'], ['infrastructure']));
    const pools = listItems(situation.snapshot, 'machineConfigPools').map(({ name }) => name);
    if (pools.length > 0)
      return {
        verdict: 'pass',
        headline: l10n.t`${pools.length} found`,
        evidence: [...says, l10n.t`Pools: ${pools.slice(0, 20).join(', ')}`],
      };
    if (isAbsent || hosted === true) return judgeWithoutPools(situation, hosted === true, says);
    return {
      verdict: 'fail',
      headline: l10n.t`None found`,
      evidence: [...says, l10n.t`The cluster has no MachineConfigPool.`],
      meaning: l10n.t`If you create a KataConfig on this cluster, the installation of Kata never finishes.`,
      todo: l10n.t('Check whether the Machine Config Operator is running: `oc get clusteroperator machine-config`.'),
    };
  },
});

/** Judges a cluster on which only a DaemonSet can install Kata. The operator fails if a feature gate rules that out. */
function judgeWithoutPools(
  situation: ObservedCluster,
  isHostedCluster: boolean,
  says: readonly string[],
): CheckFinding {
  const { snapshot } = situation;
  const headline = isHostedCluster ? l10n.t`Hosted control plane without pools` : l10n.t`None found`;
  const evidence = [
    ...says,
    ...(isKnown(snapshot, 'machineConfigPools') ? [l10n.t`The cluster has no MachineConfigPool.`] : []),
    ...(snapshot.machineConfigPools.state.kind === 'absent'
      ? [l10n.t`The cluster doesn't have the MachineConfigPool kind.`]
      : []),
    ...listUnreadableData(situation, ['machineConfigPools', 'configMaps'], []).map(({ words }) => words),
  ];
  if (requiresMachineConfig(snapshot))
    return {
      verdict: 'fail',
      headline,
      evidence: [...evidence, l10n.t`${featureGatesName}: deploymentMode is MachineConfig`],
      meaning: l10n.t`With this deploymentMode, the operator doesn't install Kata on a cluster without the Machine Config Operator.`,
      todo: daemonSetFallbackTodo(),
    };
  return { verdict: 'info', headline, evidence, meaning: daemonSetModeFact() };
}
