/**
 * Orders objects so that each one is applied after the objects that it depends on. Source: kubernetes-sigs/kustomize
 * api/internal/builtins/SortOrderTransformer.go (legacy order).
 */

const first: readonly string[] = [
  'Namespace',
  'ResourceQuota',
  'StorageClass',
  'CustomResourceDefinition',
  'ServiceAccount',
  'Role',
  'ClusterRole',
  'RoleBinding',
  'ClusterRoleBinding',
  'ConfigMap',
  'Secret',
  'OperatorGroup',
  'Subscription',
  'Service',
  'LimitRange',
  'PriorityClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'Deployment',
  'StatefulSet',
  'CronJob',
  'PodDisruptionBudget',
];
/** Webhooks come last, because they could reject the other objects until their service runs. */
const last: readonly string[] = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];

function rankOf(kind: string): number {
  if (last.includes(kind)) return first.length + 1;
  const rank = first.indexOf(kind);
  return rank < 0 ? first.length : rank;
}

/** Returns the objects in the order in which to apply them. Keeps the order of objects of one kind. */
export function sortForApply<T>(objects: readonly T[], kindOf: (object: T) => string): readonly T[] {
  return objects.toSorted((one, other) => rankOf(kindOf(one)) - rankOf(kindOf(other)));
}
