/**
 * What a must-gather of ours has made on a cluster, remembered until it is seen to be gone; and which objects there are
 * it. Sources: openshift/oc@6b8e30c5b pkg/cli/admin/mustgather/mustgather.go (newNamespace, newClusterRoleBinding,
 * newPod, processNextWorkItem); notes/cluster.md 4 (SIGHUP and SIGKILL leave both behind).
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, isJsonObject, getList, getNumber, getString } from '../common/json.ts';
import { isNamespaceName } from './collectChoices.ts';

/** Of one run; of one in a namespace that was there before, a pod each. */
export interface CreatedResources {
  readonly context: string;
  /** The same context may lead elsewhere by now. */
  readonly server: string;
  readonly namespace: string;
  /** With `--run-namespace` oc makes no more than pods: this one. The namespace is somebody else's, and stays. */
  readonly pod?: string;
  /** Of the namespace, or of the pod, when the cluster told it: another of this name is not ours. */
  readonly uid?: string;
  readonly binding?: string;
  /** When it was made: milliseconds since 1970. */
  readonly at: number;
  /** The process that looks after the run: while it lives, nothing is left behind. */
  readonly process: number;
}

/** An object that is there and was made by a run of ours. */
export interface LeftoverObject {
  readonly kind: 'Namespace' | 'ClusterRoleBinding' | 'Pod';
  readonly name: string;
  /** Of a pod. */
  readonly namespace?: string;
  readonly uid: string;
}

const namespaceName = /^openshift-must-gather-[a-z0-9]{1,20}$/;
/** Of bindings and of pods. */
const bindingName = /^must-gather-[a-z0-9]{1,20}$/;
const command = 'oc.openshift.io/command';

/** What was kept of a run; undefined for anything else. */
export function readMade(value: unknown): CreatedResources | undefined {
  const [context, server, namespace] = [
    getString(value, 'context'),
    getString(value, 'server'),
    getString(value, 'namespace'),
  ];
  const [at, process] = [getNumber(value, 'at'), getNumber(value, 'process')];
  if (
    context === undefined ||
    server === undefined ||
    namespace === undefined ||
    at === undefined ||
    process === undefined
  )
    return undefined;
  const [binding, pod] = [getString(value, 'binding'), getString(value, 'pod')];
  const isNamed = pod === undefined ? namespaceName.test(namespace) : isNamespaceName(namespace) && isGatherPod(pod);
  if (!isNamed || (binding !== undefined && !bindingName.test(binding))) return undefined;
  return { context, server, namespace, at, process, ...omitUndefined({ uid: getString(value, 'uid'), binding, pod }) };
}

/** Whether oc may have named a pod so. */
export function isGatherPod(name: string): boolean {
  return bindingName.test(name);
}

/** What it is kept under; also the name of a file. */
export function keyOfMade({ namespace, pod }: Pick<CreatedResources, 'namespace' | 'pod'>): string {
  return pod === undefined ? namespace : `${namespace}.${pod}`;
}

/** Whether the namespace that is there now is that of the run, and not on its way out already. */
export function leftNamespace({ namespace, uid: known }: CreatedResources, raw: unknown): LeftoverObject | undefined {
  const uid = getString(raw, 'metadata', 'uid');
  if (!isJsonObject(raw) || uid === undefined || getString(raw, 'metadata', 'name') !== namespace) return undefined;
  if (getString(raw, 'metadata', 'deletionTimestamp') !== undefined || (known !== undefined && known !== uid))
    return undefined;
  // Where its uid was not learned, oc must have made it: it says so on what it makes.
  if (
    known === undefined &&
    getString(raw, 'metadata', 'annotations', command)?.startsWith('oc adm must-gather') !== true
  )
    return undefined;
  return { kind: 'Namespace', name: namespace, uid };
}

/** Whether the pod that is there now is that of the run, and not on its way out already. */
export function leftPod({ namespace, pod, uid: known }: CreatedResources, raw: unknown): LeftoverObject | undefined {
  const uid = getString(raw, 'metadata', 'uid');
  if (!isJsonObject(raw) || pod === undefined || uid === undefined || getString(raw, 'metadata', 'name') !== pod)
    return undefined;
  if (getString(raw, 'metadata', 'deletionTimestamp') !== undefined || (known !== undefined && known !== uid))
    return undefined;
  // Its name is random; what oc makes has this label besides.
  if (known === undefined && getString(raw, 'metadata', 'labels', 'app') !== 'must-gather') return undefined;
  return { kind: 'Pod', name: pod, namespace, uid };
}

/**
 * The bindings that give the pods of that namespace all rights: whoever makes a namespace of this name again would have
 * them.
 */
export function leftBindings(
  { namespace, uid: known }: CreatedResources,
  items: readonly unknown[],
): readonly LeftoverObject[] {
  return items.flatMap((raw) => {
    const [name, uid] = [getString(raw, 'metadata', 'name') ?? '', getString(raw, 'metadata', 'uid')];
    if (uid === undefined || !bindingName.test(name) || getString(raw, 'metadata', 'deletionTimestamp') !== undefined)
      return [];
    const subjects = getList(raw, 'subjects');
    if (
      getString(raw, 'roleRef', 'name') !== 'cluster-admin' ||
      subjects.length !== 1 ||
      getString(subjects[0], 'namespace') !== namespace
    )
      return [];
    const owner = getList(raw, 'metadata', 'ownerReferences').find((one) => getString(one, 'kind') === 'Namespace');
    return known !== undefined && owner !== undefined && getString(owner, 'uid') !== known
      ? []
      : [{ kind: 'ClusterRoleBinding' as const, name, uid }];
  });
}

/** What is asked before they are deleted. */
export function leftWords(left: readonly LeftoverObject[]): string {
  return left
    .map(({ kind, name, namespace }) =>
      kind === 'Pod'
        ? l10n.t`Pod ${name} in ${namespace ?? ''}: deleted with the data it collected. The namespace isn't deleted.`
        : kind === 'Namespace'
          ? l10n.t`Namespace ${name}: deleted with its pods.`
          : l10n.t`ClusterRoleBinding ${name}: grants the cluster-admin role to the pods in that namespace.`,
    )
    .join('\n');
}

/** `Pod must-gather-x in support`. */
export function formatLeftover({ kind, name, namespace }: LeftoverObject): string {
  return namespace === undefined ? `${kind} ${name}` : l10n.t`${kind} ${name} in ${namespace}`;
}
