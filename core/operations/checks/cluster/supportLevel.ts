/** Shows the documented support level of the platform. Source: core/product/supportLevels.ts. */
import * as l10n from '@vscode/l10n';
import { openShiftCompatibility } from '#core/product/docSections.ts';
import { findSupportLevel, levelNames } from '#core/product/supportLevels.ts';
import { defineCheck, type CheckFinding } from '#core/operations/preflightFindings/check.ts';
import {
  describeDocumentedRelease,
  isDocumentedRelease,
  openShiftVersionOf,
  platformName,
  platformOf,
} from '#core/operations/preflightFindings/supportedPlatform.ts';
import { listTargetNodes } from '#core/operations/targetNodes.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';
import { formatList } from '#core/text/grammar.ts';

/** Chapter 1 of the same document contradicts its table 1.2. */
const awsNote = 'OSC 1.12 §1';

export const supportLevel = defineCheck({
  id: 'support-level',
  title: () => l10n.t`Support level`,
  area: 'Cluster',
  why: () => l10n.t`The OSC documentation lists the support level of each platform.`,
  docs: openShiftCompatibility,
  kinds: ['nodes', 'clusterVersions'],
  facts: ['infrastructure'],
  judge(situation): CheckFinding {
    const missing = listUnreadableData(situation, ['nodes', 'clusterVersions'], ['infrastructure']);
    if (missing.length > 0) return createUnknownFinding(missing);
    const version = openShiftVersionOf(situation);
    const { nodes } = listTargetNodes(situation.snapshot);
    if (version === undefined || nodes.length === 0)
      return { verdict: 'none', headline: l10n.t`No target nodes for Kata`, evidence: [] };
    const architectures = [...new Set(nodes.map(({ architecture }) => architecture))];
    const platforms = architectures.map((architecture) => platformOf(situation, { architecture }));
    const levels = platforms.map((platform) => findSupportLevel(platform, version));
    const words = platforms.map(
      (platform, index) => `${platformName(situation, platform)}: ${levelNames[levels[index]?.level ?? 'unlisted']()}`,
    );
    const isAws = platforms.includes('aws');
    const isClear =
      !isAws && isDocumentedRelease(situation) && levels.every(({ level }) => level === 'generalAvailability');
    return {
      verdict: isClear ? 'pass' : 'info',
      headline: formatList([...new Set(words)]),
      evidence: [
        `${levels[0]?.source ?? ''}: OpenShift ${version}`,
        ...(isAws ? [describeAwsContradiction(levels[0]?.source ?? '')] : []),
        describeDocumentedRelease(),
      ],
    };
  },
});

function describeAwsContradiction(source: string): string {
  const [general, preview] = [levelNames.generalAvailability(), levelNames.technologyPreview()];
  return l10n.t`The documentation contradicts itself for AWS: ${general} (${`${source}, table 1.2`}), ${preview} (${awsNote}).`;
}
