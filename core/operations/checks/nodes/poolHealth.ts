/**
 * Checks for paused or degraded pools, which block a KataConfig permanently. Source: core/status/nodes/pools.ts;
 * notes/cluster.md 5.1, 5.3.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig } from '#core/product/docSections.ts';
import { getKataPoolName, findPoolBlocker } from '#core/status/nodes/pools.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatNames } from '#core/text/phrases.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { createUnknownFinding, explainUnreadableKind } from '#core/operations/preflightFindings/unreadableData.ts';
import { joinSentences } from '#core/text/grammar.ts';

/** Maximum number of pools whose next steps are shown. */
const mostTodos = 3;

export const poolHealth = defineCheck({
  id: 'pool-health',
  title: () => l10n.t`Machine config pool status`,
  area: 'Nodes',
  why: () => l10n.t`A paused or degraded pool doesn't update its nodes, so Kata can't be installed on them.`,
  docs: creatingKataConfig,
  decides: true,
  kinds: ['machineConfigPools', 'nodes', 'kataConfigs'],
  facts: [],
  judge({ snapshot }) {
    const unseen = explainUnreadableKind({ snapshot }, 'machineConfigPools');
    if (unseen !== undefined) return createUnknownFinding([unseen]);
    const index = indexSnapshot(snapshot);
    const pools = [...index.pools.keys()];
    if (pools.length === 0) return { verdict: 'none', headline: l10n.t`No machine config pools`, evidence: [] };
    const found = pools.flatMap((name) => {
      const hindrance = findPoolBlocker(index, name);
      return hindrance === undefined ? [] : [{ name, ...hindrance }];
    });
    // Nodes move from the worker pool to the Kata pool and back.
    const decisive = new Set(index.converged ? ['master'] : ['worker', getKataPoolName(index)]);
    const ours = found.filter(({ name }) => decisive.has(name));
    const relevant = ours.length > 0 ? ours : found;
    const [first] = relevant;
    if (first === undefined)
      return {
        verdict: 'pass',
        headline: l10n.t`No paused or degraded pools`,
        evidence: [l10n.t`Pools: ${formatNames(pools, 5)}`],
      };
    const todos = new Set(relevant.slice(0, mostTodos).flatMap(({ todo }) => todo ?? []));
    return {
      verdict: ours.length > 0 ? 'fail' : 'warn',
      headline:
        found.length === 1
          ? l10n.t`Pool ${first.name} doesn't update its nodes`
          : l10n.t`${found.length} pools don't update their nodes`,
      evidence: found.slice(0, 20).map(({ what }) => what),
      meaning:
        ours.length > 0
          ? l10n.t`Until the pool problem is fixed, Kata can't be installed on the nodes or uninstalled from them.`
          : l10n.t`Kata can't be installed on nodes in a pool that doesn't update its nodes.`,
      ...(todos.size === 0 ? {} : { todo: joinSentences(...todos) }),
    };
  },
});
