/**
 * Changes the number of replicas of a workload. Sources: Kubernetes, "Workloads"; Kubernetes, HorizontalPodAutoscaler
 * (implicit maintenance-mode deactivation: a target with 0 replicas isn't scaled).
 */
import * as l10n from '@vscode/l10n';
import { getNumber, getString, omitUndefined } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { formatCount } from '#core/text/counts.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
import { sanitizeLabel, sanitizeLine } from '#core/text/sanitize.ts';
import type { ReadResult } from '#core/operations/lookups/lookup.ts';
import type { Autoscaler } from '#core/operations/lookups/workload/autoscalers.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { defineProcedure, type ConfirmationGate, type ProcedureStep } from '#core/operations/procedure.ts';
import { createStepWithDefaults } from '#core/operations/steps/createStep.ts';
import { blocksUninstall, describeManagers, findObjectToChange, getSandboxKind, isBeingDeleted } from './objectStep.ts';

export interface ScaleChoices {
  readonly target: ObjectReference;
  readonly uid: string;
  readonly replicas: number;
  readonly autoscalers: ReadResult<readonly Autoscaler[]>;
}

/** Kinds with `spec.replicas`. */
const scalable: ReadonlySet<string> = new Set([
  'apps/Deployment',
  'apps/StatefulSet',
  'apps/ReplicaSet',
  '/ReplicationController',
  'apps.openshift.io/DeploymentConfig',
]);

/** Returns whether a workload of this kind has a number of replicas. */
export function isScalable({ group, kind }: Pick<ObjectReference, 'group' | 'kind'>): boolean {
  return scalable.has(`${group}/${kind}`);
}

/** Returns the number of replicas of a workload. The API server sets 1 if the field is missing. */
export function getReplicas(raw: unknown): number {
  return getNumber(raw, 'spec', 'replicas') ?? 1;
}

export const scaleWorkloadProcedure = defineProcedure<ScaleChoices>({
  id: 'scaleWorkload',
  title: () => l10n.t`Scale workload`,
  facts: [],
  objects: ({ target }) => [target],
  asks: 'once',
  steps: (situation, choices) => [scaleStep(situation, choices)],
});

function scaleStep(situation: ObservedCluster, choices: ScaleChoices): ProcedureStep {
  const { target, uid, replicas } = choices;
  const found = findObjectToChange(situation, target, uid);
  const raw = 'raw' in found ? found.raw : undefined;
  const before = getReplicas(raw);
  const step = {
    id: 'scale',
    title: l10n.t`Scale ${target.kind} ${sanitizeLabel(target.name)} to ${replicas}`,
    changes: [
      {
        how: 'merge',
        target,
        patch: { spec: { replicas } },
        uid,
        // The resource version makes the change fail if the workload was scaled in the meantime.
        ...omitUndefined({ resourceVersion: getString(raw, 'metadata', 'resourceVersion') }),
        revert: scaleCommand(target, before),
      } as const,
    ],
    until: [{ object: target, jsonpath: '{.spec.replicas}', is: String(replicas), minutes: 1 }],
  };
  if ('status' in found) return createStepWithDefaults({ ...step, ...found.status });
  if (isBeingDeleted(raw))
    return createStepWithDefaults({ ...step, changes: [], state: 'blocked', headline: l10n.t`Being deleted` });
  const headline = formatCount(before, 'replica');
  return createStepWithDefaults(
    before === replicas
      ? { ...step, state: 'done', headline }
      : { ...step, state: 'ready', headline, gate: gateOf(situation, choices, found.raw) },
  );
}

function gateOf(situation: ObservedCluster, choices: ScaleChoices, raw: unknown): ConfirmationGate {
  const { target, replicas } = choices;
  const { kind, namespace = '' } = target;
  const before = getReplicas(raw);
  const isLess = replicas < before;
  const runtimeClass = getString(raw, 'spec', 'template', 'spec', 'runtimeClassName');
  const sandbox = getSandboxKind(situation, runtimeClass);
  return {
    question: l10n.t`Scale ${kind} ${sanitizeLabel(target.name)} in ${sanitizeLabel(namespace)} on ${situation.context} from ${before} to ${replicas}?`,
    consequences: [
      isLess ? l10n.t`Pods to delete: ${before - replicas}.` : l10n.t`Pods to create: ${replicas - before}.`,
      ...(replicas === 0 ? [l10n.t`No pods of the workload run until you scale it up again.`] : []),
      ...(!isLess && sandbox !== undefined
        ? [l10n.t`A VM starts for each pod. The first VM takes the longest to start.`]
        : []),
      ...(isLess && sandbox === 'peerPod' ? [l10n.t`When a peer pod is deleted, its VM is also deleted.`] : []),
      ...(!isLess && blocksUninstall(situation, runtimeClass)
        ? [l10n.t`The new pods block the uninstall of Kata, which is in progress.`]
        : []),
      ...describeAutoscalers(choices),
      ...describeManagers(target, raw),
      l10n.t('To revert the change, run `{0}`.', scaleCommand(target, before)),
    ],
    ...(replicas === 0 ? { typed: situation.context } : {}),
  };
}

function describeAutoscalers({ autoscalers, replicas }: ScaleChoices): readonly string[] {
  if (autoscalers.kind === 'problem')
    return [l10n.t("Can't list {0}: {1}", 'horizontalpodautoscalers', sanitizeLine(autoscalers.problem.message))];
  if (autoscalers.kind === 'absent') return [];
  return autoscalers.value.map(({ name, minReplicas, maxReplicas }) =>
    replicas === 0 && minReplicas > 0
      ? l10n.t`HorizontalPodAutoscaler ${sanitizeLabel(name)} doesn't scale the workload while it has 0 replicas.`
      : l10n.t`HorizontalPodAutoscaler ${sanitizeLabel(name)} can override this change. It scales the workload to between ${minReplicas} and ${maxReplicas} replicas.`,
  );
}

/** Returns the command that scales a workload. */
function scaleCommand({ plural, name, namespace = '' }: ObjectReference, replicas: number): string {
  return quoteShellCommand(['oc', 'scale', `${plural}/${name}`, '-n', namespace, `--replicas=${replicas}`]);
}
