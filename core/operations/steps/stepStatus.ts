/** Converts the state of a cluster component to the state of a step. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Explanation, Health } from '#core/status/explanation.ts';
import { isKnown } from '#core/status/snapshotIndex.ts';
import type { LookupProblem } from '../lookups/lookup.ts';
import type { ProcedureStep, StepState } from '../procedure.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** The fields of a step that depend on the cluster. */
export type StepStatus = Pick<ProcedureStep, 'state' | 'headline'> &
  Partial<Pick<ProcedureStep, 'evidence' | 'meaning' | 'todo' | 'docs' | 'gate' | 'changes'>>;

/** The fields of a step that don't depend on the cluster. */
export type StepShape = Omit<ProcedureStep, 'state' | 'headline' | 'evidence' | 'meaning' | 'todo' | 'gate'>;

export function createStep(shape: StepShape, told: StepStatus): ProcedureStep {
  return { evidence: [], ...shape, ...told };
}

const states: Readonly<Record<Health, StepState>> = {
  ok: 'done',
  busy: 'waiting',
  attention: 'blocked',
  failed: 'blocked',
  unknown: 'unknown',
};

/**
 * Converts an explanation.
 * @param attention state of a component that needs attention: blocked, or waiting if it might continue automatically
 */
export function toStepStatus(
  { health, headline, meaning, next, todo, docs }: Explanation,
  attention: StepState = 'blocked',
): StepStatus {
  const state = health === 'attention' ? attention : states[health];
  // The next event is shown only while the step continues automatically.
  const words = state === 'waiting' && next !== undefined ? `${meaning}${getSentenceSeparator()}${next}` : meaning;
  return { state, headline, meaning: words, ...omitUndefined({ todo, docs }) };
}

/** Converts an explanation for a step that only waits. The step is waiting unless it's blocked. */
export function toWaitingStepStatus(explanation: Explanation): StepStatus {
  const told = toStepStatus(explanation);
  return told.state === 'blocked' ? told : { ...told, state: 'waiting' };
}

/** Returns whether the objects of the kind are known: they were listed, or the cluster doesn't have the kind. */
export function isListKnown(snapshot: Snapshot, id: WatchedKindId): boolean {
  return isKnown(snapshot, id) || snapshot[id].state.kind === 'absent';
}

/** Describes a kind whose objects can't be listed. */
export function describeUnreadableKind(snapshot: Snapshot, id: WatchedKindId): StepStatus {
  const { state } = snapshot[id];
  const { plural, neededFor } = watchedKinds[id];
  if (state.kind === 'forbidden') {
    return {
      state: 'unknown',
      headline: l10n.t`No permission to read ${plural}`,
      meaning: l10n.t({
        message: "You don't have permission to {0} {1}, which is required to determine {2}.",
        args: [state.verb, plural, neededFor()],
        comment: [
          '{0} is an RBAC verb (list, watch), {1} is a resource type, and {2} is a clause, such as "whether the operator is running".',
        ],
      }),
      todo: l10n.t`Request permission to ${state.verb} ${plural}.`,
    };
  }
  return {
    state: 'unknown',
    headline: l10n.t`Not read yet`,
    meaning: l10n.t`The cluster's ${plural} haven't been read yet.`,
  };
}

/**
 * Describes data that can't be read.
 * @param what noun phrase such as `the operator namespace`
 */
export function describeFailedLookup(what: string, { why, message }: LookupProblem): StepStatus {
  const forbidden = why === 'forbidden';
  return {
    state: 'unknown',
    headline: why === 'notAsked' ? l10n.t`Not read yet` : forbidden ? l10n.t`No permission` : l10n.t`Can't be read`,
    meaning:
      why === 'notAsked' ? l10n.t`The extension hasn't queried ${what} yet.` : l10n.t`Can't read ${what}: ${message}`,
    ...(forbidden ? { todo: l10n.t`Request permission to read ${what}.` } : {}),
  };
}
