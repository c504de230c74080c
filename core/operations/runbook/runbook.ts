/**
 * Converts a procedure to a runbook that other users run or merge. The runbook contains all steps, regardless of their
 * state. bashRunbook.ts and gitOpsFolder.ts render it.
 */
import { emptyHistory } from '#core/cluster/history.ts';
import type { DocSection } from '#core/product/docSection.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { emptySnapshot } from '#core/cluster/snapshot.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import type { Procedure, ProcedureStep, CompletionCriterion } from '../procedure.ts';
import type { ObservedCluster } from '../observedCluster.ts';

export interface Runbook {
  /** ID of the procedure, such as `install`. */
  readonly id: string;
  /** Title, such as `Install Kata`. */
  readonly title: string;
  readonly docs?: DocSection;
  /** The target cluster. If undefined, any cluster. */
  readonly cluster?: { readonly context: string; readonly server: string };
  /** Objects that must not exist when the runbook starts. */
  readonly conflicts?: readonly RunbookConflict[];
  readonly steps: readonly RunbookStep[];
}

/** Objects that would conflict with the result of a runbook, so that it must not start. */
export interface RunbookConflict {
  /** Kind and namespace to search. Without a namespace, the kind is cluster-scoped, or `inAllNamespaces` is true. */
  readonly object: Omit<ObjectReference, 'name'>;
  /** True if the kind is namespaced and all namespaces are searched. */
  readonly inAllNamespaces?: true;
  /** JSONPath filter such as `@.spec.name=="example"`. If undefined, all objects match. */
  readonly where?: string;
  /** Name prefix. If undefined, any name matches. */
  readonly prefix?: string;
  /** Name of the object that the runbook itself creates, which isn't a conflict. */
  readonly except?: string;
  /** Description of the objects, such as `Subscription for the operator`. */
  readonly words: string;
  /** Consequence and next step. */
  readonly problem: string;
  /** Problem if the cluster doesn't have the kind. If undefined, that isn't a problem. */
  readonly absent?: string;
}

/** A step whose target objects can be determined when the script runs. */
export interface RunbookStep extends Omit<ProcedureStep, 'inRunbook' | 'until'> {
  /**
   * Completion conditions, which must all be met. If an object has no name, its condition applies to every object of
   * the kind, and at least one must exist. If the path starts with `{.items` or `{range`, the condition applies to the
   * output for the whole list. Without a namespace, it applies to all namespaces.
   */
  readonly until: readonly RunbookUntil[];
  /**
   * Changes that replace `changes`. While the step waits, the script searches again, because the objects might be
   * created later.
   */
  readonly found?: readonly SelectedChange[];
  /**
   * Kind with a single object, which is saved to a file next to the script before the step changes anything. The file
   * can be applied again.
   */
  readonly keeps?: Omit<ObjectReference, 'name'>;
  /** Kind whose saved file is applied. If there is no file, `changes` are applied. */
  readonly kept?: Omit<ObjectReference, 'name'>;
  /** Condition under which the step is skipped. */
  readonly unless?: NewerThan;
}

export interface RunbookUntil extends CompletionCriterion {
  /** Limits `present` and `gone` to names with this prefix. */
  readonly prefix?: string;
  /** Description such as `the operator is running`. If undefined, it is derived from the condition. */
  readonly words?: string;
}

/**
 * A change of objects whose names are known only when the script runs, such as the pending install plan or the operator
 * CSV.
 */
export interface SelectedChange {
  /** Kind and namespace to search. */
  readonly object: Omit<ObjectReference, 'name'>;
  /** JSONPath filter such as `@.spec.approved==false`. If undefined, all objects match. */
  readonly where?: string;
  /** Name prefix such as `sandboxed-containers-operator.v`. If undefined, any name matches. */
  readonly prefix?: string;
  /** Path of the value to show before each change, such as `{.spec.clusterServiceVersionNames[*]}`. */
  readonly show?: string;
  /**
   * Question for each object, asked with its name in addition to the gate of the step, such as `Approve this
   * InstallPlan?`
   */
  readonly question?: string;
  /** Names that don't match. */
  readonly except?: readonly string[];
  /** Patch to send for each object, or the deletion of each object. */
  readonly change: SelectedPatch | { readonly how: 'delete' };
}

/**
 * Patch of objects whose names are known only when the script runs. `json` replaces whole values, even if the previous
 * value is unknown. `strategic` adds an item to a list of a built-in kind.
 */
type SelectedPatch =
  | { readonly how: 'merge' | 'strategic'; readonly patch: KubernetesManifest }
  | { readonly how: 'json'; readonly patch: readonly KubernetesManifest[] };

/** A condition: objects of a kind exist, and each is newer than the newest object of another kind. */
export interface NewerThan {
  readonly object: Omit<ObjectReference, 'name'>;
  readonly than: Omit<ObjectReference, 'name'>;
  /** Name prefix of the other objects. */
  readonly prefix: string;
  /** Meaning of the condition, such as `The KataConfig was already recreated for this release.` */
  readonly words: string;
}

/** Writes an object as YAML. Passed in because `core` has no YAML library. */
export type WriteYaml = (object: KubernetesManifest) => string;

/** Placeholder for an unknown cluster name. The script shows the cluster when it runs. */
export const anyCluster = 'the cluster';

/** Returns the data of an unspecified cluster, about which nothing is known. */
export const unknownCluster = (): ObservedCluster => ({
  context: anyCluster,
  server: '',
  snapshot: emptySnapshot,
  history: emptyHistory,
  facts: {},
  now: 0,
});

/**
 * Creates the runbook.
 * @param cluster the target cluster; if undefined, the runbook is for any cluster, and the situation must be that of
 * the unknown cluster
 */
export function createRunbook<Choices>(
  { id, title, docs, steps }: Pick<Procedure<Choices>, 'id' | 'title' | 'docs' | 'steps'>,
  situation: ObservedCluster,
  choices: Choices,
  cluster?: Runbook['cluster'],
): Runbook {
  return {
    id,
    title: title(),
    steps: steps(withPendingChange(situation), choices).map(({ inRunbook, ...step }) => ({ ...step, ...inRunbook })),
    ...(docs === undefined ? {} : { docs }),
    ...(cluster === undefined ? {} : { cluster }),
  };
}

/**
 * Returns the data of the cluster after the script has changed the settings of peer pods. cloud-api-adaptor must be
 * restarted after that change, and not after an earlier one.
 */
function withPendingChange(situation: ObservedCluster): ObservedCluster {
  const { facts, now } = situation;
  const { adaptorPods } = facts;
  return adaptorPods?.kind === 'known'
    ? {
        ...situation,
        facts: { ...facts, adaptorPods: { ...adaptorPods, value: { ...adaptorPods.value, configChanged: now } } },
      }
    : situation;
}
