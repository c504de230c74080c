/** Source: notes/cluster.md 5.2 step 1 (BlockedByExistingKataPods: any pod, any phase). */
import * as l10n from '@vscode/l10n';
import { deletingKataConfig } from '#core/product/docSections.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { countWords } from '#core/text/counts.ts';
import { selectPlural } from '#core/text/grammar.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import type { OwnedKataPod } from '#core/operations/lookups/kata/kataPods.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const kataPods = defineCheck({
  id: 'kata-pods',
  title: () => l10n.t`Pods with kata`,
  area: 'Workloads',
  why: () => l10n.t`An uninstall waits for all of them, in any phase and namespace; who owns them makes them anew.`,
  docs: deletingKataConfig,
  kinds: ['kataConfigs'],
  facts: ['kataPods'],
  judge(situation) {
    const known = getLookupValue(situation, 'kataPods');
    if (known === undefined) return createUnknownFinding(listUnreadableData(situation, [], ['kataPods']));
    const { pods, cut } = known;
    const { kataConfig } = indexSnapshot(situation.snapshot);
    if (pods.length === 0)
      return {
        verdict: 'pass',
        headline: l10n.t`There are none`,
        evidence: [l10n.t`No pod has a runtime class of kata.`],
      };
    const count = pods.length;
    const words = countWords(count, 'pod');
    const evidence = owners(pods);
    if (kataConfig?.deleting !== undefined) {
      return {
        verdict: 'fail',
        headline: cut
          ? l10n.t`There are more than ${words}, and the uninstall waits for them`
          : selectPlural(
              count,
              l10n.t`There is ${words}, and the uninstall waits for them`,
              l10n.t`There are ${words}, and the uninstall waits for them`,
            ),
        evidence,
        meaning: l10n.t`The KataConfig stays until no pod has a runtime class of kata any more.`,
        todo: l10n.t`Scale down who owns them, and delete the pods that nobody owns.`,
      };
    }
    const { asOf, state } = situation.snapshot.kataConfigs;
    if (kataConfig === undefined && (asOf !== undefined || state.kind === 'absent')) {
      return {
        verdict: 'warn',
        headline: cut
          ? l10n.t`There are more than ${words}, and no KataConfig`
          : selectPlural(
              count,
              l10n.t`There is ${words}, and no KataConfig`,
              l10n.t`There are ${words}, and no KataConfig`,
            ),
        evidence,
        meaning: l10n.t`An earlier install left them, or their runtime class was not brought by the operator.`,
      };
    }
    const headline = cut
      ? l10n.t`There are more than ${words}`
      : selectPlural(count, l10n.t`There is ${words}`, l10n.t`There are ${words}`);
    return {
      verdict: 'pass',
      headline,
      evidence,
      meaning: l10n.t`They end when their node reboots, and an uninstall waits for them.`,
    };
  },
});

/** One line for each owner. */
function owners(pods: readonly OwnedKataPod[]): readonly string[] {
  const groups = new Map<string, { readonly pod: OwnedKataPod; readonly count: number }>();
  for (const pod of pods) {
    const { namespace, name, owner } = pod;
    const key = owner === undefined ? `/${namespace}/${name}` : `${owner.kind}/${namespace}/${owner.name}`;
    groups.set(key, { pod, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  const lines = [...groups.values()].map(({ pod, count }) => ownerLine(pod, count));
  return lines.length <= 30 ? lines : [...lines.slice(0, 29), l10n.t`and ${lines.length - 29} more`];
}

function ownerLine({ namespace, name, owner }: OwnedKataPod, count: number): string {
  if (owner === undefined) return l10n.t`Pod ${name} in ${namespace}, owned by nobody`;
  return l10n.t`${owner.kind} ${owner.name} in ${namespace}: ${countWords(count, 'pod')}`;
}
