/**
 * Pods that run in virtual machines, as far as an uninstall and a list of workloads need them. Source:
 * domain/01-kataconfig.md; notes/cluster.md 5.2.
 */
import { getBoolean, omitUndefined, getList, getString } from '#core/common/json.ts';
import { getName, parseClusterObject, getWord, type ClusterObject } from './clusterObject.ts';

export interface KataPod extends ClusterObject {
  readonly namespace: string;
  readonly runtimeClass: string;
  /** `Pending`, `Running`, `Succeeded`, `Failed`, `Unknown`: the operator waits for pods in any of them. */
  readonly phase: string;
  readonly node?: string;
  /** What makes it anew when it is deleted: `ReplicaSet web-5d9c7`. */
  readonly controller?: { readonly kind: string; readonly name: string };
}

/** A pod of one of these runtime classes; undefined for others, and for what is no pod. */
export function readKataPod(raw: unknown, runtimeClasses: ReadonlySet<string>): KataPod | undefined {
  return runtimeClasses.has(getString(raw, 'spec', 'runtimeClassName') ?? '')
    ? readPodWithRuntimeClass(raw)
    : undefined;
}

/** Returns a pod with any runtime class; undefined for pods without one and for other objects. */
export function readPodWithRuntimeClass(raw: unknown): KataPod | undefined {
  const runtimeClass = getName(raw, 'spec', 'runtimeClassName');
  if (runtimeClass === undefined) return undefined;
  const object = parseClusterObject(raw);
  if (object?.namespace === undefined) return undefined;
  const owner = getList(raw, 'metadata', 'ownerReferences').find((one) => getBoolean(one, 'controller') === true);
  const [kind, name] = [getWord(owner, 'kind'), getName(owner, 'name')];
  return {
    ...object,
    namespace: object.namespace,
    runtimeClass,
    phase: getWord(raw, 'status', 'phase') ?? 'Unknown',
    ...omitUndefined({
      node: getName(raw, 'spec', 'nodeName'),
      controller: kind === undefined || name === undefined ? undefined : { kind, name },
    }),
  };
}
