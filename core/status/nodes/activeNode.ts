/**
 * Describes a node that is being updated or has failed: its step, and whether the step takes too long. Sources:
 * openshift/machine-config-operator pkg/daemon (update.go), pkg/controller/drain (a drain that takes an hour degrades
 * the node); OSC 1.12 §5.2 (a reboot takes 10 to 60 minutes).
 */
import * as l10n from '@vscode/l10n';
import { expectedEnd, lateness, estimateTimePerNode } from './rolloutEstimate.ts';
import { findListEntry, isDraining, lastAbout, type Transition } from '#core/cluster/history.ts';
import { formatDuration, formatTimeSpan } from '#core/text/durations.ts';
import { formatReason } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Health } from '../explanation.ts';
import { isUpdate } from './nodeGroups.ts';
import { isOrdinaryUpdate, type NodeContext } from './nodeContext.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** The part of a NodeStatus that describes the node, without its list and the evidence. */
export interface NodeStatusText {
  readonly headline: string;
  /**
   * Step in one word.
   * @see NodeStatus
   */
  readonly state?: string;
  readonly health: Health;
  readonly since?: number;
  readonly next?: string;
  readonly todo?: string;
  readonly expected?: { readonly from: number; readonly to: number };
  readonly stuck?: string;
}

const minute = 60_000;
/** Duration after which a drain is considered stuck. */
const longDrain = 10 * minute;
/** Longest reboot according to the OSC documentation. */
const longReboot = 60 * minute;

const drainTodo = () =>
  l10n.t(
    "Check which PodDisruptionBudget allows no disruptions: `oc get pdb -A`. The machine-config-controller log in openshift-machine-config-operator shows which pods can't be evicted.",
  );

/** Describes a degraded node. */
export function tellFailed(context: NodeContext): NodeStatusText {
  const { node, enabled } = context;
  const reason = node.mcoReason ?? '';
  const since = sinceOf(
    lastAbout(context.history, node.name, (what) => what.kind === 'daemon' && what.state === 'Degraded'),
  );
  const drain = /failed to drain/i.test(reason.slice(0, 1000));
  const end = formatReason(reason);
  const failed =
    isOrdinaryUpdate(context) || isNewConfiguration(context)
      ? l10n.t`Configuration update failed on the node${end}`
      : enabled
        ? l10n.t`Kata installation failed on the node${end}`
        : l10n.t`Kata uninstall failed on the node${end}`;
  return {
    headline: reason === '' ? l10n.t`Failed` : l10n.t`Failed: ${sanitizeLine(reason, 80)}`,
    health: 'failed',
    ...since,
    stuck: drain
      ? `${failed}${getSentenceSeparator()}${l10n.t`The usual cause is a PodDisruptionBudget that allows no evictions.`}`
      : failed,
    next: l10n.t`After you fix the cause, the Machine Config Daemon retries automatically. Other nodes wait for this node.`,
    todo: drain
      ? drainTodo()
      : l10n.t('To find the cause, run `oc describe node {0}` and check the Machine Config Daemon log.', node.name),
  };
}

/** Returns whether the node with Kata only gets a new configuration, such as another log level. */
function isNewConfiguration({ node, enabled, index: { kataConfig }, snapshot }: NodeContext): boolean {
  return enabled && kataConfig !== undefined && isUpdate('failedToInstall', node.name, kataConfig, snapshot);
}

/** Describes a node that is being updated. */
export function tellWork(context: NodeContext): NodeStatusText {
  const { node, now, history } = context;
  const begun = findListEntry(history, node.name);
  const span = estimateTimePerNode(context.wholeHistory, context.snapshot, context.enabled ? 'install' : 'uninstall');
  const isBegin = begun?.what.kind === 'list' && (begun.what.to === 'installing' || begun.what.to === 'uninstalling');
  const expected = isBegin ? expectedEnd(span, begun.at, now) : undefined;
  const step = stepOf(context);
  const late =
    step.stuck === undefined && isBegin && span !== undefined && now - begun.at > span.to * lateness
      ? l10n.t`The update has taken ${formatDuration(now - begun.at)} so far. Other nodes in this cluster took ${formatTimeSpan(span)}.`
      : undefined;
  return {
    ...step,
    ...(step.since === undefined && isBegin ? sinceOf(begun) : {}),
    ...(expected === undefined ? {} : { expected }),
    ...(late === undefined ? {} : { stuck: late, health: 'attention' as const }),
  };
}

/** Texts about what happens next on a node, by the result of the update and by the completed step. */
const comesBack = {
  update: {
    rebooted: () => l10n.t`After the reboot, the node accepts pods again.`,
    content: () => l10n.t`When the Machine Config Daemon finishes, the node accepts pods again.`,
    written: () => l10n.t`The node reboots and accepts pods again.`,
  },
  kata: {
    rebooted: () => l10n.t`After the reboot, the node accepts pods again, with Kata installed.`,
    content: () => l10n.t`When the Machine Config Daemon finishes, the node accepts pods again, with Kata installed.`,
    written: () => l10n.t`The node reboots and accepts pods again, with Kata installed.`,
  },
  noKata: {
    rebooted: () => l10n.t`After the reboot, the node accepts pods again, without Kata.`,
    content: () => l10n.t`When the Machine Config Daemon finishes, the node accepts pods again, without Kata.`,
    written: () => l10n.t`The node reboots and accepts pods again, without Kata.`,
  },
} as const;

function stepOf(context: NodeContext): NodeStatusText {
  const { node, now, history, enabled } = context;
  const next = comesBack[isOrdinaryUpdate(context) ? 'update' : enabled ? 'kata' : 'noKata'];
  if (isDraining(node)) return drainStep(context);
  if (node.ready !== 'True') {
    const since = node.readySince;
    const away = since === undefined ? 0 : now - since;
    return {
      headline: l10n.t`Rebooting`,
      state: l10n.t({
        message: 'Reboot',
        args: [],
        comment: ['What a node is doing during an update. A noun with at most 7 letters.'],
      }),
      health: away > longReboot ? 'attention' : 'busy',
      ...(since === undefined ? {} : { since }),
      next: next.rebooted(),
      ...(away > longReboot
        ? {
            stuck: l10n.t`The node has been NotReady for ${formatDuration(away)}. According to the OSC documentation, a reboot takes 10 to 60 minutes.`,
            todo: l10n.t`Check the node's console output, for example through the BMC or the cloud provider.`,
          }
        : {}),
    };
  }
  const drained = lastAbout(history, node.name, (what) => what.kind === 'drain' && what.is === 'done');
  const booted = lastAbout(history, node.name, (what) => what.kind === 'boot');
  const begun = drained?.at ?? node.cordonedSince;
  const back = booted?.at ?? node.readySince;
  if (begun !== undefined && back !== undefined && back > begun) {
    return {
      headline: l10n.t`Reboot complete`,
      state: l10n.t({
        message: 'Start',
        args: [],
        comment: ['What a node is doing during an update. A noun with at most 7 letters.'],
      }),
      health: 'busy',
      since: back,
      next: next.content(),
    };
  }
  return {
    // If the start of the update wasn't observed, it's unknown whether the node has rebooted.
    headline: drained === undefined ? l10n.t`Updating` : l10n.t`Writing configuration`,
    health: 'busy',
    ...sinceOf(
      drained === undefined
        ? undefined
        : later(
            drained,
            lastAbout(history, node.name, (what) => what.kind === 'daemon' && what.state === 'Working'),
          ),
    ),
    next: next.written(),
  };
}

function drainStep({ node, now, history }: NodeContext): NodeStatusText {
  const asked = lastAbout(history, node.name, (what) => what.kind === 'drain' && what.is === 'asked');
  const since = asked?.at ?? node.cordonedSince;
  const time = since === undefined ? 0 : now - since;
  const isStuck = time > longDrain;
  return {
    headline: isStuck ? l10n.t`Drain stuck` : l10n.t`Draining`,
    state: l10n.t({
      message: 'Drain',
      args: [],
      comment: ['What a node is doing during an update. A noun with at most 7 letters.'],
    }),
    health: isStuck ? 'attention' : 'busy',
    ...(since === undefined ? {} : { since }),
    next: isStuck
      ? l10n.t`The Machine Config Operator keeps retrying. After 1 hour, it marks the node as degraded.`
      : l10n.t`After the drain, the Machine Config Daemon writes the configuration and reboots the node.`,
    ...(isStuck
      ? {
          stuck: l10n.t`The drain has been running for ${formatDuration(time)}. The usual cause is a PodDisruptionBudget that allows no evictions.`,
          todo: drainTodo(),
        }
      : {}),
    ...(since === undefined
      ? { todo: l10n.t`The drain's start time is unknown. If the drain doesn't finish, find the cause. ${drainTodo()}` }
      : {}),
  };
}

/**
 * Returns the later of two transitions. After a failure, the update starts again, so an earlier transition is outdated.
 */
function later(one: Transition, other: Transition | undefined): Transition {
  return other === undefined || other.at <= one.at ? one : other;
}

function sinceOf(transition: Transition | undefined): { readonly since?: number } {
  return transition === undefined ? {} : { since: transition.at };
}
