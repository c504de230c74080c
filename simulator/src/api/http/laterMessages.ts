/**
 * Protobuf messages of kinds that are newer than the release of kubernetesMessages.json, in the same format. Source:
 * kubernetes/kubernetes@008b3652 staging/src/k8s.io/api (batch/v1, policy/v1, authentication/v1) generated.proto; field
 * numbers never change.
 */

export const laterKinds: Readonly<Record<string, string>> = {
  'batch/v1/CronJob': 'batch.v1.CronJob',
  'policy/v1/PodDisruptionBudget': 'policy.v1.PodDisruptionBudget',
  'authentication.k8s.io/v1/SelfSubjectReview': 'authentication.v1.SelfSubjectReview',
};

const metadata = '1 metadata meta.v1.ObjectMeta';

/** Fields by message. Statuses are omitted, because only controllers send them in protobuf. */
export const laterMessages: Readonly<Record<string, readonly string[]>> = {
  'batch.v1.CronJob': [metadata, '2 spec batch.v1.CronJobSpec'],
  'batch.v1.CronJobSpec': [
    '1 schedule string',
    '2 startingDeadlineSeconds int64',
    '3 concurrencyPolicy string',
    '4 suspend bool',
    '5 jobTemplate batch.v1.JobTemplateSpec',
    '6 successfulJobsHistoryLimit int32',
    '7 failedJobsHistoryLimit int32',
    '8 timeZone string',
  ],
  'batch.v1.JobTemplateSpec': [metadata, '2 spec batch.v1.JobSpec'],
  'policy.v1.PodDisruptionBudget': [metadata, '2 spec policy.v1.PodDisruptionBudgetSpec'],
  'policy.v1.PodDisruptionBudgetSpec': [
    '1 minAvailable util.intstr.IntOrString',
    '2 selector meta.v1.LabelSelector',
    '3 maxUnavailable util.intstr.IntOrString',
    '4 unhealthyPodEvictionPolicy string',
  ],
  'authentication.v1.SelfSubjectReview': [metadata],
};
