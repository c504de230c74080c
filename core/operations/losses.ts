/**
 * Describes, before any change, what is lost when nodes are drained, Kata is uninstalled, or the namespace is deleted.
 * All functions are pure.
 */
import * as l10n from '@vscode/l10n';
import { formatNames } from '../text/phrases.ts';
import { sanitizeLabel, sanitizeLine } from '../text/sanitize.ts';
import { quoteShellCommand } from '../oc/shellText.ts';
import { selectPlural } from '../text/grammar.ts';
import type { KindContents } from './lookups/operator/namespaceContents.ts';
import type { DrainedPod } from './lookups/cluster/drainedPods.ts';
import { stoppedPodLosses } from './kataPodLosses.ts';
import type { Loss } from './procedure.ts';
import { getLookupResult, type ObservedCluster } from './observedCluster.ts';

/** Maximum number of names in a sentence. A plan lists all of them. */
const mostNames = 8;

/**
 * Returns the losses of node drains: pods without a controller, Kata pods by owner, the number of other pods, and data
 * in emptyDir volumes.
 * @param nodes names of the nodes that reboot. If undefined, the nodes are unknown, and the pods of all nodes are
 * included
 * @param removesKata true if Kata is uninstalled from the nodes, so that sandboxes can't restart
 */
export function drainLosses(
  situation: ObservedCluster,
  nodes: readonly string[] | undefined,
  removesKata = false,
): readonly Loss[] {
  if (nodes?.length === 0) return [];
  const fact = getLookupResult(situation, 'drainedPods');
  if (fact.kind === 'unknown')
    return fact.problem.why === 'notAsked'
      ? []
      : [unseenPods(fact.problem.why === 'forbidden', fact.problem.message), emptyDirs()];
  const { pods, others, cut } = fact.value;
  const there = pods.filter(({ node }) => nodes === undefined || nodes.includes(node));
  const bare = there.filter(({ isBare }) => isBare);
  const blocking = removesKata ? bare.filter(({ isSandbox }) => isSandbox) : [];
  const daemonSets = removesKata ? daemonSetsOf(there.filter(({ isSandbox }) => isSandbox)) : [];
  const drained = bare.filter((pod) => !blocking.includes(pod));
  const evicted = (nodes ?? [...others.keys()]).reduce((sum, node) => sum + (others.get(node) ?? 0), 0);
  return [
    ...(blocking.length === 0 ? [] : [blockingPods(namesOf(blocking))]),
    ...daemonSets.map(blockingDaemonSet),
    ...(drained.length === 0 ? [] : [barePods(namesOf(drained))]),
    ...stoppedPodLosses({ pods: there, cut }, evicted, removesKata),
    ...(cut
      ? [{ text: l10n.t`The list of pods is incomplete. Other pods might also be lost.`, keys: ['pods:cut'] }]
      : []),
    emptyDirs(),
  ];
}

function namesOf(pods: readonly { readonly namespace: string; readonly name: string }[]): readonly string[] {
  return pods.map(({ namespace, name }) => `${namespace}/${name}`).toSorted();
}

/**
 * Returns the loss of named objects.
 * @param kind prefix of the keys that identify the objects in a confirmation
 * @param describe returns the sentence. `words` contains the first names and the number of the others
 */
function namedLoss(kind: 'pod' | 'cronjob', names: readonly string[], describe: (words: string) => string): Loss {
  return {
    text: describe(formatNames(names, mostNames)),
    items: names,
    keys: names.map((name) => `${kind}:${name}`),
  };
}

/**
 * Returns the pods without a controller that block the uninstall. The operator doesn't uninstall Kata from a node with
 * such a pod, so the user must delete the pod before any drain.
 */
function blockingPods(names: readonly string[]): Loss {
  return namedLoss('pod', names, (words) =>
    selectPlural(
      names.length,
      l10n.t`${names.length} Kata pod without a controller blocks the uninstall until you delete it: ${words}.`,
      l10n.t`${names.length} Kata pods without a controller block the uninstall until you delete them: ${words}.`,
    ),
  );
}

/** A DaemonSet with Kata pods. */
type BlockingDaemonSet = Required<Pick<DrainedPod, 'namespace' | 'owner'>>;

function daemonSetsOf(pods: readonly DrainedPod[]): readonly BlockingDaemonSet[] {
  const found = new Map<string, BlockingDaemonSet>();
  for (const { namespace, owner, isDaemon } of pods)
    if (isDaemon === true && owner !== undefined) found.set(`${namespace}/${owner}`, { namespace, owner });
  return [...found.values()].slice(0, mostNames);
}

/**
 * Returns the consequence of a DaemonSet, which recreates its pods and can't be scaled down. The operator doesn't
 * uninstall Kata from a node with such a pod.
 */
function blockingDaemonSet({ namespace, owner }: BlockingDaemonSet): Loss {
  const name = `${sanitizeLabel(namespace)}/${sanitizeLabel(owner)}`;
  const command = quoteShellCommand([
    'oc',
    'delete',
    'daemonset',
    sanitizeLabel(owner),
    '-n',
    sanitizeLabel(namespace),
  ]);
  return {
    text: l10n.t(
      'DaemonSet {0} blocks the uninstall until you delete it or change its node selector. To delete it, run `{1}`.',
      name,
      command,
    ),
    keys: [`daemonset:${namespace}/${owner}`],
  };
}

function barePods(names: readonly string[]): Loss {
  return namedLoss('pod', names, (words) =>
    selectPlural(
      names.length,
      l10n.t`${names.length} pod without a controller will be permanently deleted: ${words}.`,
      l10n.t`${names.length} pods without a controller will be permanently deleted: ${words}.`,
    ),
  );
}

function unseenPods(forbidden: boolean, message: string): Loss {
  return {
    text: forbidden
      ? l10n.t`You don't have permission to list pods in all namespaces, so the affected pods can't be shown. Kata pods will stop, and pods without a controller will be permanently deleted.`
      : l10n.t`Can't read pods: ${sanitizeLine(message)}. The affected pods can't be shown. Kata pods will stop, and pods without a controller will be permanently deleted.`,
    keys: ['pods:unseen'],
  };
}

function emptyDirs(): Loss {
  return { text: l10n.t`Pods on these nodes lose the data in their emptyDir volumes.`, keys: [] };
}

/**
 * Returns the CronJobs that use Kata. After Kata is uninstalled, their pods can't start. Returns an empty list if the
 * CronJobs weren't looked up.
 */
export function cronJobLosses(situation: ObservedCluster): readonly Loss[] {
  const fact = getLookupResult(situation, 'kataCronJobs');
  if (fact.kind === 'unknown')
    return fact.problem.why === 'notAsked'
      ? []
      : [unseenCronJobs(fact.problem.why === 'forbidden', fact.problem.message)];
  const { cronJobs, cut } = fact.value;
  const suspended = namesOf(cronJobs.filter(({ isSuspended }) => isSuspended));
  const active = namesOf(cronJobs.filter(({ isSuspended }) => !isSuspended));
  return [
    ...(active.length === 0 ? [] : [activeCronJobs(active)]),
    ...(suspended.length === 0 ? [] : [suspendedCronJobs(suspended)]),
    ...(cut
      ? [
          {
            text: l10n.t`The list of CronJobs is incomplete. Other CronJobs might also use Kata.`,
            keys: ['cronjobs:cut'],
          },
        ]
      : []),
  ];
}

function activeCronJobs(names: readonly string[]): Loss {
  return namedLoss('cronjob', names, (words) =>
    selectPlural(
      names.length,
      l10n.t`${names.length} CronJob uses Kata: ${words}. Pods that it creates during the uninstall block the uninstall. Pods that it creates afterward can't start. Suspend or delete the CronJob first.`,
      l10n.t`${names.length} CronJobs use Kata: ${words}. Pods that they create during the uninstall block the uninstall. Pods that they create afterward can't start. Suspend or delete the CronJobs first.`,
    ),
  );
}

function suspendedCronJobs(names: readonly string[]): Loss {
  // If a CronJob is suspended after the confirmation, no other confirmation is required.
  return namedLoss('cronjob', names, (words) =>
    selectPlural(
      names.length,
      l10n.t`${names.length} suspended CronJob uses Kata: ${words}. If you resume it after the uninstall, its pods can't start.`,
      l10n.t`${names.length} suspended CronJobs use Kata: ${words}. If you resume them after the uninstall, their pods can't start.`,
    ),
  );
}

function unseenCronJobs(forbidden: boolean, message: string): Loss {
  return {
    text: forbidden
      ? l10n.t`You don't have permission to list CronJobs in all namespaces, so CronJobs that use Kata can't be shown. After the uninstall, the pods of these CronJobs can't start.`
      : l10n.t`Can't read CronJobs: ${sanitizeLine(message)}. CronJobs that use Kata can't be shown. After the uninstall, the pods of these CronJobs can't start.`,
    keys: ['cronjobs:unseen'],
  };
}

/** Kinds whose objects change while the operator is uninstalled. */
const changing: ReadonlySet<string> = new Set(['Pod', 'Job']);

/**
 * Returns the contents of the operator namespace, one sentence per kind. Returns undefined if the contents weren't
 * looked up.
 */
export function namespaceLosses(situation: ObservedCluster): readonly Loss[] | undefined {
  const fact = getLookupResult(situation, 'namespaceContents');
  if (fact.kind === 'unknown') {
    if (fact.problem.why === 'notAsked') return undefined;
    return [
      {
        text: l10n.t`Can't read the contents of the namespace: ${sanitizeLine(fact.problem.message)}`,
        keys: ['contents:unseen'],
      },
    ];
  }
  const { kinds, generated, unlisted } = fact.value;
  const forbidden = unlisted.filter(({ why }) => why === 'forbidden').map(({ kind }) => kind);
  const other = unlisted.filter(({ why }) => why === 'other').map(({ kind }) => kind);
  return [
    ...kinds.map(kindLoss),
    ...(generated === 0
      ? []
      : [
          {
            text: selectPlural(
              generated,
              l10n.t`${generated} other object that OpenShift creates in every namespace or that belongs to a listed object.`,
              l10n.t`${generated} other objects that OpenShift creates in every namespace or that belong to a listed object.`,
            ),
            keys: [],
          },
        ]),
    ...unlistedLoss(forbidden, l10n.t`No permission to list: ${formatNames(forbidden, 20)}.`),
    ...unlistedLoss(other, l10n.t`Can't list: ${formatNames(other, 20)}.`),
  ];
}

function kindLoss({ kind, names, cut }: KindContents): Loss {
  const shown = sanitizeLine(kind, 80);
  const words = formatNames(names, mostNames);
  return {
    text: cut ? l10n.t`${shown}: ${words}. The list is incomplete.` : l10n.t`${shown}: ${words}.`,
    items: names.map((name) => `${shown} ${name}`),
    keys: changing.has(kind) ? [] : names.map((name) => `object:${kind}/${name}`),
  };
}

function unlistedLoss(kinds: readonly string[], text: string): readonly Loss[] {
  return kinds.length === 0
    ? []
    : [{ text, items: kinds.map((kind) => sanitizeLine(kind, 80)), keys: kinds.map((kind) => `unlisted:${kind}`) }];
}
