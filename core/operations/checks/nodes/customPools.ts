/**
 * Checks for target nodes in another custom pool. Source: openshift/machine-config-operator@00d4bfc3 pkg/helpers
 * (GetPoolsForNode, "belongs to 2 custom roles"); domain/01-kataconfig.md 1.7.
 */
import * as l10n from '@vscode/l10n';
import { kataConfigByCli } from '#core/product/docSections.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatNames } from '#core/text/phrases.ts';
import { selectPlural } from '#core/text/grammar.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { listTargetNodes } from '#core/operations/targetNodes.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const customPools = defineCheck({
  id: 'custom-pools',
  title: () => l10n.t`Nodes in custom pools`,
  area: 'Nodes',
  why: () =>
    l10n.t`A node can be in only one custom pool, and kata-oc is a custom pool. The Machine Config Operator doesn't update nodes in two custom pools.`,
  docs: kataConfigByCli,
  kinds: ['machineConfigPools', 'nodes', 'kataConfigs'],
  facts: [],
  judge(situation) {
    const missing = listUnreadableData(situation, ['machineConfigPools', 'nodes'], []);
    if (missing.length > 0) return createUnknownFinding(missing);
    const index = indexSnapshot(situation.snapshot);
    if (index.converged) return { verdict: 'none', headline: l10n.t`Kata uses the master pool`, evidence: [] };
    const found = listTargetNodes(situation.snapshot).nodes.flatMap(({ name }) => {
      const others = (index.customPools.get(name) ?? []).filter((pool) => pool !== 'kata-oc');
      return others.length === 0 ? [] : [`${name}: ${formatNames(others)}`];
    });
    if (found.length === 0)
      return {
        verdict: 'pass',
        headline: l10n.t`No conflicts`,
        evidence: [l10n.t`No target node for Kata is in another custom pool.`],
      };
    return {
      verdict: 'warn',
      headline: selectPlural(
        found.length,
        l10n.t`${found.length} node is in another custom pool`,
        l10n.t`${found.length} nodes are in another custom pool`,
      ),
      evidence: found.slice(0, 20),
      meaning: l10n.t`With Kata, these nodes would be in two custom pools, and the Machine Config Operator would no longer update them.`,
      todo: l10n.t`Exclude these nodes with kataConfigPoolSelector, or remove them from the other custom pool.`,
    };
  },
});
