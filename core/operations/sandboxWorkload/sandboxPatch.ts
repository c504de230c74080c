/** A workload of a cluster that is to run in a sandbox: the patch, and what becomes of its pods. */
import * as l10n from '@vscode/l10n';
import { workloads } from '#core/kinds/workloads.ts';
import { getBoolean, getMap, getNumber, getString, getValue, type JsonObject } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import type { AnnotationChanges } from './sandboxFields.ts';

/**
 * Where the pod is in an object of this kind: the path of its template, empty for a Pod itself; undefined for kinds
 * without pods.
 */
export function getPodPath(kind: string, group: string): readonly string[] | undefined {
  return workloads.find((one) => one.kind === kind && one.group === group)?.podPath;
}

/** The merge patch. @param podPath of the pod or its template */
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

/** Whether the object is already so. */
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

/** The object with the patch in it, as it will be. RFC 7386. */
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
 * What becomes of the pods, a sentence each; the error says why the object cannot be changed, with what can be done
 * instead. Source: Kubernetes, "Workloads".
 */
export function describePodEffects(kind: string, raw: unknown): Result<readonly string[], string> {
  const replicas = getNumber(raw, 'spec', 'replicas') ?? 1;
  switch (kind) {
    case 'Pod':
      return fail(
        l10n.t`The runtime class of a pod cannot be changed while it is there: it is deleted and created anew, from its manifest.`,
      );
    case 'Job':
      return fail(
        l10n.t`The pod template of a Job cannot be changed: the Job is deleted and created anew, from its manifest.`,
      );
    case 'ReplicaSet':
    case 'ReplicationController':
      return succeed([
        l10n.t`Pods that are there stay as they are: a ${kind} only makes the next ones so. Delete them one by one to have them made anew.`,
      ]);
    case 'CronJob':
      return succeed([
        l10n.t`The Jobs that are there go on as they are; from the next run on its pods are in a sandbox.`,
      ]);
    case 'StatefulSet':
    case 'DaemonSet': {
      const onDelete = getString(raw, 'spec', 'updateStrategy', 'type') === 'OnDelete';
      if (onDelete)
        return succeed([
          l10n.t`Its pods stay as they are until somebody deletes them: its update strategy is OnDelete.`,
        ]);
      if (kind === 'DaemonSet') return succeed([l10n.t`Its pods are deleted and made anew, one after the other.`]);
      return succeed([
        replicas === 1
          ? l10n.t`Its pod is deleted and made anew, one after the other.`
          : l10n.t`Its ${replicas} pods are deleted and made anew, one after the other.`,
      ]);
    }
    default: {
      if (getBoolean(raw, 'spec', 'paused') === true)
        return succeed([l10n.t`The rollout is paused. Pods are recreated after you resume it.`]);
      if (replicas === 0) return succeed([l10n.t`It has no pods now; those that it makes later are in a sandbox.`]);
      const recreate = getString(raw, 'spec', 'strategy', 'type') === 'Recreate';
      return succeed([recreate ? recreatedWords(replicas) : renewedWords(replicas)]);
    }
  }
}

function recreatedWords(replicas: number): string {
  return replicas === 1
    ? l10n.t`Its pod is deleted first and then made anew: meanwhile none is there.`
    : l10n.t`Its ${replicas} pods are deleted first and then made anew: meanwhile none is there.`;
}

function renewedWords(replicas: number): string {
  return replicas === 1
    ? l10n.t`The pod is replaced according to the workload's update strategy.`
    : l10n.t`The ${replicas} pods are replaced a few at a time, according to the workload's update strategy.`;
}
