/** Formats counts in sentences. */
import * as l10n from '@vscode/l10n';
import { selectPlural } from './grammar.ts';

/** The countable nouns. If the verb also depends on the count, the sentence needs two strings (`selectPlural`). */
const things = {
  node: (count: number) => selectPlural(count, l10n.t`${count} node`, l10n.t`${count} nodes`),
  pod: (count: number) => selectPlural(count, l10n.t`${count} pod`, l10n.t`${count} pods`),
  finding: (count: number) => selectPlural(count, l10n.t`${count} finding`, l10n.t`${count} findings`),
  file: (count: number) => selectPlural(count, l10n.t`${count} file`, l10n.t`${count} files`),
  'virtual machine': (count: number) => selectPlural(count, l10n.t`${count} VM`, l10n.t`${count} VMs`),
  'pod VM': (count: number) => selectPlural(count, l10n.t`${count} pod VM`, l10n.t`${count} pod VMs`),
  thing: (count: number) =>
    selectPlural(count, l10n.t`${count} leftover resource`, l10n.t`${count} leftover resources`),
  resource: (count: number) => selectPlural(count, l10n.t`${count} resource`, l10n.t`${count} resources`),
  object: (count: number) => selectPlural(count, l10n.t`${count} object`, l10n.t`${count} objects`),
  worker: (count: number) => selectPlural(count, l10n.t`${count} worker node`, l10n.t`${count} worker nodes`),
  replica: (count: number) => selectPlural(count, l10n.t`${count} replica`, l10n.t`${count} replicas`),
  warning: (count: number) => selectPlural(count, l10n.t`${count} warning`, l10n.t`${count} warnings`),
  failure: (count: number) => selectPlural(count, l10n.t`${count} failure`, l10n.t`${count} failures`),
  'unknown result': (count: number) =>
    selectPlural(count, l10n.t`${count} unknown result`, l10n.t`${count} unknown results`),
  error: (count: number) => selectPlural(count, l10n.t`${count} error`, l10n.t`${count} errors`),
  'ready address': (count: number) =>
    selectPlural(count, l10n.t`${count} ready address`, l10n.t`${count} ready addresses`),
  'edge cluster': (count: number) => selectPlural(count, l10n.t`${count} edge cluster`, l10n.t`${count} edge clusters`),
  'node pool': (count: number) => selectPlural(count, l10n.t`${count} node pool`, l10n.t`${count} node pools`),
  container: (count: number) => selectPlural(count, l10n.t`${count} container`, l10n.t`${count} containers`),
  restart: (count: number) => selectPlural(count, l10n.t`${count} restart`, l10n.t`${count} restarts`),
  component: (count: number) => selectPlural(count, l10n.t`${count} component`, l10n.t`${count} components`),
  other: (count: number) => selectPlural(count, l10n.t`${count} other`, l10n.t`${count} others`),
  value: (count: number) => selectPlural(count, l10n.t`${count} value`, l10n.t`${count} values`),
  type: (count: number) => selectPlural(count, l10n.t`${count} type`, l10n.t`${count} types`),
  status: (count: number) => selectPlural(count, l10n.t`${count} status`, l10n.t`${count} statuses`),
  right: (count: number) => selectPlural(count, l10n.t`${count} permission`, l10n.t`${count} permissions`),
  vCPU: (count: number) => selectPlural(count, l10n.t`${count} vCPU`, l10n.t`${count} vCPUs`),
  minute: (count: number) => selectPlural(count, l10n.t`${count} minute`, l10n.t`${count} minutes`),
  line: (count: number) => selectPlural(count, l10n.t`${count} line`, l10n.t`${count} lines`),
  key: (count: number) => selectPlural(count, l10n.t`${count} key`, l10n.t`${count} keys`),
  field: (count: number) => selectPlural(count, l10n.t`${count} field`, l10n.t`${count} fields`),
  cluster: (count: number) => selectPlural(count, l10n.t`${count} cluster`, l10n.t`${count} clusters`),
  change: (count: number) => selectPlural(count, l10n.t`${count} change`, l10n.t`${count} changes`),
  budget: (count: number) =>
    selectPlural(count, l10n.t`${count} PodDisruptionBudget`, l10n.t`${count} PodDisruptionBudgets`),
  PeerPod: (count: number) => selectPlural(count, l10n.t`${count} PeerPod`, l10n.t`${count} PeerPods`),
  InstallPlan: (count: number) => selectPlural(count, l10n.t`${count} install plan`, l10n.t`${count} install plans`),
  GPU: (count: number) => selectPlural(count, l10n.t`${count} GPU`, l10n.t`${count} GPUs`),
} satisfies Readonly<Record<string, (count: number) => string>>;

export type Thing = keyof typeof things;

/** Returns a count with its noun, such as `1 node` or `3 nodes`. */
export function formatCount(count: number, thing: Thing): string {
  return things[thing](count);
}
