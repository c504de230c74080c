/** Shows the support level of GPUs on the target nodes. Source: core/product/supportLevels.ts. */
import * as l10n from '@vscode/l10n';
import { parseQuantity } from '#core/common/quantity.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import { openShiftCompatibility } from '#core/product/docSections.ts';
import { gpuLabel, gpuResource } from '#core/product/nodeLabels.ts';
import { documentedGpu, findSupportLevel, firstGpuVersion, levelNames } from '#core/product/supportLevels.ts';
import { defineCheck, type CheckFinding } from '#core/operations/preflightFindings/check.ts';
import {
  describeDocumentedRelease,
  openShiftVersionOf,
  platformName,
  platformOf,
} from '#core/operations/preflightFindings/supportedPlatform.ts';
import { listTargetNodes } from '#core/operations/targetNodes.ts';
import {
  createUnknownFinding,
  explainUnreadableKind,
  listUnreadableData,
} from '#core/operations/preflightFindings/unreadableData.ts';
import { formatList, joinSentences } from '#core/text/grammar.ts';
import { formatNames } from '#core/text/phrases.ts';

/** Nodes with GPUs don't have to run pods with GPUs in Kata, so the result is only information. */
export const gpu = defineCheck({
  id: 'gpu',
  title: () => l10n.t`GPUs`,
  area: 'Nodes',
  why: () => l10n.t`The support level of GPUs in Kata pods depends on the platform and on the OpenShift version.`,
  docs: openShiftCompatibility,
  kinds: ['nodes', 'clusterVersions'],
  facts: ['infrastructure'],
  judge(situation): CheckFinding {
    const unseen = explainUnreadableKind(situation, 'nodes');
    if (unseen !== undefined) return createUnknownFinding([unseen]);
    const nodes = listTargetNodes(situation.snapshot).nodes.filter(hasGpu);
    if (nodes.length === 0) return { verdict: 'none', headline: l10n.t`No target nodes with GPUs`, evidence: [] };
    const missing = listUnreadableData(situation, ['clusterVersions'], ['infrastructure']);
    const version = openShiftVersionOf(situation);
    if (missing.length > 0 || version === undefined) return createUnknownFinding(missing);
    const groups = new Map<string, readonly string[]>();
    for (const node of nodes) {
      const platform = platformOf(situation, node);
      const { level } = findSupportLevel(platform, version, true);
      const words = `${platformName(situation, platform)}, ${documentedGpu}: ${levelNames[level]()}`;
      groups.set(words, [...(groups.get(words) ?? []), node.name]);
    }
    const { source } = findSupportLevel(undefined, version, true);
    return {
      verdict: 'info',
      headline: formatList([...groups.keys()]),
      evidence: [
        ...[...groups].map(([words, names]) => `${formatNames(names, 10)}: ${words}`),
        `${source}: OpenShift ${version}`,
        describeDocumentedRelease(),
      ],
      meaning: joinSentences(
        l10n.t`The OSC 1.12 documentation lists only ${documentedGpu}, not other GPUs.`,
        l10n.t`OSC 1.12 supports GPUs in Kata pods only on x86_64, in OpenShift ${firstGpuVersion} and later.`,
      ),
    };
  },
});

function hasGpu({ labels, allocatable }: ClusterNode): boolean {
  const amount = allocatable?.[gpuResource];
  const isLabeled = Object.hasOwn(labels, gpuLabel) && labels[gpuLabel] === 'true';
  return isLabeled || (parseQuantity(amount ?? '') ?? 0n) > 0n;
}
