/**
 * Describes, before any change, the pods that stop because their nodes are drained: the Kata pods by owner, and the
 * number of all others. All functions are pure.
 */
import * as l10n from '@vscode/l10n';
import { joinList, selectPlural } from '../text/grammar.ts';
import { sanitizeLabel } from '../text/sanitize.ts';
import type { DrainedPod, DrainedPods } from './lookups/cluster/drainedPods.ts';
import type { Loss } from './procedure.ts';

/** Maximum number of owners in a sentence. A plan lists all of them. */
const mostOwners = 8;

/**
 * Describes the Kata pods and the other pods that stop.
 * @param pods pods on the nodes that reboot
 * @param others number of other pods on these nodes
 * @param removesKata true if Kata is uninstalled from the nodes, so that the pods can't restart
 */
export function stoppedPodLosses(
  { pods, cut }: Pick<DrainedPods, 'pods' | 'cut'>,
  others: number,
  removesKata: boolean,
): readonly Loss[] {
  // Pods without a controller and of DaemonSets block an uninstall, and are listed with this consequence.
  const kata = pods.filter(
    ({ isBare, isDaemon = false, isSandbox }) => isSandbox && !((isBare || isDaemon) && removesKata),
  );
  const evicted = others + pods.filter(({ isSandbox }) => !isSandbox).length;
  return [
    ...(kata.length > 0 ? [kataPods(kata, removesKata)] : cut ? [] : [noKataPods(pods)]),
    ...(kata.some(({ isPeerPod }) => isPeerPod)
      ? [{ text: l10n.t`When a peer pod is deleted, its VM is also deleted.`, keys: [] }]
      : []),
    ...(evicted === 0 ? [] : [otherPods(evicted)]),
  ];
}

/** Returns the sentence for nodes without Kata pods that stop and restart. */
function noKataPods(pods: readonly DrainedPod[]): Loss {
  return {
    text: pods.some(({ isSandbox }) => isSandbox)
      ? l10n.t`No other Kata pods run on these nodes.`
      : l10n.t`No Kata pods run on these nodes.`,
    keys: [],
  };
}

function kataPods(pods: readonly DrainedPod[], removesKata: boolean): Loss {
  const count = pods.length;
  const items = countOwners(pods);
  const first = joinList(items.slice(0, mostOwners));
  const left = items.length - mostOwners;
  const owners = left > 0 ? l10n.t`${first}, and ${left} more` : first;
  const text = removesKata
    ? selectPlural(
        count,
        l10n.t`${count} Kata pod on these nodes stops and can't run again until you reinstall Kata: ${owners}.`,
        l10n.t`${count} Kata pods on these nodes stop and can't run again until you reinstall Kata: ${owners}.`,
      )
    : selectPlural(
        count,
        l10n.t`${count} Kata pod on these nodes stops: ${owners}.`,
        l10n.t`${count} Kata pods on these nodes stop: ${owners}.`,
      );
  return { text, items, keys: [] };
}

/** Returns the owners with the number of their pods, such as `shop/web (3)`. Pods without an owner count alone. */
function countOwners(pods: readonly DrainedPod[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { namespace, name, owner } of pods) {
    const key = `${namespace}/${owner ?? name}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => `${sanitizeLabel(key)} (${count})`).toSorted();
}

function otherPods(count: number): Loss {
  return {
    text: selectPlural(
      count,
      l10n.t`${count} pod that doesn't use Kata is evicted.`,
      l10n.t`${count} pods that don't use Kata are evicted.`,
    ),
    keys: [],
  };
}
