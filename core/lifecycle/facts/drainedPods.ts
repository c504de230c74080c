/**
 * Pods that don't survive the drain of their node as they are: those without a controller, which nothing makes again, and sandboxes.
 * The Machine Config Daemon drains by force, and leaves out DaemonSets and mirror pods.
 * Sources: openshift/machine-config-operator pkg/daemon/drain (drain.Helper: Force, IgnoreAllDaemonSets, DeleteEmptyDirData);
 * k8s.io/kubectl pkg/drain/filters.go.
 */
import * as l10n from '@vscode/l10n';
import { flagAt, listAt, stringAt, textMapAt } from '../../json.ts';
import { nameAt, readObject } from '../../live/object.ts';
import { defineFact, type FactAnswer } from '../fact.ts';
import { kataClassNames } from './kataPods.ts';

export interface DrainedPod {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  /** Nothing makes it again. */
  readonly isBare: boolean;
  readonly isSandbox: boolean;
}

export interface DrainedPods {
  readonly pods: readonly DrainedPod[];
  /** There are more. */
  readonly cut: boolean;
}

/** Maximum number of pods that are kept. */
const most = 2000;
const mirrorAnnotation = 'kubernetes.io/config.mirror';
const platformNamespace = /^(?:openshift|kube)(?:-|$)/;

export const drainedPodsFact = defineFact<DrainedPods>({
  neededFor: l10n.t`the pods that are lost when a node is drained`,
  isCostly: true,
  async read(reader): Promise<FactAnswer<DrainedPods>> {
    const classes = await kataClassNames(reader);
    const answer = await reader.list('/api/v1/pods', most, (raw) => readPod(raw, classes) !== undefined);
    if (answer.kind === 'problem') return answer;
    const { items, cut } = answer.kind === 'absent' ? { items: [], cut: false } : answer.value;
    return { kind: 'value', value: { pods: items.flatMap((raw) => readPod(raw, classes) ?? []), cut } };
  },
});

/** Undefined: it isn't on a node, the drain leaves it, or its controller makes it again. */
function readPod(raw: unknown, classes: ReadonlySet<string>): DrainedPod | undefined {
  const node = nameAt(raw, 'spec', 'nodeName');
  const isBare = !listAt(raw, 'metadata', 'ownerReferences').some((owner) => flagAt(owner, 'controller') === true);
  const isSandbox = classes.has(stringAt(raw, 'spec', 'runtimeClassName') ?? '');
  if (node === undefined || !(isBare || isSandbox)) return undefined;
  const object = readObject(raw);
  if (object?.namespace === undefined || Object.hasOwn(textMapAt(raw, 'metadata', 'annotations'), mirrorAnnotation)) return undefined;
  const hasEnded = ['Succeeded', 'Failed'].includes(stringAt(raw, 'status', 'phase') ?? '');
  // The platform leaves pods behind that installed its own parts: nobody misses them.
  if (hasEnded && (platformNamespace.test(object.namespace) || !isBare)) return undefined;
  return { namespace: object.namespace, name: object.name, node, isBare, isSandbox };
}
