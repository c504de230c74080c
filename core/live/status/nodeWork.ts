/**
 * A node that is being updated, or failed at it: which step it is at, and whether that takes too long.
 * Sources: openshift/machine-config-operator pkg/daemon (update.go), pkg/controller/drain (a drain that takes an hour degrades the node);
 * OSC 1.12 §5.2 (a reboot takes 10 to 60 minutes).
 */
import { expectedEnd, lateness, timePerNode } from '../estimate.ts';
import { inListSince, isDraining, lastAbout, type Transition } from '../history.ts';
import { durationWords, oneLine, spanWords } from '../words.ts';
import type { Health } from './explanation.ts';
import { isOrdinaryUpdate, type NodeContext } from './nodeContext.ts';
import { colon } from './pools.ts';

/** What is told of a node besides its list and the evidence. */
export interface NodeWords {
  readonly headline: string;
  readonly health: Health;
  readonly since?: number;
  readonly next?: string;
  readonly todo?: string;
  readonly expected?: { readonly from: number; readonly to: number };
  readonly stuck?: string;
}

const minute = 60_000;
/** A drain that takes longer waits for something. */
const longDrain = 10 * minute;
/** The longest reboot that the documents speak of. */
const longReboot = 60 * minute;

const drainTodo =
  'See which PodDisruptionBudget allows no disruption: `oc get pdb -A`. The log of machine-config-controller in openshift-machine-config-operator names the pods.';

/** The node is degraded. */
export function tellFailed(context: NodeContext): NodeWords {
  const { node, enabled } = context;
  const reason = node.mcoReason ?? '';
  const since = sinceOf(lastAbout(context.history, node.name, (what) => what.kind === 'daemon' && what.state === 'Degraded'));
  const drain = /failed to drain/i.test(reason.slice(0, 1000));
  const verb = isOrdinaryUpdate(context) ? 'take its configuration' : enabled ? 'take kata' : 'lose kata';
  return {
    headline: reason === '' ? 'Failed' : `Failed: ${oneLine(reason, 80)}`,
    health: 'failed',
    ...since,
    stuck: `It could not ${verb}${colon(reason)}${drain ? ' The usual cause is a PodDisruptionBudget that lets no pod go.' : ''}`,
    next: 'When the cause is gone, its machine-config-daemon goes on by itself. Other nodes wait for it.',
    todo: drain ? drainTodo : `See more: \`oc describe node ${node.name}\` and the log of its machine-config-daemon.`,
  };
}

/** The node is at it. */
export function tellWork(context: NodeContext): NodeWords {
  const { node, now, history } = context;
  const begun = inListSince(history, node.name);
  const span = timePerNode(history, context.snapshot, context.enabled ? 'install' : 'uninstall');
  const isBegin = begun?.what.kind === 'list' && (begun.what.to === 'installing' || begun.what.to === 'uninstalling');
  const expected = isBegin ? expectedEnd(span, begun.at, now) : undefined;
  const step = stepOf(context);
  const late =
    step.stuck === undefined && isBegin && span !== undefined && now - begun.at > span.to * lateness
      ? `It has taken ${durationWords(now - begun.at)}; other nodes of this cluster took ${spanWords(span)}.`
      : undefined;
  return {
    ...step,
    ...(step.since === undefined && isBegin ? sinceOf(begun) : {}),
    ...(expected === undefined ? {} : { expected }),
    ...(late === undefined ? {} : { stuck: late, health: 'attention' as const }),
  };
}

function stepOf(context: NodeContext): NodeWords {
  const { node, now, history, enabled } = context;
  const after = isOrdinaryUpdate(context) ? '' : enabled ? ' with kata' : ' without kata';
  if (isDraining(node)) return drainStep(context);
  if (node.ready !== 'True') {
    const since = node.readySince;
    const away = since === undefined ? 0 : now - since;
    return {
      headline: 'Rebooting',
      health: away > longReboot ? 'attention' : 'busy',
      ...(since === undefined ? {} : { since }),
      next: `It comes back${after}, and takes pods again.`,
      ...(away > longReboot
        ? {
            stuck: `It has been away for ${durationWords(away)}; a reboot takes 10 to 60 minutes, say the documents.`,
            todo: 'Look at its console.',
          }
        : {}),
    };
  }
  const drained = lastAbout(history, node.name, (what) => what.kind === 'drain' && what.is === 'done');
  const booted = lastAbout(history, node.name, (what) => what.kind === 'boot');
  const begun = drained?.at ?? node.cordonedSince;
  const back = booted?.at ?? node.readySince;
  if (begun !== undefined && back !== undefined && back > begun) {
    return { headline: 'Back from its reboot', health: 'busy', since: back, next: `When its machine-config-daemon is content, it takes pods again${after}.` };
  }
  return {
    // Whether it has rebooted cannot be told where nobody saw it begin.
    headline: drained === undefined ? 'Being updated' : 'Writing its configuration',
    health: 'busy',
    ...sinceOf(
      drained === undefined
        ? undefined
        : later(
            drained,
            lastAbout(history, node.name, (what) => what.kind === 'daemon' && what.state === 'Working'),
          ),
    ),
    next: `It reboots, and comes back${after}.`,
  };
}

function drainStep({ node, now, history }: NodeContext): NodeWords {
  const asked = lastAbout(history, node.name, (what) => what.kind === 'drain' && what.is === 'asked');
  const since = asked?.at ?? node.cordonedSince;
  const time = since === undefined ? 0 : now - since;
  const isStuck = time > longDrain;
  return {
    headline: isStuck ? 'Draining, and it does not end' : 'Draining: its pods move away',
    health: isStuck ? 'attention' : 'busy',
    ...(since === undefined ? {} : { since }),
    next: isStuck
      ? 'It is tried again. After an hour the Machine Config Operator calls the node degraded.'
      : 'When its pods are gone, its configuration is written and it reboots.',
    ...(isStuck
      ? { stuck: `Its pods have not all moved away for ${durationWords(time)}. The usual cause is a PodDisruptionBudget that lets no pod go.`, todo: drainTodo }
      : {}),
    ...(since === undefined ? { todo: `Since when is not known; if it lasts: ${drainTodo}` } : {}),
  };
}

/** After a failure it begins anew. */
function later(one: Transition, other: Transition | undefined): Transition {
  return other === undefined || other.at <= one.at ? one : other;
}

function sinceOf(transition: Transition | undefined): { readonly since?: number } {
  return transition === undefined ? {} : { since: transition.at };
}
