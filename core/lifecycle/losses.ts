/** What is lost when nodes are drained or the namespace is deleted, in sentences, before anything is changed. Pure. */
import * as l10n from '@vscode/l10n';
import { namesWords, oneLine } from '../live/words.ts';
import { plural } from '../wording.ts';
import type { KindContents } from './facts/namespaceContents.ts';
import type { Loss } from './procedure.ts';
import { factOf, type Situation } from './situation.ts';

/** Names that a sentence writes out; a plan has all of them. */
const mostNames = 8;

/**
 * Returns what the drains of nodes cost: pods without a controller by name, sandboxes by number, and data in emptyDir volumes.
 * @param nodes names of those that reboot; undefined: they can't be seen, so that it may be any
 */
export function drainLosses(situation: Situation, nodes: readonly string[] | undefined): readonly Loss[] {
  if (nodes?.length === 0) return [];
  const fact = factOf(situation, 'drainedPods');
  if (fact.kind === 'unknown') return fact.problem.why === 'notAsked' ? [] : [unseenPods(fact.problem.why === 'forbidden', fact.problem.message), emptyDirs()];
  const { pods, cut } = fact.value;
  const there = pods.filter(({ node }) => nodes === undefined || nodes.includes(node));
  const bare = there.filter(({ isBare }) => isBare).map(({ namespace, name }) => `${namespace}/${name}`);
  const restarting = there.filter(({ isBare, isSandbox }) => isSandbox && !isBare).length;
  return [
    ...(bare.length === 0 ? [] : [barePods(bare.toSorted())]),
    {
      text:
        restarting === 0
          ? l10n.t`No sandbox restarts.`
          : plural(restarting, l10n.t`${restarting} sandbox is stopped and restarts.`, l10n.t`${restarting} sandboxes are stopped and restart.`),
      keys: [],
    },
    ...(cut ? [{ text: l10n.t`There are more pods than can be read: others may be lost, too.`, keys: ['pods:cut'] }] : []),
    emptyDirs(),
  ];
}

function barePods(names: readonly string[]): Loss {
  const words = namesWords(names, mostNames);
  return {
    text: plural(
      names.length,
      l10n.t`${names.length} pod without a controller is deleted permanently: ${words}.`,
      l10n.t`${names.length} pods without a controller are deleted permanently: ${words}.`,
    ),
    items: names,
    keys: names.map((name) => `pod:${name}`),
  };
}

function unseenPods(forbidden: boolean, message: string): Loss {
  return {
    text: forbidden
      ? l10n.t`You may not list pods in all namespaces. Pods without a controller are deleted permanently, and can't be named.`
      : l10n.t`Pods can't be read: ${oneLine(message)}. Pods without a controller are deleted permanently, and can't be named.`,
    keys: ['pods:unseen'],
  };
}

function emptyDirs(): Loss {
  return { text: l10n.t`Pods on these nodes lose the data in their emptyDir volumes.`, keys: [] };
}

/** Kinds whose objects come and go while the operator is removed. */
const changing: ReadonlySet<string> = new Set(['Pod', 'Job']);

/** Returns what the namespace of the operator contains, a sentence for each kind; undefined if nobody asked. */
export function namespaceLosses(situation: Situation): readonly Loss[] | undefined {
  const fact = factOf(situation, 'namespaceContents');
  if (fact.kind === 'unknown') {
    if (fact.problem.why === 'notAsked') return undefined;
    return [{ text: l10n.t`What the namespace contains can't be read: ${oneLine(fact.problem.message)}`, keys: ['contents:unseen'] }];
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
            text: plural(
              generated,
              l10n.t`${generated} object that OpenShift creates in every namespace, or that belongs to one of these.`,
              l10n.t`${generated} objects that OpenShift creates in every namespace, or that belong to one of these.`,
            ),
            keys: [],
          },
        ]),
    ...unlistedLoss(forbidden, l10n.t`Not allowed to list: ${namesWords(forbidden, 20)}.`),
    ...unlistedLoss(other, l10n.t`Can't be listed: ${namesWords(other, 20)}.`),
  ];
}

function kindLoss({ kind, names, cut }: KindContents): Loss {
  const shown = oneLine(kind, 80);
  const words = namesWords(names, mostNames);
  return {
    text: cut ? l10n.t`${shown}: ${words}, and more that are not read.` : l10n.t`${shown}: ${words}.`,
    items: names.map((name) => `${shown} ${name}`),
    keys: changing.has(kind) ? [] : names.map((name) => `object:${kind}/${name}`),
  };
}

function unlistedLoss(kinds: readonly string[], text: string): readonly Loss[] {
  return kinds.length === 0 ? [] : [{ text, items: kinds.map((kind) => oneLine(kind, 80)), keys: kinds.map((kind) => `unlisted:${kind}`) }];
}
