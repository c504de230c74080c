/**
 * Restarts a workload: its controller replaces all pods. Sources: kubernetes/kubernetes@v1.32.0
 * staging/src/k8s.io/kubectl/pkg/polymorphichelpers/objectrestarter.go; Kubernetes, "Deployments", "DaemonSets",
 * "StatefulSets".
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, getNumber, getString } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import { hasEmptyDirVolume } from '#core/operations/lookups/workload/podDeletion.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { defineProcedure, type ConfirmationGate, type ProcedureStep } from '#core/operations/procedure.ts';
import { describePodEffects } from '#core/operations/sandboxWorkload/sandboxPatch.ts';
import { createStepWithDefaults } from '#core/operations/steps/createStep.ts';
import { describeManagers, findObjectToChange, getSandboxKind, isBeingDeleted } from './objectStep.ts';

export interface RestartChoices {
  readonly target: ObjectReference;
  readonly uid: string;
  /** Time of the restart, as in RFC 3339. The controller replaces all pods whose template has another time. */
  readonly at: string;
}

/** Annotation of the pod template that kubectl and the OpenShift console set. */
const restartedAt = 'kubectl.kubernetes.io/restartedAt';

/** Kinds whose controller replaces all pods when the pod template changes. */
const restartable: ReadonlySet<string> = new Set(['apps/Deployment', 'apps/StatefulSet', 'apps/DaemonSet']);

/** Returns whether a workload of this kind can be restarted. */
export function isRestartable({ group, kind }: Pick<ObjectReference, 'group' | 'kind'>): boolean {
  return restartable.has(`${group}/${kind}`);
}

export const restartWorkloadProcedure = defineProcedure<RestartChoices>({
  id: 'restartWorkload',
  title: () => l10n.t`Restart workload`,
  facts: [],
  objects: ({ target }) => [target],
  asks: 'once',
  steps: (situation, choices) => [restartStep(situation, choices)],
});

function restartStep(situation: ObservedCluster, { target, uid, at }: RestartChoices): ProcedureStep {
  const { kind, plural, namespace = '' } = target;
  const name = sanitizeLabel(target.name);
  const patch = { spec: { template: { metadata: { annotations: { [restartedAt]: at } } } } };
  const step = {
    id: 'restart',
    title: l10n.t`Restart ${kind} ${name}`,
    changes: [{ how: 'merge', target, patch, uid } as const],
    until: [
      {
        object: target,
        jsonpath: `{.spec.template.metadata.annotations.${restartedAt.replaceAll('.', String.raw`\.`)}}`,
        is: at,
        minutes: 1,
      },
    ],
  };
  const found = findObjectToChange(situation, target, uid);
  if ('status' in found) return createStepWithDefaults({ ...step, ...found.status });
  const { raw } = found;
  const blocked = { ...step, changes: [], state: 'blocked' as const };
  if (getString(raw, 'spec', 'template', 'metadata', 'annotations', restartedAt) === at)
    return createStepWithDefaults({ ...step, state: 'done', headline: l10n.t`The pods are being replaced` });
  if (isBeingDeleted(raw)) return createStepWithDefaults({ ...blocked, headline: l10n.t`Being deleted` });
  if (kind === 'Deployment' && getBoolean(raw, 'spec', 'paused') === true)
    return createStepWithDefaults({
      ...blocked,
      headline: l10n.t`The rollout is paused`,
      meaning: l10n.t`While the rollout is paused, ${kind} ${name} doesn't replace its pods.`,
      todo: l10n.t('To resume the rollout, run `oc rollout resume {0}/{1} -n {2}`.', plural, name, namespace),
    });
  if (kind !== 'DaemonSet' && getNumber(raw, 'spec', 'replicas') === 0)
    return createStepWithDefaults({ ...blocked, headline: l10n.t`Scaled to 0` });
  return createStepWithDefaults({
    ...step,
    state: 'ready',
    headline: l10n.t`Change pending`,
    gate: gateOf(situation, target, raw),
  });
}

function gateOf(situation: ObservedCluster, target: ObjectReference, raw: unknown): ConfirmationGate {
  const { kind, namespace = '' } = target;
  const effects = describePodEffects(kind, raw);
  const template = ['spec', 'template', 'spec'] as const;
  const sandbox = getSandboxKind(situation, getString(raw, ...template, 'runtimeClassName'));
  return {
    question: l10n.t`Restart ${kind} ${sanitizeLabel(target.name)} in ${sanitizeLabel(namespace)} on ${situation.context}?`,
    consequences: [
      ...(effects.ok ? effects.value : []),
      ...(sandbox === undefined ? [] : [l10n.t`A VM starts for each pod. The first VM takes the longest to start.`]),
      ...(sandbox === 'peerPod' ? [l10n.t`When a peer pod is deleted, its VM is also deleted.`] : []),
      ...(hasEmptyDirVolume(raw, ...template) ? [l10n.t`The data in emptyDir volumes is lost.`] : []),
      ...describeManagers(target, raw),
    ],
  };
}
