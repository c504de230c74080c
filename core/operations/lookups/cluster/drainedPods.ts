/**
 * Finds pods that a node drain deletes or restarts: pods without a controller, which nothing recreates, and sandboxes.
 * The Machine Config Daemon drains with force and skips DaemonSets and mirror pods. Sources:
 * openshift/machine-config-operator pkg/daemon/drain (drain.Helper: Force, IgnoreAllDaemonSets, DeleteEmptyDirData);
 * k8s.io/kubectl pkg/drain/filters.go.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, getList, getString, getStringMap } from '#core/common/json.ts';
import { getName, parseClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { defineLookup, type ReadResult } from '../lookup.ts';
import { kataClassNames } from '../kata/kataPods.ts';

export interface DrainedPod {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  /** True if nothing recreates the pod. */
  readonly isBare: boolean;
  readonly isSandbox: boolean;
}

export interface DrainedPods {
  readonly pods: readonly DrainedPod[];
  /** True if there are more pods. */
  readonly cut: boolean;
}

/** Maximum number of stored pods. */
const most = 2000;
const mirrorAnnotation = 'kubernetes.io/config.mirror';
const platformNamespace = /^(?:openshift|kube)(?:-|$)/;

export const drainedPodsFact = defineLookup<DrainedPods>({
  neededFor: () => l10n.t`the pods that are lost when a node is drained`,
  isCostly: true,
  async read(reader): Promise<ReadResult<DrainedPods>> {
    const classes = await kataClassNames(reader);
    const answer = await reader.list('/api/v1/pods', most, (raw) => readPod(raw, classes) !== undefined);
    if (answer.kind === 'problem') return answer;
    const { items, cut } = answer.kind === 'absent' ? { items: [], cut: false } : answer.value;
    return { kind: 'value', value: { pods: items.flatMap((raw) => readPod(raw, classes) ?? []), cut } };
  },
});

/** Parses a pod. Returns undefined if the pod isn't on a node, the drain skips it, or its controller recreates it. */
function readPod(raw: unknown, classes: ReadonlySet<string>): DrainedPod | undefined {
  const node = getName(raw, 'spec', 'nodeName');
  const isBare = !getList(raw, 'metadata', 'ownerReferences').some((owner) => getBoolean(owner, 'controller') === true);
  const isSandbox = classes.has(getString(raw, 'spec', 'runtimeClassName') ?? '');
  if (node === undefined || !(isBare || isSandbox)) return undefined;
  const object = parseClusterObject(raw);
  if (object?.namespace === undefined || Object.hasOwn(getStringMap(raw, 'metadata', 'annotations'), mirrorAnnotation))
    return undefined;
  const hasEnded = ['Succeeded', 'Failed'].includes(getString(raw, 'status', 'phase') ?? '');
  // Omits completed installer pods of the platform, because their loss has no effect.
  if (hasEnded && (platformNamespace.test(object.namespace) || !isBare)) return undefined;
  return { namespace: object.namespace, name: object.name, node, isBare, isSandbox };
}
