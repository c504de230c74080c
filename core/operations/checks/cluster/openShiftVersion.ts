/** Checks the OpenShift version against the OSC release. Source of the table: core/product/openShiftSupport.ts. */
import * as l10n from '@vscode/l10n';
import { openShiftCompatibility } from '#core/product/docSections.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { openShiftFinding } from '#core/operations/preflightFindings/openShiftFinding.ts';
import { oscReleases } from '#core/operations/oscReleases.ts';

/** Checks the installed OSC release or, if OSC isn't installed, the release that an installation would provide. */
export const openShiftVersion = defineCheck({
  id: 'openshift-version',
  title: () => l10n.t`OpenShift version`,
  area: 'Cluster',
  why: () => l10n.t`The documentation of each OSC release specifies the compatible OpenShift versions.`,
  docs: openShiftCompatibility,
  decides: true,
  kinds: ['clusterVersions', 'clusterServiceVersions', 'subscriptions'],
  facts: ['packageManifest'],
  judge: (situation) => ({ ...openShiftFinding(situation, oscReleases(situation).current), release: 'installed' }),
});
