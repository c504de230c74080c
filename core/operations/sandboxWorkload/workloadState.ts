/**
 * Describes the state of a workload for selection lists. Source: Kubernetes API, PodPhase, and the status of apps/v1
 * and batch/v1 objects.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, getList, getNumber, getString } from '#core/common/json.ts';
import { containerStatusesOf } from '#core/cluster/objects/kataPod.ts';
import { getName, truncateWord } from '#core/cluster/objects/clusterObject.ts';
import { formatReady } from '#core/status/workloads/formatReady.ts';
import { selectPlural } from '#core/text/grammar.ts';

export interface WorkloadState {
  /** Short description, such as `Pending · not scheduled`, `Running on worker-0`, or `1 of 2 ready`. */
  readonly words: string;
  /** Sort rank. `failing` comes first in lists, followed by `pending`. */
  readonly rank: 'failing' | 'pending' | 'fine';
}

/** Waiting reasons of containers that are about to start. */
const starting: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);

/**
 * Returns the state of a workload.
 * @param withoutSandbox UIDs of pods whose sandbox can't be created
 */
export function workloadState(kind: string, raw: unknown, withoutSandbox: ReadonlySet<string>): WorkloadState {
  switch (kind) {
    case 'Pod':
      return podState(raw, withoutSandbox);
    case 'Job':
      return jobState(raw);
    case 'CronJob':
      return cronJobState(raw);
    case 'DaemonSet':
      return readyState(
        getNumber(raw, 'status', 'numberReady') ?? 0,
        getNumber(raw, 'status', 'desiredNumberScheduled') ?? 0,
        l10n.t`No pods`,
      );
    default:
      return readyState(
        getNumber(raw, 'status', 'readyReplicas') ?? 0,
        getNumber(raw, 'spec', 'replicas') ?? 1,
        l10n.t`Scaled to 0`,
      );
  }
}

function podState(raw: unknown, withoutSandbox: ReadonlySet<string>): WorkloadState {
  const phase = truncateWord(getString(raw, 'status', 'phase') ?? 'Unknown');
  const node = getName(raw, 'spec', 'nodeName') ?? '';
  if (phase === 'Succeeded') return { words: phase, rank: 'fine' };
  if (phase === 'Failed') return { words: phase, rank: 'failing' };
  if (getString(raw, 'metadata', 'deletionTimestamp') !== undefined)
    return { words: onNode(l10n.t`Terminating`, node), rank: 'pending' };
  if (node === '') {
    const words = l10n.t({
      message: '{0} · not scheduled',
      args: [phase],
      comment: ['The state of a pod without a node. {0} is its phase, such as "Pending".'],
    });
    return { words, rank: 'pending' };
  }
  if (withoutSandbox.has(getString(raw, 'metadata', 'uid') ?? ''))
    return { words: `${phase} · ${l10n.t`no sandbox on ${node}`}`, rank: 'failing' };
  const reasons = containerStatusesOf(raw).flatMap((one) => getString(one, 'state', 'waiting', 'reason') ?? []);
  const failing = reasons.find((reason) => !starting.has(reason));
  if (failing !== undefined) return { words: onNode(`${phase} · ${truncateWord(failing)}`, node), rank: 'failing' };
  return {
    words: onNode(phase, node),
    rank: phase === 'Running' ? 'fine' : phase === 'Pending' ? 'pending' : 'failing',
  };
}

function onNode(state: string, node: string): string {
  return node === ''
    ? state
    : l10n.t({
        message: '{0} on {1}',
        args: [state, node],
        comment: ['{0} is the state of a pod. {1} is its node: "Running on worker-0".'],
      });
}

function readyState(ready: number, desired: number, none: string): WorkloadState {
  if (desired === 0) return { words: none, rank: 'fine' };
  return { words: formatReady(ready, desired), rank: ready < desired ? 'failing' : 'fine' };
}

function jobState(raw: unknown): WorkloadState {
  const is = (type: string): boolean =>
    getList(raw, 'status', 'conditions').some(
      (one) => getString(one, 'type') === type && getString(one, 'status') === 'True',
    );
  if (is('Failed'))
    return { words: l10n.t({ message: 'Failed', args: [], comment: ['The state of a Job.'] }), rank: 'failing' };
  if (is('Complete'))
    return { words: l10n.t({ message: 'Complete', args: [], comment: ['The state of a Job.'] }), rank: 'fine' };
  if (getBoolean(raw, 'spec', 'suspend') === true)
    return { words: l10n.t({ message: 'Suspended', args: [], comment: ['The state of a Job.'] }), rank: 'fine' };
  const active = getNumber(raw, 'status', 'active') ?? 0;
  const ready = getNumber(raw, 'status', 'ready') ?? active;
  return active === 0
    ? { words: l10n.t`Not started`, rank: 'pending' }
    : { ...readyState(ready, active, ''), rank: ready < active ? 'pending' : 'fine' };
}

function cronJobState(raw: unknown): WorkloadState {
  if (getBoolean(raw, 'spec', 'suspend') === true)
    return { words: l10n.t({ message: 'Suspended', args: [], comment: ['The state of a Job.'] }), rank: 'fine' };
  const active = getList(raw, 'status', 'active').length;
  return {
    words:
      active === 0
        ? l10n.t`No active jobs`
        : selectPlural(active, l10n.t`${active} active job`, l10n.t`${active} active jobs`),
    rank: 'fine',
  };
}
