/**
 * Defines a procedure, which is an operation with several steps on a cluster. Each procedure has its own file in
 * procedures/. Its progress is always derived from the current cluster state, so closing the window, performing a step
 * manually, or opening a second window is safe.
 */
import * as l10n from '@vscode/l10n';
import type { DocSection } from '../product/docSection.ts';
import type { ObjectReference } from '../cluster/objects/objectReference.ts';
import type { ClusterChange } from './changes/clusterChange.ts';
import type { LookupId } from './lookupList.ts';
import type { ObservedCluster } from './observedCluster.ts';
import type { Message } from '#core/text/message.ts';

/**
 * `done`: the cluster state confirms the step; `ready`: its changes can be sent now; `waiting`: in progress on the
 * cluster; `blocked`: requires a manual action (`todo`); `later`: an earlier step must finish first; `unknown`: the
 * state can't be read; `open`: the user does it manually at any time (`todo`), and the operation finishes without it.
 */
export type StepState = 'done' | 'ready' | 'waiting' | 'blocked' | 'later' | 'unknown' | 'open';

export interface ProcedureStep {
  /** Stable and unique in the procedure, such as `subscription`. */
  readonly id: string;
  /** Title in the imperative, such as `Create the Subscription`. */
  readonly title: string;
  readonly state: StepState;
  /** Short state for the row, such as `Channel stable, manual approval`. */
  readonly headline: string;
  /** Evidence on the cluster, one line each. Contains names and values of the cluster, but no secrets. */
  readonly evidence: readonly string[];
  /** Meaning in one or two sentences, if the step doesn't finish automatically. */
  readonly meaning?: string;
  /** Recommended action, with commands in backticks. */
  readonly todo?: string;
  readonly docs?: DocSection;
  /**
   * Changes to send until the step is done. Empty if the step only waits. They don't depend on the state of the step,
   * because previews and runbooks show them.
   */
  readonly changes: readonly ClusterChange[];
  /** Conditions by which a runbook recognizes that the step is done. */
  readonly until: readonly CompletionCriterion[];
  /** Confirmation that is required before the changes are sent. */
  readonly gate?: ConfirmationGate;
  /** True if the user performs the step manually. The operation finishes without it. */
  readonly isManual?: true;
  /** Text for runbooks, in which the step has a different effect. */
  readonly inRunbook?: Pick<ProcedureStep, 'title' | 'gate'>;
  /** True if the step deletes something. If there was nothing to delete at the start, the step wasn't needed. */
  readonly removes?: boolean;
}

/** A condition that a runbook waits for: `oc get` of the object prints the expected value. */
export interface CompletionCriterion {
  /** The object. Without a name, all objects of the kind in the namespace. */
  readonly object: Omit<ObjectReference, 'name'> & { readonly name?: string };
  /** Path such as `{.status.phase}`. If undefined, the condition is the existence of the object, or `EqualValues`. */
  readonly jsonpath?: string;
  /** Expected output. Without a path, `present`, `gone`, or values of the object that must be equal. */
  readonly is: string | EqualValues;
  /** Maximum duration in minutes. */
  readonly minutes: number;
}

/**
 * Values of an object that must be equal, such as its generation and the generation that its controller observed. The
 * condition is also met if the object doesn't exist. A value that the object doesn't have counts as 0, because API
 * servers omit counts that are 0.
 */
export interface EqualValues {
  /** Pairs of paths such as `{.metadata.generation}`, or of a path and a text such as `{"text"}`. */
  readonly equal: readonly (readonly [path: string, path: string])[];
}

/** A confirmation by the user. */
export interface ConfirmationGate {
  /** Question that names the change, the cluster, and the object. */
  readonly question: string;
  /** Consequences, one sentence each: which nodes reboot, and what is lost. */
  readonly consequences: readonly string[];
  /** Text that the user must type, which is the cluster name. If undefined, a click is enough. */
  readonly typed?: string;
  /** Nodes that reboot. The list is undefined if they're unknown. */
  readonly reboots?: { readonly nodes: readonly string[] | undefined };
  /** Losses. */
  readonly losses?: readonly Loss[];
  /**
   * The consequences that describe `reboots` and change without user action, such as the estimated duration. Only
   * another node requires another confirmation, not a different estimate.
   */
  readonly estimates?: readonly string[];
}

/** A loss, as a sentence and with names. */
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

/** Returns all statements that the user confirms with a gate, one sentence each. */
export function gateSentences({
  consequences,
  losses = [],
}: Pick<ConfirmationGate, 'consequences' | 'losses'>): readonly string[] {
  return [...consequences, ...losses.map(({ text }) => text)];
}

/** Converts choices to JSON and back. The JSON is stored while an operation is paused. */
export interface KeptChoices<Choices> {
  /** Returns undefined if the choices contain credentials. */
  readonly write: (choices: Choices) => unknown;
  /** Returns undefined for invalid input. */
  readonly read: (kept: unknown) => Choices | undefined;
}

export interface Procedure<Choices> {
  /** Stable ID, such as `install`. */
  readonly id: string;
  /** Title, such as `Install Kata`. */
  readonly title: Message;
  /** Short noun for the row in a narrow tree, such as `Install`. The default is the title. */
  readonly label?: Message;
  /** True if workloads can run in sandboxes afterwards. The final message then offers to run one. */
  readonly preparesWorkloads?: true;
  readonly docs?: DocSection;
  /** Lookups that the steps require in addition to the watched kinds. */
  readonly facts: readonly LookupId[];
  /** Returns additional lookups for these choices. */
  readonly moreFacts?: (choices: Choices) => readonly LookupId[];
  /**
   * Returns additional objects that the steps require. They are read together with the lookups. For Secrets, only the
   * metadata is read.
   */
  readonly objects?: (choices: Choices) => readonly ObjectReference[];
  /** Stores the choices while the operation is paused. If undefined, the user is asked for them again. */
  readonly kept?: KeptChoices<Choices>;
  /**
   * `once`: all gates are confirmed together before the first change; `each`: each gate is confirmed when its step
   * starts.
   */
  readonly asks: 'once' | 'each';
  /**
   * Returns the steps in order. The first step that isn't done is the current one. Later steps are `later` unless
   * they're done. Never throws.
   */
  readonly steps: (situation: ObservedCluster, choices: Choices) => readonly ProcedureStep[];
}

export function defineProcedure<Choices>(procedure: Procedure<Choices>): Procedure<Choices> {
  return procedure;
}

/** Marks all steps after the first unfinished one as `later`, unless they're done. */
export function sequenceSteps(steps: readonly ProcedureStep[]): readonly ProcedureStep[] {
  const first = steps.findIndex((step) => !isSettledStep(step));
  return steps.map((step, index) =>
    first >= 0 && index > first && step.state !== 'done'
      ? { ...step, state: 'later', headline: l10n.t`Not started` }
      : step,
  );
}

/** Returns the first unfinished step, or undefined if none remains. */
export function findCurrentStep(steps: readonly ProcedureStep[]): ProcedureStep | undefined {
  return steps.find((step) => !isSettledStep(step));
}

/** Returns whether the operation no longer waits for this step. */
export function isSettledStep({ state }: Pick<ProcedureStep, 'state'>): boolean {
  return state === 'done' || state === 'open';
}

/** Returns the remaining manual steps. */
export function openSteps(steps: readonly ProcedureStep[]): readonly ProcedureStep[] {
  return steps.filter(({ state }) => state === 'open');
}
