/** Checks the architecture of the target nodes. Source: OSC 1.12 §1.2, table 1.1. */
import * as l10n from '@vscode/l10n';
import { openShiftCompatibility } from '#core/product/docSections.ts';
import { formatNames } from '#core/text/phrases.ts';
import { findOpenShiftSupport, openShiftSupport } from '#core/product/openShiftSupport.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { oscReleases } from '#core/operations/oscReleases.ts';
import { describeDocumentedRelease } from '#core/operations/preflightFindings/supportedPlatform.ts';
import { listTargetNodes } from '#core/operations/targetNodes.ts';
import { createUnknownFinding, explainUnreadableKind } from '#core/operations/preflightFindings/unreadableData.ts';

export const architecture = defineCheck({
  id: 'architecture',
  title: () => l10n.t`Architecture`,
  area: 'Nodes',
  why: () => l10n.t`Kata supports only x86_64 (amd64) and s390x.`,
  docs: openShiftCompatibility,
  kinds: ['nodes', 'machineConfigPools', 'kataConfigs', 'clusterServiceVersions', 'subscriptions'],
  facts: [],
  judge(situation) {
    const unseen = explainUnreadableKind(situation, 'nodes');
    if (unseen !== undefined) return createUnknownFinding([unseen]);
    const { nodes } = listTargetNodes(situation.snapshot);
    if (nodes.length === 0) return { verdict: 'none', headline: l10n.t`No target nodes for Kata`, evidence: [] };
    const { supported, isOfRelease } = listArchitectures(situation);
    const kinds = [...new Set(nodes.map((node) => node.architecture))];
    const namesOf = (kind: string): readonly string[] =>
      nodes.filter((node) => node.architecture === kind).map(({ name }) => name);
    const byArchitecture = kinds
      .slice(0, 10)
      .map(
        (kind) =>
          `${kind === '' ? l10n.t({ message: 'not reported', args: [], comment: ["Shown instead of the CPU architecture of a node that doesn't report it."] }) : kind}: ${formatNames(namesOf(kind), 10)}`,
      );
    const evidence = isOfRelease ? byArchitecture : [...byArchitecture, describeDocumentedRelease()];
    if (kinds.includes('')) return createUnknownFinding(evidence, l10n.t`Some nodes don't report their architecture`);
    const others = nodes.filter((node) => !supported.includes(node.architecture));
    if (others.length === 0) return { verdict: 'pass', headline: formatNames(kinds), evidence };
    const all = others.length === nodes.length;
    return {
      verdict: all && isOfRelease ? 'fail' : 'warn',
      headline: all
        ? l10n.t`No node has a supported architecture`
        : l10n.t`${others.length} of ${nodes.length} nodes with an unsupported architecture`,
      evidence,
      meaning: l10n.t`Supported architectures: ${formatNames(supported)}.`,
      todo: all
        ? l10n.t`Add worker nodes with a supported architecture.`
        : l10n.t`Exclude these nodes with kataConfigPoolSelector.`,
    };
  },
});

/**
 * Returns the supported architectures. `isOfRelease` is false if the documentation of the cluster's OSC release wasn't
 * evaluated, so that they are those of another release.
 */
function listArchitectures(situation: ObservedCluster): {
  readonly supported: readonly string[];
  readonly isOfRelease: boolean;
} {
  const { current } = oscReleases(situation);
  const own = current?.id === undefined ? undefined : findOpenShiftSupport(current.id);
  return {
    supported: (own ?? openShiftSupport[openShiftSupport.length - 1])?.architectures ?? [],
    isOfRelease: current === undefined || own !== undefined,
  };
}
