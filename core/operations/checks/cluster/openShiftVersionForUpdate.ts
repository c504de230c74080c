/**
 * Checks the OpenShift version against the OSC release of an available update. Source of the table:
 * core/product/openShiftSupport.ts.
 */
import * as l10n from '@vscode/l10n';
import { updating } from '#core/product/docSections.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { openShiftFinding } from '#core/operations/preflightFindings/openShiftFinding.ts';
import { oscReleases } from '#core/operations/oscReleases.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const openShiftVersionForUpdate = defineCheck({
  id: 'openshift-version-update',
  title: () => l10n.t`OpenShift version for the update`,
  area: 'Cluster',
  why: () => l10n.t`Update OpenShift before the operator. A newer OSC release might require a newer OpenShift version.`,
  docs: updating,
  decides: true,
  kinds: ['clusterVersions', 'clusterServiceVersions', 'installPlans', 'subscriptions'],
  facts: ['packageManifest'],
  judge(situation) {
    const { current, update } = oscReleases(situation);
    if (update !== undefined) return { ...openShiftFinding(situation, update), release: 'update' };
    const hidden = listUnreadableData(situation, ['subscriptions', 'clusterServiceVersions'], []);
    if (hidden.length > 0) return { ...createUnknownFinding(hidden), release: 'update' };
    if (current?.role !== 'installed')
      return {
        verdict: 'none',
        headline: l10n.t`Nothing to update: OSC isn't installed`,
        evidence: [],
        release: 'update',
      };
    const offers = listUnreadableData(situation, [], ['packageManifest']);
    if (offers.length > 0)
      return {
        ...createUnknownFinding(offers, l10n.t`Unknown whether a newer release is available`),
        release: 'update',
      };
    return {
      verdict: 'none',
      headline: l10n.t`No newer release is available`,
      evidence: [current.evidence],
      release: 'update',
    };
  },
});
