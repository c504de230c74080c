/**
 * Facts about the fields of Kubernetes kinds that no source states in a form that a script can read. Each entry was
 * verified in the validation code of the API server, or with the API server of `../shared/oracle`.
 */

/**
 * Enumerations that accept other values too. The constants are suggestions only.
 * Sources: kubernetes/kubernetes@a7264f95 pkg/apis/core/validation/validation.go (limits, finalizers, readiness gates,
 * resource names, and Secret types are checked for their form only).
 */
export const openEnumerations: ReadonlySet<string> = new Set([
  'core.v1.FinalizerName',
  'core.v1.LimitType',
  'core.v1.PodConditionType',
  'core.v1.ResourceName',
  'core.v1.SecretType',
  // `HugePages-` is the prefix of a size. A rule checks the value.
  'core.v1.StorageMedium',
  // The reviewed source of OpenShift doesn't validate these triggers and policies.
  'openshift-apps.v1.DeploymentTriggerType',
]);

/** Constants that aren't valid input, by enumeration. */
export const invalidValues: Readonly<Record<string, ReadonlySet<string>>> = {
  'core.v1.IPFamily': new Set(['']),
};

/**
 * Fields whose values are a closed list although their Go type is `string`, by type and field. A value can have the
 * first version after `^`. `core/kubernetes/textFormats.ts` contains the fields and resources that variables can have.
 * Sources: kubernetes/kubernetes@a7264f95 pkg/apis/core/validation/validation.go (ValidateServiceSpec),
 * pkg/apis/rbac/validation/validation.go (ValidateRoleBinding).
 */
export const closedStrings: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'rbac.v1.RoleRef': { kind: ['Role', 'ClusterRole'], apiGroup: ['rbac.authorization.k8s.io'] },
  'core.v1.ServiceSpec': { trafficDistribution: ['PreferClose', 'PreferSameZone^33', 'PreferSameNode^33'] },
  'rbac.v1.Subject': { kind: ['ServiceAccount', 'User', 'Group'] },
};

/** Fields that the tables don't describe. The rules accept every value in them. */
export const openFields: Readonly<Record<string, string>> = { status: 'object', managedFields: '[]object' };

/**
 * Fields that a type of older versions has, if a field has another type since then. Until Kubernetes 1.28, the
 * resources of a claim have the same type as those of a container. Source: kubernetes/api@v0.28.0 and v0.29.0
 * core/v1/types.go (PersistentVolumeClaimSpec).
 */
export const olderFields: Readonly<Record<string, string>> = {
  'core.v1.VolumeResourceRequirements': 'claims:[]o~28',
};
