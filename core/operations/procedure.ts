/**
 * Something that takes several steps on a cluster: one procedure is one file in procedures/. Where it stands is worked
 * out from the cluster's state alone, each time anew: nothing is kept, so that whoever closes the window, does a step
 * by hand, or opens a second window does no harm.
 */
import * as l10n from '@vscode/l10n';
import type { DocSection } from '../product/docSection.ts';
import type { ObjectReference } from '../cluster/objects/objectReference.ts';
import type { ClusterChange } from './changes/clusterChange.ts';
import type { LookupId } from './lookupList.ts';
import type { ObservedCluster } from './observedCluster.ts';
import type { Message } from '#core/text/message.ts';

/**
 * `done`: the cluster shows that it is; `ready`: its changes can be sent now; `waiting`: the cluster is at it;
 * `blocked`: requires a manual action (`todo`); `later`: an earlier step comes first; `unknown`: the state can't be
 * read; `open`: the user does it manually at any time (`todo`), and the operation finishes without it.
 */
export type StepState = 'done' | 'ready' | 'waiting' | 'blocked' | 'later' | 'unknown' | 'open';

export interface ProcedureStep {
  /** Stable, unique in the procedure: `subscription`. */
  readonly id: string;
  /** What is done, as an order: `Create the Subscription`. */
  readonly title: string;
  readonly state: StepState;
  /** A few words for the row: `channel stable, approved by hand`. */
  readonly headline: string;
  /** What on the cluster says so, a line each; names and values of the cluster, no secrets. */
  readonly evidence: readonly string[];
  /** What it means, when it does not go by itself: a sentence or two. */
  readonly meaning?: string;
  /** What the user can do. Commands stand in backticks. */
  readonly todo?: string;
  readonly docs?: DocSection;
  /**
   * What is to be sent while it is not done; none where it is only waited for. The same in every state: previews and
   * runbooks show it.
   */
  readonly changes: readonly ClusterChange[];
  /** How a runbook sees that it is done. */
  readonly until: readonly CompletionCriterion[];
  /** What must be said before its changes are sent. */
  readonly gate?: ConfirmationGate;
  /** True if the user does the step by hand. The operation ends without it. */
  readonly isManual?: true;
  /** True if the step removes something. If there was nothing to remove at the start, the step wasn't needed. */
  readonly removes?: boolean;
}

/** What a runbook waits for: that `oc get` of this prints that. */
export interface CompletionCriterion {
  /** Without a name: of all objects of the kind there. */
  readonly object: Omit<ObjectReference, 'name'> & { readonly name?: string };
  /** `{.status.phase}`; undefined: whether the object is there. */
  readonly jsonpath?: string;
  /** What is printed; `present` and `gone` where there is no path. */
  readonly is: string;
  /** How long it may take. */
  readonly minutes: number;
}

/** What somebody must agree to. */
export interface ConfirmationGate {
  /** What is about to be done, as a question that names cluster and object. */
  readonly question: string;
  /** What comes of it, a sentence each: which nodes reboot, what is lost. */
  readonly consequences: readonly string[];
  /** What must be typed: the cluster's name. Undefined: a click will do. */
  readonly typed?: string;
  /** The nodes that reboot; undefined names if unknown. */
  readonly reboots?: { readonly nodes: readonly string[] | undefined };
  /** What is lost. */
  readonly losses?: readonly Loss[];
}

/** Something that is lost, as a sentence and by name. */
export interface Loss {
  readonly text: string;
  /** All names, if `text` includes only some. */
  readonly items?: readonly string[];
  /**
   * Identifies what a confirmation covers. A loss with another key requires another confirmation. Empty for
   * information, such as a number that changes on its own.
   */
  readonly keys: readonly string[];
}

/** Returns everything that the user confirms with a gate, one sentence each. */
export function gateSentences({
  consequences,
  losses = [],
}: Pick<ConfirmationGate, 'consequences' | 'losses'>): readonly string[] {
  return [...consequences, ...losses.map(({ text }) => text)];
}

/** Converts choices to JSON, which is stored while an operation is paused, and back. */
export interface KeptChoices<Choices> {
  /** Returns undefined if the choices contain credentials. */
  readonly write: (choices: Choices) => unknown;
  /** Returns undefined for invalid input. */
  readonly read: (kept: unknown) => Choices | undefined;
}

export interface Procedure<Choices> {
  /** `install`. */
  readonly id: string;
  /** `Install kata`. */
  readonly title: Message;
  /** A short noun for its row in a narrow tree: `Install`. By default the title. */
  readonly label?: Message;
  /** True if workloads can run in sandboxes afterwards, so that the last message offers to run one. */
  readonly preparesWorkloads?: true;
  readonly docs?: DocSection;
  /** What its steps look at besides the kinds that are followed. */
  readonly facts: readonly LookupId[];
  /** Additional facts for these choices. */
  readonly moreFacts?: (choices: Choices) => readonly LookupId[];
  /** Objects that it looks at besides those: read with the facts, of Secrets the metadata alone. */
  readonly objects?: (choices: Choices) => readonly ObjectReference[];
  /** Stores its choices while it is paused; undefined if they aren't stored and are asked for again. */
  readonly kept?: KeptChoices<Choices>;
  /** `once`: all gates are asked together before the first change; `each`: every gate when its step comes. */
  readonly asks: 'once' | 'each';
  /**
   * Where it stands, in order. The first that is not done is the one that counts; those after it are `later`, unless
   * they are done. Never throws.
   */
  readonly steps: (situation: ObservedCluster, choices: Choices) => readonly ProcedureStep[];
}

export function defineProcedure<Choices>(procedure: Procedure<Choices>): Procedure<Choices> {
  return procedure;
}

/** Those after the first that is not done have to wait, whatever they would say by themselves. */
export function sequenceSteps(steps: readonly ProcedureStep[]): readonly ProcedureStep[] {
  const first = steps.findIndex((step) => !isSettledStep(step));
  return steps.map((step, index) =>
    first >= 0 && index > first && step.state !== 'done'
      ? { ...step, state: 'later', headline: l10n.t`Not started` }
      : step,
  );
}

/** Returns the first step that the operation waits for; undefined if none remains. */
export function findCurrentStep(steps: readonly ProcedureStep[]): ProcedureStep | undefined {
  return steps.find((step) => !isSettledStep(step));
}

/** Returns whether the operation is finished with this step. */
export function isSettledStep({ state }: Pick<ProcedureStep, 'state'>): boolean {
  return state === 'done' || state === 'open';
}

/** Returns the manual steps that remain. */
export function openSteps(steps: readonly ProcedureStep[]): readonly ProcedureStep[] {
  return steps.filter(({ state }) => state === 'open');
}
