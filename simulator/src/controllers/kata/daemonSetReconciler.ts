/**
 * Simulates the reconciliations of the operator if a DaemonSet installs Kata: the same two parts as with the Machine
 * Config Operator. daemonSetSchedule.ts determines which node continues. Source:
 * openshift/sandboxed-containers-operator@022d5144 (newer form) and @5e13985f (older form)
 * controllers/daemonset_reconcile.go.
 */
import { operatorNamespace } from '#core/product/namespaces.ts';
import { daemonSetInstallLabel } from '#core/product/nodeLabels.ts';
import { getValue, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { DaemonSetInstallation } from '../framework/behaviour.ts';
import { labelled, type Client } from '../framework/client.ts';
import { daemonSets, nodes, sccs } from '../framework/resourceNames.ts';
import { finished, installing, uninstalling, updating } from './inProgressCondition.ts';
import { addFinalizer, completeInstall, hasPeerPods } from './install.ts';
import { scheduleNode } from './daemonSetSchedule.ts';
import * as installer from './installerObjects.ts';
import type { KataConfigStatusDraft } from './kataConfigStatus.ts';
import type { ListName } from './nodeLists.ts';
import { hasEligibleNodes, kataRole, labelWorkers, unlabelNodes } from './nodeSelection.ts';
import * as objects from './operatorObjects.ts';
import { disablePeerPods, type ReconcileResult } from './peerPods.ts';
import { isBlockedByPods } from './uninstall.ts';

type Form = DaemonSetInstallation['form'];

/** Runs the first part of an installation. Returns `again` without changes if no node is eligible yet. */
export function beginDaemonSetInstall(
  client: Client,
  kataConfig: KubeObject,
  draft: KataConfigStatusDraft,
  form: Form,
): ReconcileResult {
  const needsEligibleNode = getValue(kataConfig, 'spec', 'checkNodeEligibility') === true;
  if (needsEligibleNode && !hasEligibleNodes(client)) return 'again';
  labelWorkers(client, kataConfig);
  addFinalizer(client, kataConfig);
  if (form === 'newer') client.ensure(sccs, installer.installerScc());
  else if (hasPeerPods(kataConfig)) client.ensure(daemonSets, installer.configSync(kataConfig, 'install'));
  const isNew = client.get(daemonSets, installer.installerName('install'), operatorNamespace) === undefined;
  client.ensure(daemonSets, installer.installer(kataConfig, 'install'));
  if (isNew) {
    draft.condition = installing;
    for (const node of kataNodes(client)) setInstallLabel(client, node, 'waiting_to_install');
  }
  return 'goOn';
}

/** Runs the second part of an installation. */
export function finishDaemonSetInstall(
  client: Client,
  kataConfig: KubeObject,
  draft: KataConfigStatusDraft,
  form: Form,
): ReconcileResult {
  const isComplete = kataNodes(client).every((node) => getInstallLabelOf(node) === 'installed');
  if (!isComplete && draft.condition?.status === 'False') draft.condition = updating;
  allowNext(client, form, 'install');
  countByLabel(client, draft, (label) => installLists[label ?? ''] ?? rebootList(label, form) ?? 'waitingToInstall');
  if (!isComplete) return 'stop';
  return completeInstall(client, kataConfig, false, draft);
}

/** Runs the first part of an uninstall. If Kata pods remain, only sets the condition and returns `again`. */
export function beginDaemonSetUninstall(
  client: Client,
  kataConfig: KubeObject,
  draft: KataConfigStatusDraft,
): ReconcileResult {
  if (isBlockedByPods(client, draft)) return 'again';
  draft.condition = uninstalling;
  client.remove(daemonSets, { name: installer.installerName('install'), namespace: operatorNamespace });
  const isNew = client.get(daemonSets, installer.installerName('uninstall'), operatorNamespace) === undefined;
  client.ensure(daemonSets, installer.installer(kataConfig, 'uninstall'));
  if (isNew) for (const node of kataNodes(client)) setInstallLabel(client, node, 'waiting_to_uninstall');
  return 'goOn';
}

/** Runs the second part of an uninstall. */
export function finishDaemonSetUninstall(
  client: Client,
  kataConfig: KubeObject,
  draft: KataConfigStatusDraft,
  form: Form,
): ReconcileResult {
  const isComplete = kataNodes(client).every((node) => getInstallLabelOf(node) === 'uninstalled');
  allowNext(client, form, 'uninstall');
  countByLabel(client, draft, (label) =>
    label === 'uninstalled'
      ? undefined
      : label === 'uninstalling' || (form === 'older' && label === 'waiting_for_reboot')
        ? 'uninstalling'
        : 'waitingToUninstall',
  );
  if (!isComplete) return 'stop';
  draft.condition = finished;
  client.remove(daemonSets, { name: objects.monitorName, namespace: operatorNamespace });
  if (hasPeerPods(kataConfig)) {
    const after = disablePeerPods(client, draft);
    if (after !== 'goOn') return after;
  }
  client.remove(sccs, { name: objects.sccName });
  client.remove(sccs, { name: installer.installerSccName });
  for (const node of kataNodes(client)) setInstallLabel(client, node, undefined);
  unlabelNodes(client, kataConfig, false);
  return 'goOn';
}

const installLists: Readonly<Record<string, ListName>> = { installing: 'installing', installed: 'installed' };

function rebootList(label: string | undefined, form: Form): ListName | undefined {
  return form === 'older' && label === 'waiting_for_reboot' ? 'installing' : undefined;
}

/** Returns the value of the label with the progress of the installation. */
export function getInstallLabelOf({ metadata: { labels = {} } }: KubeObject): string | undefined {
  return Object.hasOwn(labels, daemonSetInstallLabel) ? labels[daemonSetInstallLabel] : undefined;
}

/** Sets the label with the progress of the installation. Undefined removes it. */
export function setInstallLabel(client: Client, { metadata: { name } }: KubeObject, value: string | undefined): void {
  client.change(nodes, { name }, (node) => labelled(node, { [daemonSetInstallLabel]: value }));
}

function kataNodes(client: Client): readonly KubeObject[] {
  return client.list(nodes).filter(({ metadata: { labels = {} } }) => Object.hasOwn(labels, kataRole));
}

/** Allows the next node to continue if the pods of this form wait for the operator. */
function allowNext(client: Client, form: Form, action: installer.InstallerAction): void {
  const next = scheduleNode(form, action, kataNodes(client), getInstallLabelOf);
  if (next !== undefined) setInstallLabel(client, next.node, next.label);
}

function countByLabel(
  client: Client,
  draft: KataConfigStatusDraft,
  listOf: (label: string | undefined) => ListName | undefined,
): void {
  const all = kataNodes(client);
  const lists: Partial<Record<ListName, string[]>> = {};
  for (const node of all) {
    const list = listOf(getInstallLabelOf(node));
    if (list !== undefined) (lists[list] ??= []).push(node.metadata.name);
  }
  draft.lists = lists;
  draft.nodeCount = all.length;
  draft.readyNodeCount = lists.installed?.length ?? 0;
}
