/**
 * States of nodes. Source: edgeSource, section 节点. Its column 可否调度 (whether pods can be scheduled) is empty in what was
 * read: nothing is said of that here but for Unschedulable, where the text says so.
 */
import * as l10n from '@vscode/l10n';
import type { EdgePair } from './edgePair.ts';

const resource = 'node';

export const nodePairs: readonly EdgePair[] = [
  {
    resource,
    phase: 'Creating',
    condition: 'Progressing',
    console: { zh: '创建中', words: () => l10n.t`Creating` },
    meaning: () => l10n.t`The node is being created: its node pool gets a new one, and shows Scaling meanwhile.`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`It becomes Running, or Failed with the reason.`,
  },
  {
    resource,
    phase: 'Running',
    condition: 'Ok',
    console: { zh: '运行中', words: () => l10n.t`Running` },
    meaning: () => l10n.t`The node runs as it should.`,
    severity: 'ok',
    passing: false,
    next: () => l10n.t`Nothing is to be done.`,
  },
  {
    resource,
    phase: 'Running',
    condition: 'Unschedulable',
    console: { zh: '运行中', words: () => l10n.t`Running` },
    meaning: () => l10n.t`The node is running but accepts no new pods. It's being drained or was taken out of service.`,
    severity: 'warning',
    passing: false,
    next: () => l10n.t`If that is not meant, make it schedulable again.`,
    note: () => l10n.t`The console shows plain Running (运行中): that no pods come is not seen there.`,
  },
  {
    resource,
    phase: 'Updating',
    condition: 'Progressing',
    console: { zh: '更新中', words: () => l10n.t`Updating` },
    meaning: () => l10n.t`The node is being updated.`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`It becomes Running, or Failed with the reason.`,
  },
  {
    resource,
    phase: 'Deleting',
    condition: 'Progressing',
    console: { zh: '移除中', words: () => l10n.t`Removing` },
    meaning: () => l10n.t`The node is being removed from its node pool, which shows Scaling meanwhile.`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`It is gone, or becomes Failed with ResourceCleanupFailed.`,
  },
  {
    resource,
    phase: 'Starting',
    condition: 'Progressing',
    console: { zh: '启动中', words: () => l10n.t`Starting` },
    meaning: () =>
      l10n.t`The node is being switched on, because its node pool scales by starting and stopping nodes (mode Recycle).`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`It becomes Running.`,
  },
  {
    resource,
    phase: 'Stopping',
    condition: 'Progressing',
    console: { zh: '停止中', words: () => l10n.t`Stopping` },
    meaning: () =>
      l10n.t`The node is being switched off, because its node pool scales by starting and stopping nodes (mode Recycle).`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`It becomes Stopped.`,
  },
  {
    resource,
    phase: 'Stopped',
    condition: 'Ok',
    console: { zh: '已停止', words: () => l10n.t`Stopped` },
    meaning: () =>
      l10n.t`The node is switched off and not charged for, because its node pool scales by starting and stopping nodes (mode Recycle).`,
    severity: 'info',
    passing: false,
    next: () => l10n.t`Nothing is to be done: the node pool starts it when it needs it.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'InitializeFailed',
    console: { zh: '创建失败', words: () => l10n.t`Failed to create` },
    meaning: () =>
      l10n.t`A cloud server could not be made a node of the default node pool (its state may be wrong), or a custom node pool could not get a new node.`,
    severity: 'error',
    passing: false,
    next: () => l10n.t`See that the cloud server runs, then remove the node and add it again.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'NotReady',
    console: { zh: '异常', words: () => l10n.t`Abnormal` },
    meaning: () =>
      l10n.t`The cloud server of the node was shut down, or something on the node (kubelet, ...) does not work.`,
    severity: 'error',
    passing: false,
    next: () => l10n.t`See whether the cloud server runs; if it does, read the log of kubelet on it.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'Balance',
    console: { zh: '异常(欠费关停)', words: () => l10n.t`Abnormal (shut down due to arrears)` },
    meaning: () => l10n.t`The cloud server of the node was shut down because the account is in arrears.`,
    severity: 'error',
    passing: false,
    next: () => l10n.t`Settle the account, then see that the cloud server runs.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'ResourceCleanupFailed',
    console: { zh: '移除失败', words: () => l10n.t`Failed to remove` },
    meaning: () =>
      l10n.t`The node could not be removed, because something that belongs to it (its cloud server, ...) could not.`,
    severity: 'error',
    passing: false,
    next: () => l10n.t`Delete what is left by hand, then remove the node again.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'Unknown',
    console: { zh: '创建失败', words: () => l10n.t`Failed to create` },
    meaning: () => l10n.t`The node could not be created; the service does not know why.`,
    severity: 'error',
    passing: false,
    next: () => l10n.t`See whether its cloud server exists; otherwise ask the vendor.`,
    note: () => l10n.t`The name Unknown is of the cause: that the node could not be created is certain.`,
  },
];
