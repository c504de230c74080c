/**
 * Defines the states of nodes. Source: edgeSource, section 节点. Its column 可否调度 (whether pods can be scheduled) was
 * empty, so only Unschedulable describes scheduling, because its text mentions it.
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
    meaning: () => l10n.t`The node is being created. Its node pool shows Scaling until the node is added.`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`The phase changes to Running, or to Failed with the reason.`,
  },
  {
    resource,
    phase: 'Running',
    condition: 'Ok',
    console: { zh: '运行中', words: () => l10n.t`Running` },
    meaning: () => l10n.t`The node is running normally.`,
    severity: 'ok',
    passing: false,
    next: () => l10n.t`No action required.`,
  },
  {
    resource,
    phase: 'Running',
    condition: 'Unschedulable',
    console: { zh: '运行中', words: () => l10n.t`Running` },
    meaning: () => l10n.t`The node is running but accepts no new pods. It's being drained or was taken out of service.`,
    severity: 'warning',
    passing: false,
    next: () => l10n.t`If this isn't intended, make the node schedulable again.`,
    note: () => l10n.t`The console shows only Running (运行中). It doesn't show that the node accepts no new pods.`,
  },
  {
    resource,
    phase: 'Updating',
    condition: 'Progressing',
    console: { zh: '更新中', words: () => l10n.t`Updating` },
    meaning: () => l10n.t`The node is being updated.`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`The phase changes to Running, or to Failed with the reason.`,
  },
  {
    resource,
    phase: 'Deleting',
    condition: 'Progressing',
    console: { zh: '移除中', words: () => l10n.t`Removing` },
    meaning: () =>
      l10n.t`The node is being removed from its node pool. The node pool shows Scaling until the node is removed.`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`The resource is deleted, or the phase changes to Failed with ResourceCleanupFailed.`,
  },
  {
    resource,
    phase: 'Starting',
    condition: 'Progressing',
    console: { zh: '启动中', words: () => l10n.t`Starting` },
    meaning: () =>
      l10n.t`The node is being started because its node pool scales by starting and stopping nodes (mode Recycle).`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`The node changes to Running.`,
  },
  {
    resource,
    phase: 'Stopping',
    condition: 'Progressing',
    console: { zh: '停止中', words: () => l10n.t`Stopping` },
    meaning: () =>
      l10n.t`The node is being stopped because its node pool scales by starting and stopping nodes (mode Recycle).`,
    severity: 'info',
    passing: true,
    next: () => l10n.t`The node changes to Stopped.`,
  },
  {
    resource,
    phase: 'Stopped',
    condition: 'Ok',
    console: { zh: '已停止', words: () => l10n.t`Stopped` },
    meaning: () =>
      l10n.t`The node is stopped and not billed because its node pool scales by starting and stopping nodes (mode Recycle).`,
    severity: 'info',
    passing: false,
    next: () => l10n.t`The node pool starts the node automatically when needed.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'InitializeFailed',
    console: { zh: '创建失败', words: () => l10n.t`Failed to create` },
    meaning: () =>
      l10n.t`A cloud server couldn't be added to the default node pool (its state might be wrong), or a custom node pool couldn't create a node.`,
    severity: 'error',
    passing: false,
    next: () => l10n.t`Make sure the cloud server is running. Then remove the node and add it again.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'NotReady',
    console: { zh: '异常', words: () => l10n.t`Abnormal` },
    meaning: () =>
      l10n.t`The node's cloud server was shut down, or a component on the node, such as the kubelet, isn't working.`,
    severity: 'error',
    passing: false,
    next: () => l10n.t`Check whether the cloud server is running. If it is, read the kubelet log on it.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'Balance',
    console: { zh: '异常(欠费关停)', words: () => l10n.t`Abnormal (shut down due to arrears)` },
    meaning: () => l10n.t`The node's cloud server was shut down because the account is in arrears.`,
    severity: 'error',
    passing: false,
    next: () => l10n.t`Pay the outstanding balance, then make sure the cloud server is running.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'ResourceCleanupFailed',
    console: { zh: '移除失败', words: () => l10n.t`Failed to remove` },
    meaning: () =>
      l10n.t`The node couldn't be removed because one of its resources, such as its cloud server, couldn't be removed.`,
    severity: 'error',
    passing: false,
    next: () => l10n.t`Delete the remaining resources manually, then remove the node again.`,
  },
  {
    resource,
    phase: 'Failed',
    condition: 'Unknown',
    console: { zh: '创建失败', words: () => l10n.t`Failed to create` },
    meaning: () => l10n.t`The node couldn't be created. The service doesn't report the cause.`,
    severity: 'error',
    passing: false,
    next: () => l10n.t`Check whether the node's cloud server exists. If it doesn't, contact the vendor.`,
    note: () => l10n.t`Unknown refers to the cause. The node definitely couldn't be created.`,
  },
];
