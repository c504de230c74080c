/** States of clusters. Source: edgeSource, section 集群. */
import { anyWord, type EdgePair, type PairRef } from './pair.ts';

const resource = 'cluster';
const pool = (phase: string): PairRef => ({ resource: 'nodePool', phase, condition: 'Progressing' });

/** A cluster that does not run: what pools and components call ClusterNotRunning. */
export const clusterDown: readonly PairRef[] = [
  { resource, phase: 'Stopped', condition: anyWord },
  // The document cites it here, and has no row for it.
  { resource, phase: 'Starting', condition: anyWord },
];

export const clusterPairs: readonly EdgePair[] = [
  {
    resource,
    phase: 'Creating',
    condition: 'Progressing',
    console: { zh: '创建中', en: 'Creating' },
    meaning: 'The cluster is being created.',
    severity: 'info',
    passing: true,
    next: 'It becomes Running, or Failed with the reason.',
  },
  {
    resource,
    phase: 'Running',
    condition: 'Ok',
    console: { zh: '运行中', en: 'Running' },
    meaning: 'The cluster runs as it should.',
    severity: 'ok',
    passing: false,
    next: 'Nothing is to be done.',
  },
  {
    resource,
    phase: 'Updating',
    condition: 'Progressing',
    console: { zh: '更新中', en: 'Updating' },
    meaning: 'The cluster is being updated: a node pool of it is being created, deleted or scaled.',
    severity: 'info',
    passing: true,
    from: [pool('Creating'), pool('Deleting'), pool('Scaling')],
    next: 'Look at its node pools: when they are done, the cluster is, too.',
  },
  {
    resource,
    phase: 'Deleting',
    condition: 'Progressing',
    console: { zh: '删除中', en: 'Deleting' },
    meaning: 'The cluster is being deleted.',
    severity: 'info',
    passing: true,
    next: 'It is gone, or becomes Failed with ResourceCleanupFailed.',
  },
  {
    resource,
    phase: 'Stopped',
    condition: 'Balance',
    console: { zh: '欠费关停', en: 'Shut down due to arrears' },
    meaning: 'The cluster was shut down because the account is in arrears.',
    severity: 'error',
    passing: false,
    next: 'Settle the account. Its node pools and components show ClusterNotRunning until the cluster runs again.',
  },
  {
    resource,
    phase: 'Failed',
    condition: 'CreateError',
    console: { zh: '创建失败', en: 'Failed to create' },
    meaning: 'The cluster could not be created, and neither a quota, nor arrears, nor missing stock was the reason.',
    severity: 'error',
    passing: false,
    next: 'Look for the reason in the answer to the request that created it, or ask the vendor; then delete it and create it anew.',
  },
  {
    resource,
    phase: 'Failed',
    condition: 'ResourceCleanupFailed',
    console: { zh: '删除失败', en: 'Failed to delete' },
    meaning: 'The cluster could not be deleted, because something that belongs to it (a load balancer, a NAT gateway, ...) could not.',
    severity: 'error',
    passing: false,
    next: 'Delete what is left by hand, then the cluster again; the parameter CascadingDeleteResources of DeleteCluster says what goes with it.',
  },
  {
    resource,
    phase: 'Failed',
    condition: 'Unknown',
    console: { zh: '异常', en: 'Abnormal' },
    meaning: 'An error whose cause the service does not know.',
    severity: 'error',
    passing: false,
    next: 'Look at its node pools and components; if they say nothing either, ask the vendor.',
  },
];
