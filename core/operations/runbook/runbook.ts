/**
 * A procedure as something that others run or merge: all of its steps, whatever their state, as a value. bash.ts and
 * gitops.ts write it down.
 */
import * as l10n from '@vscode/l10n';
import { emptyHistory } from '#core/cluster/history.ts';
import type { DocSection } from '#core/product/docSection.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { emptySnapshot } from '#core/cluster/snapshot.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import type { Procedure, ProcedureStep, CompletionCriterion } from '../procedure.ts';
import type { ObservedCluster } from '../observedCluster.ts';

export interface Runbook {
  /** `install`. */
  readonly id: string;
  /** `Install kata`. */
  readonly title: string;
  readonly docs?: DocSection;
  /** The cluster that it is for; undefined: whichever it is run against. */
  readonly cluster?: { readonly context: string; readonly server: string };
  readonly steps: readonly RunbookStep[];
}

/** A step that may be of no moment: what it deals with is found when it is run. */
export interface RunbookStep extends Omit<ProcedureStep, 'until'> {
  /**
   * How it is seen to be done: all of it. Without a name an object stands for every one of its kind there, of which
   * there is at least one; with a path that begins with `{.items` or `{range`, what that prints of their list counts.
   * Without a namespace, too: of all namespaces.
   */
  readonly until: readonly RunbookUntil[];
  /** What is done in place of `changes`. As long as the step waits, it looks again: they may come late. */
  readonly found?: readonly SelectedChange[];
  /**
   * The one object of that kind is written into a file beside the script before anything else of the step, as it can be
   * applied again.
   */
  readonly keeps?: Omit<ObjectReference, 'name'>;
  /** What such a file holds is applied; `changes` where there is none. */
  readonly kept?: Omit<ObjectReference, 'name'>;
  /** It is left out where this is so. */
  readonly unless?: NewerThan;
}

export interface RunbookUntil extends CompletionCriterion {
  /** Only those whose names begin so, where it is `present` or `gone` that is asked. */
  readonly prefix?: string;
  /** What is waited for: `no pod of the runtime class kata is left`. Undefined: made of the rest. */
  readonly words?: string;
}

/**
 * What is done to objects that only the cluster can name when it is run: the InstallPlan that waits, the CSV of the
 * operator.
 */
export interface SelectedChange {
  /** Where is looked. */
  readonly object: Omit<ObjectReference, 'name'>;
  /** Which of them, as a filter of JSONPath: `@.spec.approved==false`. Undefined: all. */
  readonly where?: string;
  /** How their names begin: `sandboxed-containers-operator.v`. Undefined: anyhow. */
  readonly prefix?: string;
  /** What is shown of each before: `{.spec.clusterServiceVersionNames[*]}`. */
  readonly show?: string;
  /** Asked before each, with its name, besides the gate of the step: `Approve this InstallPlan?` */
  readonly question?: string;
  /** @property patch a merge patch */
  readonly change: { readonly how: 'merge'; readonly patch: KubernetesManifest } | { readonly how: 'delete' };
}

/** Objects of a kind are there, and every one was made when the newest of another kind was there already. */
export interface NewerThan {
  readonly object: Omit<ObjectReference, 'name'>;
  readonly than: Omit<ObjectReference, 'name'>;
  /** How the names of the others begin. */
  readonly prefix: string;
  /** What that means: `The KataConfig was made anew already`. */
  readonly words: string;
}

/** Writes an object as YAML: `core` has no library for that. */
export type WriteYaml = (object: KubernetesManifest) => string;

/** What stands for the cluster's name where it is not known: it is asked for when the runbook is run. */
export const anyCluster = () => l10n.t`the cluster`;

/** That of no cluster in particular: nothing of it is known. */
export const unknownCluster = (): ObservedCluster => ({
  context: anyCluster(),
  server: '',
  snapshot: emptySnapshot,
  history: emptyHistory,
  facts: {},
  now: 0,
});

/** @param cluster undefined: it is for no cluster in particular, and the situation is the unknown one */
export function createRunbook<Choices>(
  { id, title, docs, steps }: Pick<Procedure<Choices>, 'id' | 'title' | 'docs' | 'steps'>,
  situation: ObservedCluster,
  choices: Choices,
  cluster?: Runbook['cluster'],
): Runbook {
  return {
    id,
    title: title(),
    steps: steps(situation, choices),
    ...(docs === undefined ? {} : { docs }),
    ...(cluster === undefined ? {} : { cluster }),
  };
}
