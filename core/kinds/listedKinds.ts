/**
 * The kinds whose fields the tables contain, as kinds that rules can check. They are separate from the tables, so that
 * a file can be examined before the tables load.
 */
import { agentSandboxIds } from '../kubernetes/agentSandboxKinds.ts';
import { listApiVersions, type KindKnowledge } from './field.ts';
import { workloads } from './workloads.ts';

/** Kinds that don't create pods, by their API version. A test compares them with the tables. */
const otherKinds: Readonly<Record<string, string>> = {
  v1: 'Service ConfigMap Secret ServiceAccount Namespace PersistentVolumeClaim LimitRange ResourceQuota',
  'networking.k8s.io/v1': 'NetworkPolicy Ingress',
  'policy/v1': 'PodDisruptionBudget',
  'rbac.authorization.k8s.io/v1': 'Role RoleBinding ClusterRole ClusterRoleBinding',
  'node.k8s.io/v1': 'RuntimeClass',
  'scheduling.k8s.io/v1': 'PriorityClass',
  'admissionregistration.k8s.io/v1': 'MutatingWebhookConfiguration ValidatingWebhookConfiguration',
  'autoscaling/v1': 'HorizontalPodAutoscaler',
  'autoscaling/v2': 'HorizontalPodAutoscaler',
  'route.openshift.io/v1': 'Route',
  'machineconfiguration.openshift.io/v1': 'MachineConfigPool MachineConfig KubeletConfig',
};

const clusterKinds: ReadonlySet<string> = new Set([
  'Namespace',
  'ClusterRole',
  'ClusterRoleBinding',
  'RuntimeClass',
  'PriorityClass',
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
  'MachineConfigPool',
  'MachineConfig',
  'KubeletConfig',
]);

function createKind(kind: string, apiVersion: string): KindKnowledge {
  const [version = '', group = ''] = apiVersion.split('/').toReversed();
  return {
    id: kind,
    kind,
    group,
    versions: [version],
    scope: clusterKinds.has(kind) ? 'Cluster' : 'Namespaced',
    mentions: [],
    summary: () => '',
    fields: {},
  };
}

const listed: ReadonlyMap<string, KindKnowledge> = new Map([
  ...workloads.map(
    (kind) => [`${[kind.group, 'v1'].filter((part) => part !== '').join('/')}/${kind.kind}`, kind] as const,
  ),
  ...Object.entries(otherKinds).flatMap(([apiVersion, names]) =>
    names.split(' ').map((kind) => [`${apiVersion}/${kind}`, createKind(kind, apiVersion)] as const),
  ),
]);

/** The listed kinds. */
export const listedKinds: readonly KindKnowledge[] = [...listed.values()];

/** The API versions and kinds, such as `apps/v1/Deployment`. */
export const listedKindNames: readonly string[] = [...listed.keys()];

/** The IDs of the listed kinds, for rules about their fields. */
export const listedKindIds: readonly string[] = [...new Set(listedKinds.map(({ id }) => id))];

/** The IDs of all kinds whose fields rules check: the listed ones, and those of agent-sandbox. */
export const checkedKindIds: readonly string[] = [...listedKindIds, ...agentSandboxIds];

/**
 * Returns a listed kind.
 * @param apiVersion as in manifests, such as `apps/v1`
 * @returns undefined if the tables don't contain the kind
 */
export function findListedKind(apiVersion: string, kind: string): KindKnowledge | undefined {
  return listed.get(`${apiVersion}/${kind}`);
}

/** Returns whether the tables contain the fields of a kind in this version. */
export function hasKubernetesFields(apiVersion: string, kind: KindKnowledge): boolean {
  return agentSandboxIds.includes(kind.id)
    ? listApiVersions(kind).includes(apiVersion)
    : findListedKind(apiVersion, kind.kind) === kind;
}

const kindLine = new RegExp(String.raw`\bkind["']?[ \t]*:[ \t]*["']?(?:${listedKindIds.join('|')}|List|Template)\b`);

/** Returns whether a text might contain an object of a listed kind. This quick check avoids parsing other documents. */
export function mentionsListedKind(text: string): boolean {
  return kindLine.test(text);
}
