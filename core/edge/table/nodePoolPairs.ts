/** Defines the states of node pools. Source: edgeSource, section 节点池. */
import * as l10n from '@vscode/l10n';
import { clusterDown } from './clusterPairs.ts';
import { cleanupFailed, cleanUpNext, clusterNext, clusterNotRunning, type EdgePair } from './edgePair.ts';

const resource = 'nodePool';

export const nodePoolPairs: readonly EdgePair[] = [
  {
    resource,
    phase: 'Creating',
    condition: 'Progressing',
    console: { zh: '创建中', words: () => l10n.t`Creating` },
    meaning: () => l10n.t`The node pool is being created. Its cluster shows Updating until the node pool is created.`,
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
    meaning: () => l10n.t`The configuration or version is being updated.`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`The phase changes to Running, or to Failed with a reason.`,
  },
  {
    resource,
    phase: 'Deleting',
    condition: 'Progressing',
    console: { zh: '删除中', words: () => l10n.t`Deleting` },
    meaning: () => l10n.t`The node pool is being deleted. Its cluster shows Updating until the node pool is deleted.`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`The resource is deleted, or the phase changes to Failed with ResourceCleanupFailed.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'ResourceCleanupFailed',
    console: { zh: '删除失败', words: () => l10n.t`Failed to delete` },
    meaning: cleanupFailed,
    severity: 'error',
    passing: false,
    next: cleanUpNext,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'Unknown',
    console: { zh: '创建失败', words: () => l10n.t`Failed to create` },
    meaning: () => l10n.t`An error occurred. The service doesn't report its cause.`,
    severity: 'error',
    passing: false,
    next: () => l10n.t`Check the nodes in the pool. If they don't show the cause, contact the vendor.`,
    note: () =>
      l10n.t`The console shows "Failed to create", but the documentation says only that the cause is unknown.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'ClusterNotRunning',
    console: { zh: '异常', words: () => l10n.t`Abnormal` },
    meaning: clusterNotRunning,
    severity: 'error',
    passing: false,
    from: clusterDown,
    next: clusterNext,
  },
  {
    resource,
    phase: 'Scaling',
    condition: 'Progressing',
    console: { zh: '伸缩中', words: () => l10n.t`Scaling` },
    meaning: () =>
      l10n.t`Nodes are being added to or removed from the node pool. Its cluster shows Updating until this is complete.`,
    severity: 'info',
    passing: true,
    from: [
      { resource: 'node', phase: 'Creating', condition: 'Progressing' },
      { resource: 'node', phase: 'Deleting', condition: 'Progressing' },
    ],
    next: () => l10n.t`Check the nodes in the pool. Scaling is complete when no node is being created or removed.`,
  },
];
