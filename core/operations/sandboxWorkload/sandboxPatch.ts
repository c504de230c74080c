/** Creates the patch that makes a workload run in a sandbox, and describes the effect on its pods. */
import * as l10n from '@vscode/l10n';
import { workloads } from '#core/kinds/workloads.ts';
import { getBoolean, getMap, getNumber, getString, getValue, type JsonObject } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import type { AnnotationChanges } from './sandboxFields.ts';

/**
 * Returns the path of the pod template in an object of this kind. Empty for a Pod, undefined for kinds without pods.
 */
export function getPodPath(kind: string, group: string): readonly string[] | undefined {
  return workloads.find((one) => one.kind === kind && one.group === group)?.podPath;
}

/**
 * Creates the merge patch.
 * @param podPath path of the pod or its template
 */
export function createSandboxPatch(
  podPath: readonly string[],
  runtimeClass: string,
  annotations: AnnotationChanges,
): KubernetesManifest {
  const pod: JsonObject = {
    ...(Object.keys(annotations).length === 0 ? {} : { metadata: { annotations: { ...annotations } } }),
    spec: { runtimeClassName: runtimeClass },
  };
  return podPath.reduceRight<JsonObject>((inner, step) => ({ [step]: inner }), pod);
}

/** Returns whether the object already has these settings. */
export function isSandboxedSo(
  raw: unknown,
  podPath: readonly string[],
  runtimeClass: string,
  annotations: AnnotationChanges,
): boolean {
  const has = getMap(raw, ...podPath, 'metadata', 'annotations');
  return (
    getString(raw, ...podPath, 'spec', 'runtimeClassName') === runtimeClass &&
    Object.entries(annotations).every(([key, value]) => (getValue(has, key) ?? null) === value)
  );
}

/** Returns the object after applying the merge patch. Source: RFC 7386. */
export function applyMergePatch(raw: JsonObject, patch: JsonObject): JsonObject {
  const out: Record<string, unknown> = { ...raw };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete out[key];
    else if (typeof value === 'object' && !Array.isArray(value))
      out[key] = applyMergePatch({ ...getMap(out, key) }, getMap(patch, key));
    else out[key] = value;
  }
  return out;
}

/**
 * Describes the effect on the pods in sentences. The error explains why the object can't be changed and what to do
 * instead. Source: Kubernetes, "Workloads".
 */
export function describePodEffects(kind: string, raw: unknown): Result<readonly string[], string> {
  const replicas = getNumber(raw, 'spec', 'replicas') ?? 1;
  switch (kind) {
    case 'Pod':
      return fail(
        l10n.t`The runtime class of an existing pod can't be changed. Delete the pod and recreate it from its manifest.`,
      );
    case 'Job':
      return fail(
        l10n.t`The pod template of a Job can't be changed. Delete the Job and recreate it from its manifest.`,
      );
    case 'ReplicaSet':
    case 'ReplicationController':
      return succeed([
        l10n.t`Existing pods don't change, because a ${kind} applies the change only to new pods. To recreate the pods, delete them one at a time.`,
      ]);
    case 'CronJob':
      return succeed([
        l10n.t`Existing Jobs continue unchanged. Starting with the next run, the pods run in a sandbox.`,
      ]);
    case 'StatefulSet':
    case 'DaemonSet': {
      const onDelete = getString(raw, 'spec', 'updateStrategy', 'type') === 'OnDelete';
      if (onDelete)
        return succeed([l10n.t`The update strategy is OnDelete, so the pods don't change until they're deleted.`]);
      if (kind === 'DaemonSet') return succeed([l10n.t`The pods are deleted and recreated one at a time.`]);
      return succeed([
        replicas === 1
          ? l10n.t`The pod is deleted and recreated.`
          : l10n.t`The ${replicas} pods are deleted and recreated one at a time.`,
      ]);
    }
    default: {
      if (getBoolean(raw, 'spec', 'paused') === true)
        return succeed([l10n.t`The rollout is paused. Pods are recreated after you resume it.`]);
      if (replicas === 0)
        return succeed([l10n.t`The workload has no pods. Pods it creates later will run in a sandbox.`]);
      const recreate = getString(raw, 'spec', 'strategy', 'type') === 'Recreate';
      return succeed([recreate ? recreatedWords(replicas) : renewedWords(replicas)]);
    }
  }
}

function recreatedWords(replicas: number): string {
  return replicas === 1
    ? l10n.t`The pod is deleted before it's recreated, so no pod runs in the meantime.`
    : l10n.t`The ${replicas} pods are deleted before they're recreated, so no pods run in the meantime.`;
}

function renewedWords(replicas: number): string {
  return replicas === 1
    ? l10n.t`The pod is replaced according to the workload's update strategy.`
    : l10n.t`The ${replicas} pods are replaced a few at a time, according to the workload's update strategy.`;
}
