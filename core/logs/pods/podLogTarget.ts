/**
 * Whose logs to read: a pod, the pods of a workload, a namespace, or a component of the product. Sources:
 * domain/01-kataconfig.md 1.8; openshift/machine-config-operator@release-4.20
 * manifests/machineconfigdaemon/daemonset.yaml (label `k8s-app`).
 */
import { getMap, getString, getStrings, getList, getStringMap } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { sandboxGroup, sandboxVersions } from '#core/kubernetes/agentSandboxKinds.ts';
import { installerName, machineConfigNamespace, operatorNamespace, uninstallerName } from '#core/product/namespaces.ts';

/** The pods of a target. */
type PodSelection =
  | { readonly kind: 'pod'; readonly name: string }
  | { readonly kind: 'labels'; readonly selector: string }
  /** The pods of a workload. If there are several references, the first one that exists. */
  | { readonly kind: 'owner'; readonly owners: readonly ObjectReference[] }
  | { readonly kind: 'namespace' };

export interface PodLogTarget {
  readonly title: string;
  readonly namespace: string;
  readonly pods: PodSelection;
  /** Only the pods on this node. */
  readonly node?: string;
}

type OwnerKind = Pick<ObjectReference, 'group' | 'version' | 'plural' | 'kind'> & { readonly short: readonly string[] };

/** The workloads whose pods can be found, with their short names in kubectl. */
const ownerKinds: readonly OwnerKind[] = [
  { group: 'apps', version: 'v1', plural: 'deployments', kind: 'Deployment', short: ['deploy'] },
  { group: 'apps', version: 'v1', plural: 'statefulsets', kind: 'StatefulSet', short: ['sts'] },
  { group: 'apps', version: 'v1', plural: 'daemonsets', kind: 'DaemonSet', short: ['ds'] },
  { group: 'apps', version: 'v1', plural: 'replicasets', kind: 'ReplicaSet', short: ['rs'] },
  { group: 'batch', version: 'v1', plural: 'jobs', kind: 'Job', short: [] },
  { group: 'batch', version: 'v1', plural: 'cronjobs', kind: 'CronJob', short: ['cj'] },
  { group: sandboxGroup, version: sandboxVersions[0], plural: 'sandboxes', kind: 'Sandbox', short: [] },
  { group: 'apps.openshift.io', version: 'v1', plural: 'deploymentconfigs', kind: 'DeploymentConfig', short: ['dc'] },
  { group: '', version: 'v1', plural: 'replicationcontrollers', kind: 'ReplicationController', short: ['rc'] },
];

/** Components of the product and of OpenShift that have pods. */
export const podLogComponents = ['operator', 'caa', 'webhook', 'monitor', 'installer', 'image-job', 'mcd'] as const;
export type PodLogComponent = (typeof podLogComponents)[number];

/** Label of the pods of the job that creates the pod VM image. The operator deletes a failed job, but not its pods. */
const imageJobLabel = 'job-name=osc-podvm-image-creation';

/** Returns the pods of a component. */
export function componentTarget(component: PodLogComponent, node?: string): PodLogTarget {
  const onNode = node === undefined ? {} : { node };
  const owned = (title: string, kind: string, ...names: readonly string[]): PodLogTarget => ({
    title,
    namespace: operatorNamespace,
    pods: { kind: 'owner', owners: names.flatMap((name) => ownerReference(kind, name, operatorNamespace) ?? []) },
    ...onNode,
  });
  switch (component) {
    case 'operator':
      return owned('controller-manager', 'Deployment', 'controller-manager');
    case 'caa':
      return owned('cloud-api-adaptor', 'DaemonSet', 'osc-caa-ds', 'peerpodconfig-ctrl-caa-daemon');
    case 'webhook':
      return owned('peer-pods-webhook', 'Deployment', 'peer-pods-webhook');
    case 'monitor':
      return owned('kata-monitor', 'DaemonSet', 'openshift-sandboxed-containers-monitor');
    case 'installer':
      return {
        title: installerName,
        namespace: operatorNamespace,
        pods: { kind: 'labels', selector: `name in (${installerName},${uninstallerName})` },
        ...onNode,
      };
    case 'image-job':
      return {
        title: 'osc-podvm-image-creation',
        namespace: operatorNamespace,
        pods: { kind: 'labels', selector: imageJobLabel },
        ...onNode,
      };
    default:
      return {
        title: 'machine-config-daemon',
        namespace: machineConfigNamespace,
        pods: { kind: 'labels', selector: 'k8s-app=machine-config-daemon' },
        ...onNode,
      };
  }
}

/**
 * Returns a reference to a workload.
 * @param kind kind, plural, or short name in kubectl, in any case
 */
export function ownerReference(kind: string, name: string, namespace: string): ObjectReference | undefined {
  const word = kind.toLowerCase();
  const found = ownerKinds.find(
    ({ kind: own, plural, short }) => own.toLowerCase() === word || plural === word || short.includes(word),
  );
  if (found === undefined) return undefined;
  const { short: _short, ...place } = found;
  return { ...place, name, namespace };
}

/** Returns the target for an object of the cluster. Returns undefined for objects without pods. */
export function objectTarget({ group, kind, name, namespace }: ObjectReference): PodLogTarget | undefined {
  if (group === '' && kind === 'Namespace') return { title: name, namespace: name, pods: { kind: 'namespace' } };
  if (namespace === undefined) return undefined;
  if (group === '' && kind === 'Pod') return { title: name, namespace, pods: { kind: 'pod', name } };
  // The pods of the image job remain after the job is deleted.
  if (kind === 'Job' && namespace === operatorNamespace && name === 'osc-podvm-image-creation')
    return componentTarget('image-job');
  const owner = ownerKinds.find((one) => one.group === group && one.kind === kind);
  const reference = owner === undefined ? undefined : ownerReference(kind, name, namespace);
  return reference === undefined ? undefined : { title: name, namespace, pods: { kind: 'owner', owners: [reference] } };
}

const nameForm = /^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/;

/**
 * Returns the namespace of a component if the user specified another one. Returns undefined for pods and workloads.
 * @param text target as the user writes it
 * @param namespace namespace that the user specified
 */
export function findOtherNamespace(text: string, namespace: string | undefined): string | undefined {
  const component = podLogComponents.find((one) => one === text);
  if (component === undefined || namespace === undefined) return undefined;
  const target = componentTarget(component);
  return target.namespace === namespace ? undefined : target.namespace;
}

/**
 * Parses a target as users write it: a component, a pod, or `deploy/NAME`.
 * @returns undefined if the text is none of them
 */
export function parseTarget(text: string, namespace: string, node?: string): PodLogTarget | undefined {
  const component = podLogComponents.find((one) => one === text);
  if (component !== undefined) return componentTarget(component, node);
  const [kind = '', name = ''] = text.includes('/') ? text.split('/', 2) : ['pod', text];
  if (!nameForm.test(name) || text.split('/').length > 2) return undefined;
  const onNode = node === undefined ? {} : { node };
  if (['pod', 'pods', 'po'].includes(kind)) return { title: name, namespace, pods: { kind: 'pod', name }, ...onNode };
  const owner = ownerReference(kind, name, namespace);
  return owner === undefined
    ? undefined
    : { title: name, namespace, pods: { kind: 'owner', owners: [owner] }, ...onNode };
}

/**
 * Returns the label selector of a workload. Returns undefined if the workload has none, because an empty selector would
 * select all pods. Source: kubernetes/apimachinery pkg/apis/meta/v1/helpers.go (LabelSelectorAsSelector).
 */
export function podSelectorOf(owner: unknown): string | undefined {
  const selector = getMap(owner, 'spec', 'selector');
  const isMap = getString(owner, 'kind') === 'DeploymentConfig' || getString(owner, 'kind') === 'ReplicationController';
  const equal = Object.entries(isMap ? getStringMap(selector) : getStringMap(selector, 'matchLabels')).map(
    ([key, value]) => `${key}=${value}`,
  );
  const expressions = getList(selector, 'matchExpressions').flatMap((one) => {
    const [key, values] = [getString(one, 'key') ?? '', getStrings(one, 'values').join(',')];
    switch (getString(one, 'operator')) {
      case 'In':
        return [`${key} in (${values})`];
      case 'NotIn':
        return [`${key} notin (${values})`];
      case 'Exists':
        return [key];
      case 'DoesNotExist':
        return [`!${key}`];
      default:
        return [];
    }
  });
  const all = [...equal, ...expressions];
  return all.length === 0 ? undefined : all.join(',');
}

/**
 * Returns the name of the pod of a Sandbox of agent-sandbox. Source: kubernetes-sigs/agent-sandbox@2fd412d5
 * controllers/sandbox_controller.go (annotation, else the name of the Sandbox).
 */
export function podNameOfSandbox(sandbox: unknown): string | undefined {
  const annotated = getStringMap(sandbox, 'metadata', 'annotations')[`${sandboxGroup}/pod-name`];
  const name = annotated === undefined || annotated === '' ? getString(sandbox, 'metadata', 'name') : annotated;
  return name !== undefined && nameForm.test(name) ? name : undefined;
}
