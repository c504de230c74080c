/** Checks whether an OpenShift update is in progress. Source: openshift/api config/v1 ClusterVersion. */
import * as l10n from '@vscode/l10n';
import { openShiftCompatibility } from '#core/product/docSections.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { createUnknownFinding, explainUnreadableKind } from '#core/operations/preflightFindings/unreadableData.ts';

export const clusterUpdate = defineCheck({
  id: 'cluster-update',
  title: () => l10n.t`OpenShift update`,
  area: 'Cluster',
  why: () => l10n.t`OpenShift updates also reboot the nodes. To avoid a second reboot, install Kata after the update.`,
  docs: openShiftCompatibility,
  kinds: ['clusterVersions'],
  facts: [],
  judge(situation) {
    const unseen = explainUnreadableKind(situation, 'clusterVersions');
    if (unseen !== undefined) return createUnknownFinding([unseen]);
    const found = listItems(situation.snapshot, 'clusterVersions').find(({ name }) => name === 'version');
    if (found === undefined) return { verdict: 'none', headline: l10n.t`No ClusterVersion`, evidence: [] };
    const { version = l10n.t`unknown version`, desired = version, updating } = found;
    if (!updating)
      return {
        verdict: 'pass',
        headline: l10n.t`No update in progress`,
        evidence: [l10n.t`ClusterVersion: ${version}, not progressing`],
      };
    return {
      verdict: 'warn',
      headline: l10n.t`OpenShift is being updated to ${desired}`,
      evidence: [l10n.t`ClusterVersion: ${version}, progressing to ${desired}`],
      todo: l10n.t('Wait until the update is complete. To check, run `oc get clusterversion`.'),
    };
  },
});
