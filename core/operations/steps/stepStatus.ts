/** How the state of a part of the cluster becomes the state of a step. */
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

/** What a step says of the cluster. */
export type StepStatus = Pick<ProcedureStep, 'state' | 'headline'> &
  Partial<Pick<ProcedureStep, 'evidence' | 'meaning' | 'todo' | 'docs' | 'gate' | 'changes'>>;

/** What it is and does, whatever the cluster says. */
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

/** @param attention what a part is that waits for somebody: blocked, or waiting where it may go on by itself */
export function toStepStatus(
  { health, headline, meaning, next, todo, docs }: Explanation,
  attention: StepState = 'blocked',
): StepStatus {
  const state = health === 'attention' ? attention : states[health];
  // What comes next is of interest while it goes by itself.
  const words = state === 'waiting' && next !== undefined ? `${meaning}${getSentenceSeparator()}${next}` : meaning;
  return { state, headline, meaning: words, ...omitUndefined({ todo, docs }) };
}

/**
 * As what is followed: where its owner has said nothing that is known here, or nothing is the matter, it is waited for.
 */
export function toWaitingStepStatus(explanation: Explanation): StepStatus {
  const told = toStepStatus(explanation);
  return told.state === 'blocked' ? told : { ...told, state: 'waiting' };
}

/** Whether it is known which objects of the kind there are: they were listed, or the cluster has no such kind. */
export function isListKnown(snapshot: Snapshot, id: WatchedKindId): boolean {
  return isKnown(snapshot, id) || snapshot[id].state.kind === 'absent';
}

/** The objects of the kind cannot be seen. */
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
        comment: ['{0} is a verb of Kubernetes (list, watch), {1} a kind, {2} such as: whether the operator runs.'],
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

/** A fact could not be read. @param what `the namespace of the operator` */
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
