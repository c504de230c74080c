/**
 * Records the results of operation steps with their times, because the cluster doesn't show who deleted an object or
 * when. All functions are pure.
 */
import type { ClusterChange } from './changes/clusterChange.ts';
import type { ProcedureStep } from './procedure.ts';

export interface StepResult {
  /**
   * `delete`, `apply`, `merge`: this operation sent such a change; `reached`: the cluster reached the state without
   * one; `before`: it was done when the operation started; `notNeeded`: there was nothing to remove.
   */
  readonly how: ClusterChange['how'] | 'reached' | 'before' | 'notNeeded';
  /** The headline of the step when it was done. Empty until then. */
  readonly headline: string;
  /**
   * Time when the step was done, in milliseconds since 1970. Undefined if the step isn't done yet or was done before
   * the operation started.
   */
  readonly at?: number;
  /**
   * Commands that revert the changes that this operation sent. They are recorded, because the cluster doesn't show the
   * state before the changes.
   */
  readonly reverts?: readonly ChangeRevert[];
}

/** Command that reverts a change of an object. */
export interface ChangeRevert {
  readonly kind: string;
  readonly name: string;
  readonly command: string;
}

/** Step results by step ID. */
export type StepResults = Readonly<Record<string, StepResult>>;

/** Records that a change of a step was sent. */
export function noteSent(
  before: StepResults,
  { id }: Pick<ProcedureStep, 'id'>,
  change: Pick<ClusterChange, 'how' | 'target'> & { readonly revert?: string },
): StepResults {
  const { how, target, revert } = change;
  const known = (Object.hasOwn(before, id) ? before[id]?.reverts : undefined) ?? [];
  const added = revert === undefined ? [] : [{ kind: target.kind, name: target.name, command: revert }];
  const reverts = [...known, ...added];
  return { ...before, [id]: { how, headline: '', ...(reverts.length === 0 ? {} : { reverts }) } };
}

/**
 * Adds the results of steps that are done now, and removes those of steps that are no longer done.
 * @param first true for the first evaluation of the operation
 * @param now milliseconds since 1970
 */
export function recordResults(
  before: StepResults,
  steps: readonly ProcedureStep[],
  { first, now }: { readonly first: boolean; readonly now: number },
): StepResults {
  return Object.fromEntries(
    steps.flatMap((step) => {
      const result = resultOf(step, Object.hasOwn(before, step.id) ? before[step.id] : undefined, first, now);
      return result === undefined ? [] : [[step.id, result] as const];
    }),
  );
}

function resultOf(
  { state, headline, removes }: ProcedureStep,
  known: StepResult | undefined,
  first: boolean,
  now: number,
): StepResult | undefined {
  const isPending = known !== undefined && known.headline === '';
  if (state !== 'done') return isPending ? known : undefined;
  if (isPending) return { ...known, headline, at: now };
  if (known !== undefined) return known;
  if (first) return { how: removes === true ? 'notNeeded' : 'before', headline };
  return { how: 'reached', headline, at: now };
}
