/** States of clusters. Source: edgeSource, section 集群. */
import * as l10n from '@vscode/l10n';
import { wildcard, type EdgePair, type PairRef } from './edgePair.ts';

const resource = 'cluster';
const pool = (phase: string): PairRef => ({ resource: 'nodePool', phase, condition: 'Progressing' });

/** A cluster that does not run: what pools and components call ClusterNotRunning. */
export const clusterDown: readonly PairRef[] = [
  { resource, phase: 'Stopped', condition: wildcard },
  // The document cites it here, and has no row for it.
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
    next: () => l10n.t`It becomes Running, or Failed with the reason.`,
  },
  {
    resource,
    phase: 'Running',
    condition: 'Ok',
    console: { zh: '运行中', words: () => l10n.t`Running` },
    meaning: () => l10n.t`The cluster runs as it should.`,
    severity: 'ok',
    passing: false,
    next: () => l10n.t`Nothing is to be done.`,
  },
  {
    resource,
    phase: 'Updating',
    condition: 'Progressing',
    console: { zh: '更新中', words: () => l10n.t`Updating` },
    meaning: () => l10n.t`The cluster is being updated: a node pool of it is being created, deleted or scaled.`,
    severity: 'info',
    passing: true,
    from: [pool('Creating'), pool('Deleting'), pool('Scaling')],
    next: () => l10n.t`Look at its node pools: when they are done, the cluster is, too.`,
  },
  {
    resource,
    phase: 'Deleting',
    condition: 'Progressing',
    console: { zh: '删除中', words: () => l10n.t`Deleting` },
    meaning: () => l10n.t`The cluster is being deleted.`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`It is gone, or becomes Failed with ResourceCleanupFailed.`,
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
      l10n.t`Settle the account. Its node pools and components show ClusterNotRunning until the cluster runs again.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'CreateError',
    console: { zh: '创建失败', words: () => l10n.t`Failed to create` },
    meaning: () =>
      l10n.t`The cluster could not be created, and neither a quota, nor arrears, nor missing stock was the reason.`,
    severity: 'error',
    passing: false,
    next: () =>
      l10n.t`Look for the reason in the answer to the request that created it, or ask the vendor; then delete it and create it anew.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'ResourceCleanupFailed',
    console: { zh: '删除失败', words: () => l10n.t`Failed to delete` },
    meaning: () =>
      l10n.t`The cluster could not be deleted, because something that belongs to it (a load balancer, a NAT gateway, ...) could not.`,
    severity: 'error',
    passing: false,
    next: () =>
      l10n.t`Delete the remaining resources manually, then delete the cluster again. The CascadingDeleteResources parameter of DeleteCluster specifies which resources are deleted with it.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'Unknown',
    console: { zh: '异常', words: () => l10n.t`Abnormal` },
    meaning: () => l10n.t`An error whose cause the service does not know.`,
    severity: 'error',
    passing: false,
    next: () => l10n.t`Look at its node pools and components; if they say nothing either, ask the vendor.`,
  },
];
