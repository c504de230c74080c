/**
 * Identifies the objects that a must-gather left on a cluster. Created resources are stored until they are known to be
 * deleted. Sources: openshift/oc@6b8e30c5b pkg/cli/admin/mustgather/mustgather.go (newNamespace, newClusterRoleBinding,
 * newPod, processNextWorkItem); notes/cluster.md 4 (after SIGHUP and SIGKILL, both remain).
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, isJsonObject, getList, getNumber, getString } from '../common/json.ts';
import { isNamespaceName } from './collectChoices.ts';

/** Resources that one run created. A run in an existing namespace has one entry per pod. */
export interface CreatedResources {
  readonly context: string;
  /** API server of the cluster. Stored because the context might refer to another cluster by now. */
  readonly server: string;
  readonly namespace: string;
  /**
   * Name of a pod in the namespace that `--run-namespace` specifies. In that case, oc creates only pods. The namespace
   * existed before the run and isn't deleted.
   */
  readonly pod?: string;
  /**
   * UID of the namespace or pod, if the cluster returned it. An object with the same name and another UID isn't ours.
   */
  readonly uid?: string;
  readonly binding?: string;
  /** Creation time, in milliseconds since 1970. */
  readonly at: number;
  /** ID of the process that manages the run. While it is running, the resources aren't leftovers. */
  readonly process: number;
}

/** An existing object that one of our runs created. */
export interface LeftoverObject {
  readonly kind: 'Namespace' | 'ClusterRoleBinding' | 'Pod';
  readonly name: string;
  /** Namespace of a pod. */
  readonly namespace?: string;
  readonly uid: string;
}

const namespaceName = /^openshift-must-gather-[a-z0-9]{1,20}$/;
/** Matches the name of a ClusterRoleBinding or pod that oc created. */
const bindingName = /^must-gather-[a-z0-9]{1,20}$/;
const command = 'oc.openshift.io/command';

/** Parses stored resources. Returns undefined if they are invalid. */
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

/** Returns whether oc could have chosen this pod name. */
export function isGatherPod(name: string): boolean {
  return bindingName.test(name);
}

/** Returns the key for storage, which is also a file name. */
export function keyOfMade({ namespace, pod }: Pick<CreatedResources, 'namespace' | 'pod'>): string {
  return pod === undefined ? namespace : `${namespace}.${pod}`;
}

/** Returns the current namespace if the run created it and it isn't being deleted. */
export function leftNamespace(
  { namespace, uid: known }: Pick<CreatedResources, 'namespace' | 'uid'>,
  raw: unknown,
): LeftoverObject | undefined {
  const uid = getString(raw, 'metadata', 'uid');
  if (!isJsonObject(raw) || uid === undefined || getString(raw, 'metadata', 'name') !== namespace) return undefined;
  if (getString(raw, 'metadata', 'deletionTimestamp') !== undefined || (known !== undefined && known !== uid))
    return undefined;
  // If the UID is unknown, the namespace must have the annotation that oc sets.
  if (
    known === undefined &&
    getString(raw, 'metadata', 'annotations', command)?.startsWith('oc adm must-gather') !== true
  )
    return undefined;
  return { kind: 'Namespace', name: namespace, uid };
}

/** Returns the current pod if the run created it and it isn't being deleted. */
export function leftPod({ namespace, pod, uid: known }: CreatedResources, raw: unknown): LeftoverObject | undefined {
  const uid = getString(raw, 'metadata', 'uid');
  if (!isJsonObject(raw) || pod === undefined || uid === undefined || getString(raw, 'metadata', 'name') !== pod)
    return undefined;
  if (getString(raw, 'metadata', 'deletionTimestamp') !== undefined || (known !== undefined && known !== uid))
    return undefined;
  // The name is random. If the UID is unknown, the pod must also have the label that oc sets.
  if (known === undefined && getString(raw, 'metadata', 'labels', 'app') !== 'must-gather') return undefined;
  return { kind: 'Pod', name: pod, namespace, uid };
}

/**
 * Returns the ClusterRoleBindings that grant cluster-admin to the pods in the namespace. They would also apply to a new
 * namespace with the same name.
 */
export function leftBindings(
  { namespace, uid: known }: Pick<CreatedResources, 'namespace' | 'uid'>,
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

/**
 * Returns the namespaces of must-gathers and their ClusterRoleBindings, including those of other users and of
 * must-gathers that are still running.
 * @param namespaces objects of the cluster
 * @param bindings ClusterRoleBindings of the cluster
 */
export function findMustGatherObjects(
  namespaces: readonly unknown[],
  bindings: readonly unknown[],
): readonly LeftoverObject[] {
  const found = namespaces.flatMap((raw) => {
    const namespace = getString(raw, 'metadata', 'name') ?? '';
    return namespaceName.test(namespace) ? (leftNamespace({ namespace }, raw) ?? []) : [];
  });
  return [
    ...found,
    ...bindings.flatMap((raw) => {
      const namespace = getString(getList(raw, 'subjects')[0], 'namespace') ?? '';
      return namespaceName.test(namespace) ? leftBindings({ namespace }, [raw]) : [];
    }),
  ];
}

/** Returns the text of the confirmation before the objects are deleted. */
export function describeLeftovers(left: readonly LeftoverObject[]): string {
  return left
    .map(({ kind, name, namespace }) =>
      kind === 'Pod'
        ? l10n.t`Deletes pod ${name} in ${namespace ?? ''} and the data that the pod collected. Keeps the namespace.`
        : kind === 'Namespace'
          ? l10n.t`Deletes namespace ${name} and its pods.`
          : l10n.t`Deletes ClusterRoleBinding ${name}, which grants the cluster-admin role to the pods of a must-gather.`,
    )
    .join('\n');
}

/** Formats an object, such as `Pod must-gather-x in support`. */
export function formatLeftover({ kind, name, namespace }: LeftoverObject): string {
  return namespace === undefined ? `${kind} ${name}` : l10n.t`${kind} ${name} in ${namespace}`;
}
