/** States of node pools. Source: edgeSource, section 节点池. */
import * as l10n from '@vscode/l10n';
import { clusterDown } from './clusterPairs.ts';
import type { EdgePair } from './edgePair.ts';

const resource = 'nodePool';

export const nodePoolPairs: readonly EdgePair[] = [
  {
    resource,
    phase: 'Creating',
    condition: 'Progressing',
    console: { zh: '创建中', words: () => l10n.t`Creating` },
    meaning: () => l10n.t`The node pool is being created. Its cluster shows Updating meanwhile.`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`It becomes Running, or Failed with the reason.`,
  },
  {
    resource,
    phase: 'Running',
    condition: 'Ok',
    console: { zh: '运行中', words: () => l10n.t`Running` },
    meaning: () => l10n.t`The node pool runs as it should.`,
    severity: 'ok',
    passing: false,
    next: () => l10n.t`Nothing is to be done. What single nodes are in, only they tell.`,
  },
  {
    resource,
    phase: 'Updating',
    condition: 'Progressing',
    console: { zh: '更新中', words: () => l10n.t`Updating` },
    meaning: () => l10n.t`The node pool is being updated: its configuration, or its version.`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`It becomes Running, or Failed with the reason.`,
  },
  {
    resource,
    phase: 'Deleting',
    condition: 'Progressing',
    console: { zh: '删除中', words: () => l10n.t`Deleting` },
    meaning: () => l10n.t`The node pool is being deleted. Its cluster shows Updating meanwhile.`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`It is gone, or becomes Failed with ResourceCleanupFailed.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'ResourceCleanupFailed',
    console: { zh: '删除失败', words: () => l10n.t`Failed to delete` },
    meaning: () =>
      l10n.t`The node pool could not be deleted, because something that belongs to it (a cloud server, ...) could not.`,
    severity: 'error',
    passing: false,
    next: () => l10n.t`Delete what is left by hand, then the node pool again.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'Unknown',
    console: { zh: '创建失败', words: () => l10n.t`Failed to create` },
    meaning: () => l10n.t`An error whose cause the service does not know.`,
    severity: 'error',
    passing: false,
    next: () => l10n.t`Look at its nodes; if they say nothing either, ask the vendor.`,
    note: () =>
      l10n.t`The console shows "Failed to create", but the documentation says only that the cause is unknown.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'ClusterNotRunning',
    console: { zh: '异常', words: () => l10n.t`Abnormal` },
    meaning: () =>
      l10n.t`The cluster of the node pool does not run: it was stopped (for arrears, for instance), or is starting.`,
    severity: 'error',
    passing: false,
    from: clusterDown,
    next: () => l10n.t`Look at the cluster: the node pool itself is not the cause.`,
  },
  {
    resource,
    phase: 'Scaling',
    condition: 'Progressing',
    console: { zh: '伸缩中', words: () => l10n.t`Scaling` },
    meaning: () => l10n.t`The node pool gets or loses nodes. Its cluster shows Updating meanwhile.`,
    severity: 'info',
    passing: true,
    from: [
      { resource: 'node', phase: 'Creating', condition: 'Progressing' },
      { resource: 'node', phase: 'Deleting', condition: 'Progressing' },
    ],
    next: () => l10n.t`Look at its nodes: when none is being created or removed, the node pool is done.`,
  },
];
