/** Defines the states of clusters. Source: edgeSource, section 集群. */
import * as l10n from '@vscode/l10n';
import { cleanupFailed, cleanUpNext, wildcard, type EdgePair, type PairRef } from './edgePair.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

const resource = 'cluster';
const pool = (phase: string): PairRef => ({ resource: 'nodePool', phase, condition: 'Progressing' });

/** States of a cluster that isn't running, which node pools and components report as ClusterNotRunning. */
export const clusterDown: readonly PairRef[] = [
  { resource, phase: 'Stopped', condition: wildcard },
  // The documentation mentions this state but has no row for it.
  { resource, phase: 'Starting', condition: wildcard },
];

export const clusterPairs: readonly EdgePair[] = [
  {
    resource,
    phase: 'Creating',
    condition: 'Progressing',
    console: { zh: '创建中', words: () => l10n.t`Creating` },
    meaning: () => l10n.t`The cluster is being created.`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`The phase changes to Running, or to Failed with a reason.`,
  },
  {
    resource,
    phase: 'Running',
    condition: 'Ok',
    console: { zh: '运行中', words: () => l10n.t`Running` },
    meaning: () => l10n.t`Running normally.`,
    severity: 'ok',
    passing: false,
  },
  {
    resource,
    phase: 'Updating',
    condition: 'Progressing',
    console: { zh: '更新中', words: () => l10n.t`Updating` },
    meaning: () =>
      l10n.t`The cluster is being updated because one of its node pools is being created, deleted, or scaled.`,
    severity: 'info',
    passing: true,
    from: [pool('Creating'), pool('Deleting'), pool('Scaling')],
    next: () => l10n.t`Check the node pools. The cluster update is complete when all node pool updates are complete.`,
  },
  {
    resource,
    phase: 'Deleting',
    condition: 'Progressing',
    console: { zh: '删除中', words: () => l10n.t`Deleting` },
    meaning: () => l10n.t`The cluster is being deleted.`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`The resource is deleted, or the phase changes to Failed with ResourceCleanupFailed.`,
  },
  {
    resource,
    phase: 'Stopped',
    condition: 'Balance',
    console: { zh: '欠费关停', words: () => l10n.t`Shut down due to arrears` },
    meaning: () => l10n.t`The cluster was shut down because the account is in arrears.`,
    severity: 'error',
    passing: false,
    next: () =>
      l10n.t`Pay the outstanding balance. The node pools and components show ClusterNotRunning until the cluster is running again.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'CreateError',
    console: { zh: '创建失败', words: () => l10n.t`Failed to create` },
    meaning: () =>
      l10n.t`The cluster couldn't be created. The cause isn't a quota, arrears, or a lack of available resources.`,
    severity: 'error',
    passing: false,
    next: () =>
      l10n.t`Check the response to the create request for the cause, or contact the vendor. Then delete the cluster and create it again.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'ResourceCleanupFailed',
    console: { zh: '删除失败', words: () => l10n.t`Failed to delete` },
    meaning: cleanupFailed,
    severity: 'error',
    passing: false,
    next: () =>
      [
        cleanUpNext(),
        l10n.t`The CascadingDeleteResources parameter of DeleteCluster specifies which resources are deleted with the cluster.`,
      ].join(getSentenceSeparator()),
  },
  {
    resource,
    phase: 'Failed',
    condition: 'Unknown',
    console: { zh: '异常', words: () => l10n.t`Abnormal` },
    meaning: () => l10n.t`An error occurred. The service doesn't report its cause.`,
    severity: 'error',
    passing: false,
    next: () => l10n.t`Check the node pools and components. If they don't show the cause, contact the vendor.`,
  },
];
