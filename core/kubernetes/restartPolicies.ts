/**
 * The restart policies that the pods of a workload can have. Sources:
 * kubernetes/kubernetes@2dd1588c pkg/apis/apps/validation/validation.go and @3989b185
 * pkg/apis/batch/validation/validation.go.
 */
export const restartPolicies: Readonly<Record<string, readonly string[]>> = {
  Deployment: ['Always'],
  StatefulSet: ['Always'],
  DaemonSet: ['Always'],
  ReplicaSet: ['Always'],
  ReplicationController: ['Always'],
  Job: ['OnFailure', 'Never'],
  CronJob: ['OnFailure', 'Never'],
};
