/** All that an operation does, before its first change: every object, every node that reboots in its order, what is lost, and how long it takes. Pure. */
import { apiPath, type ObjectReference } from '../live/reference.ts';
import { liveKindIds, liveKinds } from '../live/kinds/index.ts';
import { itemsOf } from '../live/status/surroundings.ts';
import type { Change } from './change.ts';
import type { Gate, Loss, Step } from './procedure.ts';
import { objectOf, type Situation } from './situation.ts';

/** `exists`: it is there already and stays as it is. */
export type ObjectEffect = 'exists' | 'created' | 'changed' | 'deleted';

export interface PlannedEffect {
  readonly reference: ObjectReference;
  readonly effect: ObjectEffect;
}

export interface Plan {
  /** `Uninstall kata`. */
  readonly title: string;
  /** The cluster. */
  readonly context: string;
  readonly objects: readonly PlannedEffect[];
  /** In the order in which they reboot; more than one list if nodes reboot more than once. A list that is undefined: which ones can't be seen. */
  readonly reboots: readonly (readonly string[] | undefined)[];
  readonly losses: readonly Loss[];
  /** What else must be agreed to, in the order of the steps. */
  readonly gates: readonly Gate[];
  /** The steps that aren't done, in their order. */
  readonly steps: readonly string[];
  /** What is sent: of the steps that aren't done. */
  readonly changes: readonly Change[];
  /** What must be typed; undefined: a click will do. */
  readonly typed?: string;
}

/** @param title of the operation @param steps of its procedure, as the cluster stands now */
export function operationPlan(title: string, situation: Situation, steps: readonly Step[]): Plan {
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
    steps: open.map((step) => step.title),
    changes: open.flatMap(({ changes }) => changes),
    ...(typed === undefined ? {} : { typed }),
  };
}

function effectsOf(situation: Situation, steps: readonly Step[]): readonly PlannedEffect[] {
  const effects = new Map<string, PlannedEffect>();
  for (const { state, changes } of steps) {
    for (const change of changes) {
      const effect = effectOf(situation, change, state === 'done');
      const key = `${apiPath(change.target)} ${effect ?? ''}`;
      if (effect !== undefined) effects.set(key, { reference: change.target, effect });
    }
  }
  return [...effects.values()];
}

/** Undefined: it is gone already. */
function effectOf(situation: Situation, { how, target }: Change, isDone: boolean): ObjectEffect | undefined {
  if (how === 'delete') return isDone ? undefined : 'deleted';
  if (isDone) return 'exists';
  return how === 'merge' || isThere(situation, target) ? 'changed' : 'created';
}

function isThere(situation: Situation, target: ObjectReference): boolean {
  const read = objectOf(situation, target);
  if (read.kind === 'known' && read.value !== undefined) return true;
  const id = liveKindIds.find((one) => liveKinds[one].plural === target.plural && liveKinds[one].group === target.group);
  return id !== undefined && itemsOf(situation.snapshot, id).some(({ name, namespace }) => name === target.name && namespace === target.namespace);
}

/** Nodes that reboot twice lose their pods once. */
function uniqueLosses(gates: readonly Gate[]): readonly Loss[] {
  const all = new Map(gates.flatMap(({ losses = [] }) => losses.map((loss) => [loss.text, loss] as const)));
  return [...all.values()];
}
