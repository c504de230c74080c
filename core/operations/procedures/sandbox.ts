/** Sets a Kata runtime class on a workload and recreates its pods. Sources: OSC 1.12 §3.8; Kubernetes, "Workloads". */
import * as l10n from '@vscode/l10n';
import { configuringWorkload } from '#core/product/docSections.ts';
import { getBoolean, getList, getNumber, getString } from '#core/common/json.ts';
import { truncateMessage } from '#core/cluster/objects/clusterObject.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import { isSandboxedSo, describePodEffects, createSandboxPatch } from '../sandboxWorkload/sandboxPatch.ts';
import { defineProcedure, sequenceSteps, type ProcedureStep } from '../procedure.ts';
import type { AnnotationChanges } from '../sandboxWorkload/sandboxFields.ts';
import { getObservedObject, type ObservedCluster } from '../observedCluster.ts';
import { createStepWithDefaults } from '../steps/createStep.ts';

export interface SandboxChoices {
  readonly target: ObjectReference;
  /** Path of the pod template in the workload. */
  readonly podPath: readonly string[];
  readonly runtimeClass: string;
  readonly annotations: AnnotationChanges;
}

export const sandboxProcedure = defineProcedure<SandboxChoices>({
  id: 'sandbox',
  title: () => l10n.t`Run a workload in a sandbox`,
  label: () =>
    l10n.t({
      message: 'Sandbox',
      args: [],
      comment: [
        'A noun: the short name of the operation that changes a workload to run in a sandbox, in the Clusters view. Keep it short.',
      ],
    }),
  docs: configuringWorkload,
  facts: [],
  objects: ({ target }) => [target],
  asks: 'once',
  steps(situation, choices) {
    const seen = getObservedObject(situation, choices.target);
    const raw = seen.kind === 'known' ? seen.value : undefined;
    const template = templateStep(situation, choices, raw);
    const counts = raw === undefined ? undefined : rollout(choices.target.kind, raw);
    return sequenceSteps(counts === undefined ? [template] : [template, podsStep(choices, counts)]);
  },
});

function templateStep(
  situation: ObservedCluster,
  { target, podPath, runtimeClass, annotations }: SandboxChoices,
  raw: KubernetesManifest | undefined,
): ProcedureStep {
  const { kind, name, namespace = '' } = target;
  const seen = getObservedObject(situation, target);
  const base = {
    id: 'template',
    title: l10n.t`Set the runtime class of ${kind} ${name} to ${runtimeClass}`,
    docs: configuringWorkload,
    changes: [{ how: 'merge', target, patch: createSandboxPatch(podPath, runtimeClass, annotations) } as const],
    until: [
      {
        object: target,
        jsonpath: `{.${[...podPath, 'spec', 'runtimeClassName'].join('.')}}`,
        is: runtimeClass,
        minutes: 1,
      },
    ],
  };
  if (seen.kind === 'unknown')
    return createStepWithDefaults({
      ...base,
      state: 'unknown',
      headline: l10n.t`Can't read the object`,
      meaning: seen.problem.message,
    });
  if (raw === undefined)
    return createStepWithDefaults({
      ...base,
      changes: [],
      state: 'blocked',
      headline: l10n.t`No longer exists`,
      todo: l10n.t('To list the existing objects, run `oc get {0} -n {1}`.', target.plural, namespace),
    });
  if (isSandboxedSo(raw, podPath, runtimeClass, annotations))
    return createStepWithDefaults({ ...base, state: 'done', headline: runtimeClass });
  const effect = describePodEffects(kind, raw);
  if (!effect.ok)
    return createStepWithDefaults({
      ...base,
      changes: [],
      state: 'blocked',
      headline: l10n.t`Can't be changed`,
      meaning: effect.error,
    });
  const now = getString(raw, ...podPath, 'spec', 'runtimeClassName');
  return createStepWithDefaults({
    ...base,
    state: 'ready',
    headline: now === undefined ? l10n.t`Currently a regular container` : l10n.t`Currently ${now}`,
    gate: {
      question: l10n.t`Run ${kind} ${name} in ${namespace} on ${situation.context} with runtime class ${runtimeClass}?`,
      consequences: [...effect.value, ...describeAnnotations(annotations)],
    },
  });
}

function describeAnnotations(annotations: SandboxChoices['annotations']): readonly string[] {
  return Object.entries(annotations).map(([key, value]) =>
    value === null ? l10n.t`The annotation ${key} is removed.` : l10n.t`The annotation ${key} is set to ${value}.`,
  );
}

interface Rollout {
  readonly wanted: number;
  readonly renewed: number;
  readonly ready: number;
  /** True if the controller has observed the change. */
  readonly seen: boolean;
  readonly problem?: string;
}

/**
 * Returns the rollout progress of a controller that recreates pods automatically. Returns undefined if there is no
 * rollout to wait for. Source: Kubernetes API, the statuses of these kinds; kubectl
 * pkg/polymorphichelpers/rollout_status.go.
 */
function rollout(kind: string, raw: KubernetesManifest): Rollout | undefined {
  const status = (field: string): number => getNumber(raw, 'status', field) ?? 0;
  const seen = status('observedGeneration') >= (getNumber(raw, 'metadata', 'generation') ?? 0);
  const replicas = getNumber(raw, 'spec', 'replicas') ?? 1;
  const onDelete = getString(raw, 'spec', 'updateStrategy', 'type') === 'OnDelete';
  if (kind === 'Deployment') {
    if (getBoolean(raw, 'spec', 'paused') === true) return undefined;
    const late = getList(raw, 'status', 'conditions').find(
      (one) => getString(one, 'type') === 'Progressing' && getString(one, 'reason') === 'ProgressDeadlineExceeded',
    );
    const problem =
      late === undefined
        ? {}
        : { problem: truncateMessage(getString(late, 'message') ?? l10n.t`The rollout is stuck.`) };
    // The rollout isn't complete while pods of the previous version exist.
    const old = status('replicas') - status('updatedReplicas');
    return {
      wanted: replicas,
      renewed: status('updatedReplicas'),
      ready: old > 0 ? 0 : status('availableReplicas'),
      seen,
      ...problem,
    };
  }
  if (kind === 'StatefulSet' && !onDelete)
    return { wanted: replicas, renewed: status('updatedReplicas'), ready: status('readyReplicas'), seen };
  if (kind === 'DaemonSet' && !onDelete)
    return {
      wanted: status('desiredNumberScheduled'),
      renewed: status('updatedNumberScheduled'),
      ready: status('numberAvailable'),
      seen,
    };
  return undefined;
}

function podsStep({ target }: SandboxChoices, { wanted, renewed, ready, seen, problem }: Rollout): ProcedureStep {
  const { kind, name, namespace = '', plural } = target;
  const base = {
    id: 'pods',
    title: l10n.t`Start the pods for ${kind} ${name}`,
    until: [
      {
        object: target,
        jsonpath: kind === 'DaemonSet' ? '{.status.updatedNumberScheduled}' : '{.status.updatedReplicas}',
        is: String(wanted),
        minutes: 30,
      },
    ],
  };
  const headline = l10n.t`${Math.min(renewed, wanted)} of ${wanted} recreated, ${Math.min(ready, wanted)} ready`;
  if (seen && renewed >= wanted && ready >= wanted) return createStepWithDefaults({ ...base, state: 'done', headline });
  const look = l10n.t(
    'To find the cause, run `oc describe pods -n {0}`. To roll back, run `oc rollout undo {1}/{2} -n {3}`.',
    namespace,
    plural,
    name,
    namespace,
  );
  if (problem !== undefined && seen)
    return createStepWithDefaults({ ...base, state: 'blocked', headline, meaning: problem, todo: look });
  return createStepWithDefaults({
    ...base,
    state: 'waiting',
    headline,
    meaning: l10n.t`A VM starts for each pod. The first VM takes the longest to start.`,
    todo: look,
  });
}
