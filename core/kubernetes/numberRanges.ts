/**
 * The numbers that the API server accepts, by type and field. Fields without an entry accept every number of their
 * type. Sources: kubernetes/kubernetes@a7264f95 pkg/apis/core/validation/validation.go, @2dd1588c
 * pkg/apis/apps/validation/validation.go, and @3989b185 pkg/apis/batch/validation/validation.go.
 */

/** The smallest and the largest number. */
export interface NumberRange {
  readonly least: number;
  readonly most: number;
}

const maxInt32 = 2 ** 31 - 1;
const notNegative: NumberRange = { least: 0, most: maxInt32 };
const positive: NumberRange = { least: 1, most: maxInt32 };
const port: NumberRange = { least: 1, most: 65_535 };
/** 0 means that no port is set. */
const optionalPort: NumberRange = { least: 0, most: 65_535 };
const weight: NumberRange = { least: 1, most: 100 };
/** File permissions, 0 to 0777. */
const mode: NumberRange = { least: 0, most: 0o777 };
/** IDs of users and groups. */
const userId: NumberRange = { least: 0, most: maxInt32 };

const ranges: Readonly<Record<string, Readonly<Record<string, NumberRange>>>> = {
  'core.v1.ContainerPort': { containerPort: port, hostPort: optionalPort },
  'core.v1.Probe': {
    initialDelaySeconds: notNegative,
    timeoutSeconds: notNegative,
    periodSeconds: notNegative,
    successThreshold: notNegative,
    failureThreshold: notNegative,
    terminationGracePeriodSeconds: positive,
  },
  'core.v1.HTTPGetAction': { port },
  'core.v1.TCPSocketAction': { port },
  'core.v1.GRPCAction': { port },
  'core.v1.PodSpec': { activeDeadlineSeconds: positive },
  'core.v1.PodSecurityContext': { runAsUser: userId, runAsGroup: userId, fsGroup: userId, supplementalGroups: userId },
  'core.v1.SecurityContext': { runAsUser: userId, runAsGroup: userId },
  'core.v1.TopologySpreadConstraint': { maxSkew: positive, minDomains: positive },
  'core.v1.WeightedPodAffinityTerm': { weight },
  'core.v1.PreferredSchedulingTerm': { weight },
  'core.v1.ConfigMapVolumeSource': { defaultMode: mode },
  'core.v1.SecretVolumeSource': { defaultMode: mode },
  'core.v1.ProjectedVolumeSource': { defaultMode: mode },
  'core.v1.DownwardAPIVolumeSource': { defaultMode: mode },
  'core.v1.KeyToPath': { mode },
  'core.v1.DownwardAPIVolumeFile': { mode },
  'core.v1.ServicePort': { port, targetPort: optionalPort },
  'networking.v1.ServiceBackendPort': { number: optionalPort },
  'policy.v1.PodDisruptionBudgetSpec': { minAvailable: notNegative, maxUnavailable: notNegative },
  'apps.v1.RollingUpdateDeployment': { maxUnavailable: notNegative, maxSurge: notNegative },
  'apps.v1.DeploymentSpec': {
    replicas: notNegative,
    minReadySeconds: notNegative,
    revisionHistoryLimit: notNegative,
    progressDeadlineSeconds: notNegative,
  },
  'apps.v1.StatefulSetSpec': { replicas: notNegative, minReadySeconds: notNegative },
  'apps.v1.ReplicaSetSpec': { replicas: notNegative, minReadySeconds: notNegative },
  'apps.v1.DaemonSetSpec': { minReadySeconds: notNegative },
  'core.v1.ReplicationControllerSpec': { replicas: notNegative, minReadySeconds: notNegative },
  'batch.v1.JobSpec': {
    parallelism: notNegative,
    completions: notNegative,
    activeDeadlineSeconds: notNegative,
    backoffLimit: notNegative,
    ttlSecondsAfterFinished: notNegative,
  },
  'agents.Lifecycle': { ttlSecondsAfterFinished: notNegative },
  'agents.OldSandboxSpec': { replicas: { least: 0, most: 1 } },
  'agents.SandboxWarmPoolSpec': { replicas: notNegative },
  'agents.OldSandboxWarmPoolSpec': { replicas: notNegative },
  'batch.v1.CronJobSpec': {
    startingDeadlineSeconds: notNegative,
    successfulJobsHistoryLimit: notNegative,
    failedJobsHistoryLimit: notNegative,
  },
};

/**
 * Returns the numbers that a field accepts.
 * @param owner the type with the field, such as `core.v1.Probe`
 * @returns undefined if the field accepts every number of its type
 */
export function findNumberRange(owner: string, field: string): NumberRange | undefined {
  const fields = Object.hasOwn(ranges, owner) ? ranges[owner] : undefined;
  return fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
}
