/**
 * Checks for pods that block an uninstall. Source: notes/cluster.md 5.2 step 1 (BlockedByExistingKataPods: any pod, any
 * phase).
 */
import * as l10n from '@vscode/l10n';
import { deletingKataConfig } from '#core/product/docSections.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatCount } from '#core/text/counts.ts';
import { selectPlural } from '#core/text/grammar.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import type { OwnedKataPod } from '#core/operations/lookups/kata/kataPods.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const kataPods = defineCheck({
  id: 'kata-pods',
  title: () => l10n.t`Kata pods`,
  area: 'Workloads',
  why: () => l10n.t`Kata pods in any phase and namespace block an uninstall. Workloads recreate the pods they own.`,
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
        headline: l10n.t`None found`,
        evidence: [l10n.t`No pod uses a Kata runtime class.`],
      };
    const count = pods.length;
    const words = formatCount(count, 'pod');
    const evidence = owners(pods);
    if (kataConfig?.deleting !== undefined) {
      return {
        verdict: 'fail',
        headline: cut
          ? l10n.t`More than ${words} are blocking the uninstall`
          : selectPlural(
              count,
              l10n.t`${words} is blocking the uninstall`,
              l10n.t`${words} are blocking the uninstall`,
            ),
        evidence,
        meaning: l10n.t`The KataConfig is deleted only after all pods that use a Kata runtime class are gone.`,
        todo: l10n.t`Scale down the workloads that own the pods, and delete the pods that have no owner.`,
      };
    }
    const { asOf, state } = situation.snapshot.kataConfigs;
    if (kataConfig === undefined && (asOf !== undefined || state.kind === 'absent')) {
      return {
        verdict: 'warn',
        headline: cut
          ? l10n.t`More than ${words}, but no KataConfig`
          : selectPlural(count, l10n.t`${words}, but no KataConfig`, l10n.t`${words}, but no KataConfig`),
        evidence,
        meaning: l10n.t`The pods are left over from an earlier installation, or the operator didn't create their runtime class.`,
      };
    }
    const headline = cut
      ? l10n.t`More than ${words} found`
      : selectPlural(count, l10n.t`${words} found`, l10n.t`${words} found`);
    return {
      verdict: 'pass',
      headline,
      evidence,
      meaning: l10n.t`Rebooting a node stops the Kata pods on it. Kata pods also block an uninstall.`,
    };
  },
});

/** Returns one line for each owner. */
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
  if (owner === undefined) return l10n.t`Pod ${name} in ${namespace}, no owner`;
  return l10n.t`${owner.kind} ${owner.name} in ${namespace}: ${formatCount(count, 'pod')}`;
}
