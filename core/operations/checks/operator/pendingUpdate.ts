/**
 * Checks for pools that are being updated. Source: openshift/machine-config-operator@00d4bfc3 pkg/controller/node;
 * notes/cluster.md 5.3 (pending MCO update).
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig } from '#core/product/docSections.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { createUnknownFinding, explainUnreadableKind } from '#core/operations/preflightFindings/unreadableData.ts';

export const pendingUpdate = defineCheck({
  id: 'pending-update',
  title: () => l10n.t`Pending node updates`,
  area: 'Nodes',
  why: () => l10n.t`Nodes with a pending update reboot once for that update and again for Kata.`,
  docs: creatingKataConfig,
  kinds: ['machineConfigPools'],
  facts: [],
  judge(situation) {
    const unseen = explainUnreadableKind(situation, 'machineConfigPools');
    if (unseen !== undefined) return createUnknownFinding([unseen]);
    const pools = listItems(situation.snapshot, 'machineConfigPools');
    if (pools.length === 0) return { verdict: 'none', headline: l10n.t`No machine config pools`, evidence: [] };
    const busy = pools.filter(({ conditions }) => findStatusCondition(conditions, 'Updating')?.status === 'True');
    if (busy.length === 0)
      return {
        verdict: 'pass',
        headline: l10n.t({
          message: 'None',
          args: [],
          comment: ['The result of a preflight check: no update is in progress.'],
        }),
        evidence: [l10n.t`No MachineConfigPool is updating.`],
      };
    return {
      verdict: 'warn',
      headline:
        busy.length === 1
          ? l10n.t`Pool ${busy[0]?.name ?? ''} is being updated`
          : l10n.t`${busy.length} pools are being updated`,
      evidence: busy.map(
        ({ name, updatedCount, machineCount }) => l10n.t`${name}: ${updatedCount} of ${machineCount} nodes updated`,
      ),
      todo: l10n.t`Wait until the pools are updated. To check, run \`oc get mcp\`.`,
    };
  },
});
