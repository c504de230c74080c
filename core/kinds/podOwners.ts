/**
 * Kinds of other projects that create pods. Only the runtime class and the annotations of their pods are checked,
 * because the projects change the rest. Sources: knative/serving@00204e7b pkg/apis/serving/v1/revision_types.go;
 * tektoncd/pipeline@0505f233 pkg/apis/pipeline/pod/template.go; argoproj/argo-rollouts@1929f482
 * pkg/apis/rollouts/v1alpha1/types.go; kserve/kserve@0217bdab pkg/apis/serving/v1beta1/podspec.go.
 */
import * as l10n from '@vscode/l10n';
import type { KindKnowledge } from './field.ts';
import { workload, workloadIds } from './workloads.ts';

/** A part of an object that corresponds to a pod, with the paths of its metadata and its specification. */
export interface PodPart {
  readonly metadata: readonly string[];
  readonly spec: readonly string[];
}

/**
 * A kind that creates pods.
 * @property parts parts that are read like pods. Undefined if the kind has a regular pod template
 */
interface PodOwner {
  readonly kind: KindKnowledge;
  readonly parts?: readonly PodPart[];
}

const createsPods = () => l10n.t`Creates pods. Validation covers only the runtime class and annotations of these pods.`;
const template = ['spec', 'template'];
const virtualMachine = () => l10n.t`KubeVirt virtual machine. It doesn't run with a Kata runtime class.`;

/** Components of an InferenceService. Each one contains the fields of a pod specification and its annotations. */
const components = ['predictor', 'transformer', 'explainer'].map((name): PodPart => {
  const path = ['spec', name];
  return { metadata: path, spec: path };
});

const taskPod = (...spec: readonly string[]): PodPart => ({ metadata: ['metadata'], spec: ['spec', ...spec] });

/** All kinds of other projects that create pods. */
export const podOwners: readonly PodOwner[] = [
  { kind: workload('Service', 'serving.knative.dev', template, createsPods, { id: 'KnativeService' }) },
  { kind: workload('Revision', 'serving.knative.dev', [], createsPods) },
  { kind: workload('Rollout', 'argoproj.io', template, createsPods, { versions: ['v1alpha1'] }) },
  {
    kind: workload('TaskRun', 'tekton.dev', [], createsPods, { versions: ['v1', 'v1beta1'] }),
    parts: [taskPod('podTemplate')],
  },
  {
    kind: workload('PipelineRun', 'tekton.dev', [], createsPods, { versions: ['v1', 'v1beta1'] }),
    parts: [taskPod('taskRunTemplate', 'podTemplate'), taskPod('podTemplate')],
  },
  {
    kind: workload('InferenceService', 'serving.kserve.io', [], createsPods, { versions: ['v1beta1'] }),
    parts: components,
  },
];

/** KubeVirt kinds. Their virtual machines don't run in containers of a user-defined pod. */
export const virtualMachineKinds: readonly KindKnowledge[] = [
  workload('VirtualMachine', 'kubevirt.io', template, virtualMachine),
  workload('VirtualMachineInstance', 'kubevirt.io', [], virtualMachine),
];

/** The IDs of all kinds whose pods have a runtime class and annotations, for rules about these. */
export const podOwnerIds: readonly string[] = [...workloadIds, ...podOwners.map(({ kind }) => kind.id)];
