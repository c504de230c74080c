/**
 * Creates the plan of an operation before its first change: affected objects, rebooting nodes in order, and losses.
 * All functions are pure.
 */
import * as l10n from '@vscode/l10n';
import { getObjectPath, type ObjectReference } from '../cluster/objects/objectReference.ts';
import { watchedKindIds, watchedKinds } from '../cluster/watchedKinds/index.ts';
import { listItems } from '../status/snapshotIndex.ts';
import type { ClusterChange } from './changes/clusterChange.ts';
import type { ConfirmationGate, Loss, ProcedureStep } from './procedure.ts';
import { getObservedObject, type ObservedCluster } from './observedCluster.ts';

/** `exists`: the object already exists and isn't changed. */
export type ObjectEffect = 'exists' | 'created' | 'changed' | 'deleted';

export interface PlannedEffect {
  readonly reference: ObjectReference;
  readonly effect: ObjectEffect;
}

export interface Plan {
  /** Title of the operation, such as `Uninstall Kata`. */
  readonly title: string;
  /** Kubeconfig context of the cluster. */
  readonly context: string;
  readonly objects: readonly PlannedEffect[];
  /**
   * Nodes in the order in which they reboot. More than one list if nodes reboot more than once. An undefined list means
   * unknown nodes.
   */
  readonly reboots: readonly (readonly string[] | undefined)[];
  readonly losses: readonly Loss[];
  /** Other consequences to confirm, in the order of the steps. */
  readonly gates: readonly ConfirmationGate[];
  /** Titles of the remaining steps, in order. */
  readonly steps: readonly string[];
  /** Changes of the remaining steps. */
  readonly changes: readonly ClusterChange[];
  /** Text that the user must type to confirm. Undefined if a click is enough. */
  readonly typed?: string;
}

/**
 * Creates the plan.
 * @param title title of the operation
 * @param steps current steps of its procedure
 */
export function operationPlan(title: string, situation: ObservedCluster, steps: readonly ProcedureStep[]): Plan {
  const open = steps.filter(({ state }) => state !== 'done');
  const gates = open.flatMap(({ gate }) => gate ?? []);
  const typed = gates.find((gate) => gate.typed !== undefined)?.typed;
  return {
    title,
    context: situation.context,
    objects: effectsOf(situation, steps),
    reboots: gates.flatMap(({ reboots }) => (reboots === undefined ? [] : [reboots.nodes])),
    losses: uniqueLosses(gates),
    gates,
    steps: open.map(({ title: step, isManual }) => (isManual === true ? l10n.t`${step} (manual step)` : step)),
    changes: open.flatMap(({ changes }) => changes),
    ...(typed === undefined ? {} : { typed }),
  };
}

function effectsOf(situation: ObservedCluster, steps: readonly ProcedureStep[]): readonly PlannedEffect[] {
  const effects = new Map<string, PlannedEffect>();
  for (const { state, changes } of steps) {
    for (const change of changes) {
      const effect = effectOf(situation, change, state === 'done');
      const key = `${getObjectPath(change.target)} ${effect ?? ''}`;
      if (effect !== undefined) effects.set(key, { reference: change.target, effect });
    }
  }
  return [...effects.values()];
}

/** Returns the effect of a change, or undefined if the object is already deleted. */
function effectOf(
  situation: ObservedCluster,
  { how, target }: ClusterChange,
  isDone: boolean,
): ObjectEffect | undefined {
  if (how === 'delete') return isDone ? undefined : 'deleted';
  if (isDone) return 'exists';
  return how === 'merge' || isThere(situation, target) ? 'changed' : 'created';
}

function isThere(situation: ObservedCluster, target: ObjectReference): boolean {
  const read = getObservedObject(situation, target);
  if (read.kind === 'known' && read.value !== undefined) return true;
  const id = watchedKindIds.find(
    (one) => watchedKinds[one].plural === target.plural && watchedKinds[one].group === target.group,
  );
  return (
    id !== undefined &&
    listItems(situation.snapshot, id).some(
      ({ name, namespace }) => name === target.name && namespace === target.namespace,
    )
  );
}

/** Removes duplicates, because nodes that reboot twice lose their pods only once. */
function uniqueLosses(gates: readonly ConfirmationGate[]): readonly Loss[] {
  const all = new Map(gates.flatMap(({ losses = [] }) => losses.map((loss) => [loss.text, loss] as const)));
  return [...all.values()];
}
