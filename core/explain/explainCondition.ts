/**
 * Explains a condition of a KataConfig without any other data, such as node lists or the cluster. Source:
 * domain/01-kataconfig.md 1.5.
 */
import * as l10n from '@vscode/l10n';
import { installerName } from '#core/product/namespaces.ts';
import { statusMessages } from '../product/docSections.ts';
import { watchedKinds } from '../cluster/watchedKinds/index.ts';
import type { StatusCondition } from '../cluster/objects/clusterObject.ts';
import { updateSnapshot, emptySnapshot, type Snapshot } from '../cluster/snapshot.ts';
import type { KataConfig } from '../cluster/watchedKinds/kataConfig.ts';
import { explainKataConfig } from '../status/kataConfig/explainKataConfig.ts';
import { formatReason } from '../text/phrases.ts';
import type { Explanation } from '../status/explanation.ts';
import { getSentenceSeparator } from '../text/grammar.ts';

const docs = statusMessages;
const notCounted = () => l10n.t`The text doesn't include the node lists (kataNodes), which show the progress.`;

/** Creates a KataConfig from its fields, as a cluster would return it. Returns undefined if the fields are invalid. */
export function kataConfigFrom(
  status: unknown,
  spec: unknown = {},
  metadata: { readonly name?: string; readonly deletionTimestamp?: string } = {},
): KataConfig | undefined {
  const { name = 'example-kataconfig' } = metadata;
  return watchedKinds.kataConfigs.read({
    metadata: { ...metadata, name, uid: name, resourceVersion: '' },
    spec,
    status,
  });
}

/**
 * Creates a snapshot that contains only this KataConfig.
 * @param isDaemonSetMode true if a DaemonSet installs Kata. The snapshot then also contains the DaemonSet
 */
export function onlyThis(kataConfig: KataConfig, isDaemonSetMode = false): Snapshot {
  const snapshot = updateSnapshot(emptySnapshot, 'kataConfigs', {
    kind: 'replace',
    items: new Map([[kataConfig.uid, kataConfig]]),
    asOf: 0,
  });
  const installer = isDaemonSetMode
    ? watchedKinds.daemonSets.read({
        metadata: { name: installerName, uid: installerName, resourceVersion: '' },
      })
    : undefined;
  if (installer === undefined) return snapshot;
  // Other DaemonSets remain unknown, so the list doesn't count as read.
  return { ...snapshot, daemonSets: { ...snapshot.daemonSets, items: new Map([[installer.uid, installer]]) } };
}

/** Explains a condition by its status, reason, and message. */
export function explainConditionAlone(condition: Pick<StatusCondition, 'status' | 'reason' | 'message'>): Explanation {
  const { status, reason, message } = condition;
  switch (reason.toLowerCase()) {
    case 'installing':
      if (status !== 'True') break;
      return {
        health: 'busy',
        headline: l10n.t`Installing`,
        meaning: `${l10n.t`Kata is being installed on the nodes.`}${getSentenceSeparator()}${notCounted()}`,
        next: l10n.t`The nodes are drained, configured, and rebooted one after another. Then the operator creates the runtime class.`,
        docs,
      };
    case 'updating':
      if (status !== 'True') break;
      return {
        health: 'busy',
        headline: l10n.t`Updating nodes`,
        meaning: `${l10n.t`Nodes are being updated because Kata is being installed or uninstalled, the node configuration is changing, or OpenShift is being updated.`}${getSentenceSeparator()}${notCounted()}`,
        next: l10n.t`The nodes are drained, configured, and rebooted one after another.`,
        docs,
      };
    case 'uninstalling':
      if (status !== 'True') break;
      return {
        health: 'busy',
        headline: l10n.t`Uninstalling`,
        meaning: `${l10n.t`The KataConfig is being deleted, so the operator is uninstalling Kata from the nodes.`}${getSentenceSeparator()}${notCounted()}`,
        next: l10n.t`One at a time, the nodes are drained and rebooted without Kata. Then the operator removes the finalizer from the KataConfig, which completes the deletion.`,
        docs,
      };
    case 'failed':
      return explainFailedAlone(message);
    case '':
      if (status !== 'False') break;
      return {
        health: 'ok',
        headline: l10n.t`No operation in progress`,
        meaning: l10n.t`No installation, update, or uninstall is in progress. The text doesn't include the node lists (kataNodes), which show whether Kata is installed.`,
        docs,
      };
    default:
      break;
  }
  const kataConfig = kataConfigFrom({ conditions: [{ type: 'InProgress', status, reason, message }] });
  // Reading always succeeds, because the object has a name and a condition.
  return kataConfig === undefined
    ? { health: 'unknown', headline: reason, meaning: message, docs }
    : explainKataConfig(kataConfig, onlyThis(kataConfig));
}

/** Explains a failed node. Only the node lists show whether Kata was being installed or uninstalled. */
function explainFailedAlone(message: string): Explanation {
  const found = /^node (\S{1,253}) degraded:?\s*(.*)$/is.exec(message.slice(0, 2000));
  const name = found?.[1] ?? '';
  // The name becomes part of a command, so it must be a valid node name.
  const isName = /^[a-z0-9][a-z0-9.-]*$/.test(name);
  const end = formatReason(found?.[2] ?? message);
  const failed = isName
    ? l10n.t`${name} couldn't apply its configuration change${end}`
    : l10n.t`A node couldn't apply its configuration change${end}`;
  return {
    health: 'failed',
    headline: isName ? l10n.t`${name} failed` : l10n.t`A node failed`,
    meaning: `${failed}${getSentenceSeparator()}${l10n.t`The status doesn't show whether Kata was being installed or uninstalled. The node might already be retrying.`}`,
    next: l10n.t`Other nodes are waiting because a failed node counts as unavailable. After the node is fixed, the update continues automatically.`,
    todo: isName
      ? l10n.t('To find the cause, run `oc describe node {0}` and check the Machine Config Daemon log.', name)
      : l10n.t('To find the degraded node, run `oc get mcp`.'),
    docs,
  };
}
