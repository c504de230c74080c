/**
 * Explains the status of a KataConfig: a complete object, a status block, or an example block of the documentation,
 * which omits most fields.
 */
import * as l10n from '@vscode/l10n';
import { statusMessages } from '../product/docSections.ts';
import { isJsonObject, getList, getMap, getString, getValue, type JsonObject } from '../common/json.ts';
import type { StatusCondition } from '../cluster/objects/clusterObject.ts';
import { nodeLists, type KataConfig } from '../cluster/watchedKinds/kataConfig.ts';
import { explainKataConfig } from '../status/kataConfig/explainKataConfig.ts';
import { explainUninstalling } from '../status/kataConfig/explainDeletion.ts';
import type { Explanation, Health } from '../status/explanation.ts';
import { whyNotReported } from '../status/daemonSetMode/daemonSetMode.ts';
import { explainWork } from '../status/kataConfig/explainInstall.ts';
import type { Snapshot } from '../cluster/snapshot.ts';
import { formatCount } from '../text/counts.ts';
import { formatNames } from '../text/phrases.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { explainConditionAlone, kataConfigFrom, onlyThis } from './explainCondition.ts';
import { explainStatusWithoutCondition, isStatusWithoutCondition } from './statusWithoutCondition.ts';
import { explainPartialLists } from './partialLists.ts';
import type { TextRange } from '../text/parsedText.ts';
import type { ExplainedStatus, StatusSeverity } from '../status/explainedStatus.ts';
import { getSentenceSeparator, joinSentences } from '../text/grammar.ts';
import { removedKataConfigFields } from '../status/kataConfig/removedFields.ts';

const docs = statusMessages;
const movingLists = ['installing', 'waitingToInstall', 'uninstalling', 'waitingToUninstall'] as const;
const severityOf: Readonly<Record<Health, StatusSeverity>> = {
  ok: 'ok',
  busy: 'info',
  attention: 'warning',
  failed: 'error',
  unknown: 'unknown',
};

/** Converts an explanation to an explained status. */
export function tellKata(
  { health, headline, meaning, next, todo, docs: section }: Explanation,
  place: TextRange,
  {
    what,
    text,
    name = '',
    notes = [],
  }: { readonly what: string; readonly text: string; readonly name?: string; readonly notes?: readonly string[] },
): ExplainedStatus {
  return {
    ...place,
    vocabulary: 'kata',
    what,
    ...(name === '' ? {} : { name: sanitizeLine(name, 100) }),
    text: sanitizeLine(text, 200),
    severity: severityOf[health],
    headline,
    meaning,
    ...(health === 'busy' ? { passing: true } : health === 'unknown' ? {} : { passing: false }),
    ...(next === undefined ? {} : { next }),
    ...(todo === undefined ? {} : { todo }),
    notKnown: health === 'unknown' ? ['reason'] : [],
    notes,
    ...(section === undefined ? {} : { docs: { title: section.title, url: section.url } }),
  };
}

/** Returns whether a map is a KataConfig, its status, or its condition. */
export function isKataValue(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const kind = getValue(value, 'kind');
  if (kind !== undefined && kind !== 'KataConfig') return false;
  if (kind === 'KataConfig')
    return isJsonObject(getValue(value, 'metadata')) || isJsonObject(getValue(value, 'status'));
  if (getValue(value, 'type') === 'InProgress')
    return getValue(value, 'status') !== undefined || typeof getValue(value, 'reason') === 'string';
  const status = statusOf(value);
  return (
    isJsonObject(getValue(status, 'kataNodes')) ||
    isNodeListsOnly(value) ||
    isStatusWithoutCondition(status) ||
    conditionsOf(status).some((one) => getString(one, 'type') === 'InProgress')
  );
}

/** Information from the text around a value. */
export interface KataValueContext {
  /** The form of the text, such as `oc describe`. Empty for YAML and JSON. */
  readonly form?: string;
  /** The runtime class that the text names. */
  readonly runtimeClass?: string;
  /** True if the text shows that a DaemonSet installs Kata. */
  readonly isDaemonSetMode?: boolean;
  /** True if the text shows that the cluster has the MachineConfig API. */
  readonly hasMachineConfigs?: boolean;
}

/** Explains a value that `isKataValue` accepted. */
export function tellKataValue(
  value: JsonObject,
  place: TextRange,
  { form = '', runtimeClass = '', isDaemonSetMode = false, hasMachineConfigs = false }: KataValueContext = {},
): ExplainedStatus {
  const what = (is: string): string => (form === '' ? is : `${is} (${form})`);
  if (getValue(value, 'type') === 'InProgress') {
    const condition = readCondition(value);
    return tellKata(explainConditionAlone(condition), place, {
      what: what(l10n.t`KataConfig condition`),
      text: conditionText(condition),
      notes: isChangingNodes(condition) && !isDaemonSetMode && !hasMachineConfigs ? [unknownInstallerNote()] : [],
    });
  }
  const status = statusOf(value);
  const metadata = getMap(value, 'metadata');
  const [name, deleted] = [getString(metadata, 'name'), getString(metadata, 'deletionTimestamp')];
  // An object from a cluster has a UID. A manifest has none, and example blocks of the documentation don't even have a
  // name.
  const whole = getValue(value, 'kind') === 'KataConfig' && getString(metadata, 'uid') !== undefined;
  const conditions = conditionsOf(status);
  const kataConfig = kataConfigFrom({ ...status, conditions }, getMap(value, 'spec'), {
    ...(name === undefined ? {} : { name }),
    ...(deleted === undefined ? {} : { deletionTimestamp: deleted }),
  });
  const told = {
    what: what(whole || name !== undefined ? 'KataConfig' : l10n.t`KataConfig status`),
    ...(name === undefined ? {} : { name }),
  };
  if (kataConfig === undefined)
    return tellKata(
      { health: 'unknown', headline: l10n.t`Can't be read`, meaning: l10n.t`This isn't a valid KataConfig.` },
      place,
      { ...told, text: '' },
    );
  const condition = kataConfig.inProgress;
  const isOther =
    condition === undefined && !isJsonObject(getValue(status, 'kataNodes')) && isStatusWithoutCondition(status);
  const text = isOther ? '' : condition === undefined ? listsText(kataConfig) : conditionText(condition);
  const notes = [
    ...scopeNotes(whole, !whole && condition === undefined && !isOther),
    ...(isDaemonSetMode ? [whyNotReported()] : []),
    ...(!isDaemonSetMode &&
    !hasMachineConfigs &&
    !kataConfig.waitingForMco &&
    isChangingNodes(condition, kataConfig.lists)
      ? [unknownInstallerNote()]
      : []),
    ...removedFieldNotes(value),
  ];
  return tellKata(explainGiven(kataConfig, status, { whole, runtimeClass, isDaemonSetMode }), place, {
    ...told,
    text,
    notes,
  });
}

/**
 * Returns the notes about the data that the explanation is based on.
 * @param whole true if the text contains the whole object
 * @param lacksCondition true if only the condition is missing
 */
function scopeNotes(whole: boolean, lacksCondition: boolean): readonly string[] {
  return [
    whole
      ? l10n.t`This explanation is based only on the KataConfig. The text doesn't include nodes, machine config pools, or pods.`
      : l10n.t`This explanation is based only on this text.`,
    ...(lacksCondition
      ? [
          l10n.t`The text doesn't include the InProgress condition, so it's unknown whether this is the first installation or an update.`,
        ]
      : []),
  ];
}

/** Returns whether nodes are being changed, so that the explanation describes how. */
function isChangingNodes(condition: Pick<StatusCondition, 'reason'> | undefined, lists?: KataConfig['lists']): boolean {
  if (condition !== undefined) return /^(?:installing|updating|uninstalling)$/i.test(condition.reason);
  return lists !== undefined && movingLists.some((list) => lists[list].length > 0);
}

/**
 * Returns the note that the explanation assumes the Machine Config Operator. A KataConfig doesn't show the mode: with a
 * DaemonSet, the operator sets the same conditions and lists. Source:
 * openshift/sandboxed-containers-operator@022d5144 controllers/daemonset_reconcile.go.
 */
function unknownInstallerNote(): string {
  return l10n.t`The text doesn't show whether the cluster has the MachineConfig API. On clusters without it, such as those with a hosted control plane, a DaemonSet changes the nodes, and the Machine Config Operator doesn't drain or reboot them.`;
}

/** Returns a note for each field of `spec` that only OSC 1.3 and earlier had. */
function removedFieldNotes(value: JsonObject): readonly string[] {
  return Object.entries(removedKataConfigFields).flatMap(([path, reason]) =>
    getValue(value, ...path.split('.')) === undefined
      ? []
      : [joinSentences(l10n.t`${path} doesn't exist in OSC 1.5 and later.`, reason())],
  );
}

/** Explains a KataConfig without assuming that data missing from the text is missing in the cluster. */
function explainGiven(
  kataConfig: KataConfig,
  status: JsonObject,
  {
    whole,
    runtimeClass,
    isDaemonSetMode,
  }: { readonly whole: boolean; readonly runtimeClass: string; readonly isDaemonSetMode: boolean },
): Explanation {
  const { inProgress, lists, nodeCount } = kataConfig;
  const hasNodes = isJsonObject(getValue(status, 'kataNodes'));
  const snapshot = onlyThis(kataConfig, isDaemonSetMode);
  const changing = inProgress === undefined || /^(?:installing|updating)$/i.test(inProgress.reason);
  const partial = changing && kataConfig.deleting === undefined ? explainPartialLists(kataConfig) : undefined;
  if (partial !== undefined) return partial;
  if (whole) return explainKataConfig(kataConfig, snapshot);
  if (inProgress === undefined)
    return hasNodes
      ? explainLists(kataConfig, runtimeClass, snapshot)
      : (explainStatusWithoutCondition(status) ?? explainNothing());
  if (!hasNodes) return explainConditionAlone(inProgress);
  const reason = inProgress.reason.toLowerCase();
  const failing = [...lists.failedToInstall, ...lists.failedToUninstall];
  if (reason === 'failed' && !failing.some((name) => inProgress.message.includes(name)))
    return explainConditionAlone(inProgress);
  const finished = reason === '' && inProgress.status === 'False';
  const moving = nodeLists.some((list) => list !== 'installed' && lists[list].length > 0);
  if (!finished || moving) return explainKataConfig(kataConfig, snapshot);
  if (nodeCount === 0)
    return {
      health: 'unknown',
      headline: l10n.t`Not installed on any node`,
      meaning: l10n.t`No operation is in progress, and the node count is 0. Either Kata hasn't been installed yet, it was uninstalled, or no nodes are selected.`,
      docs,
    };
  if (kataConfig.runtimeClasses.length > 0) return explainKataConfig(kataConfig, snapshot);
  return {
    health: 'ok',
    headline: l10n.t`Installed on ${formatCount(nodeCount, 'node')}`,
    meaning: l10n.t`Kata is installed on all nodes counted in the status, and no operation is in progress. The status doesn't include runtime classes.`,
    todo: l10n.t('Check that the runtime classes exist: `oc get runtimeclass`.'),
    docs,
  };
}

/** Explains a status that has only node lists, as in the documentation. */
function explainLists(kataConfig: KataConfig, runtimeClass: string, snapshot: Snapshot): Explanation {
  const { lists, nodeCount } = kataConfig;
  const failing = [...lists.failedToInstall, ...lists.failedToUninstall];
  if (failing.length > 0) {
    const [taking, losing] = [formatNames(lists.failedToInstall), formatNames(lists.failedToUninstall)];
    return {
      health: 'failed',
      headline: l10n.t`${formatNames(failing, 2)} failed`,
      meaning: [
        ...(lists.failedToInstall.length === 0
          ? []
          : [l10n.t`Kata installation failed on ${taking}. The text doesn't include the message with the reason.`]),
        ...(lists.failedToUninstall.length === 0
          ? []
          : [
              l10n.t`Kata couldn't be uninstalled from ${losing}. The text doesn't include the message with the reason.`,
            ]),
      ].join(getSentenceSeparator()),
      todo: l10n.t('To find the cause, run `oc get kataconfig -o yaml` and `oc get mcp`.'),
      docs,
    };
  }
  const leaving = lists.uninstalling.length + lists.waitingToUninstall.length > 0;
  const coming = lists.installing.length + lists.waitingToInstall.length > 0;
  if (leaving && !coming && nodeCount === 0) return explainUninstalling(kataConfig, snapshot);
  if (leaving || coming)
    return explainWork(
      kataConfig,
      { type: 'InProgress', status: 'True', reason: leaving ? 'Updating' : 'Installing', message: runtimeClass },
      snapshot,
    );
  if (nodeCount > 0 && lists.installed.length === nodeCount)
    return {
      health: 'ok',
      headline: l10n.t`Installed on ${formatCount(nodeCount, 'node')}`,
      meaning: l10n.t`Kata is installed on all nodes counted in the status. The text doesn't include the InProgress condition, which shows whether the installation is complete.`,
      docs,
    };
  return {
    health: 'unknown',
    headline: l10n.t`No operation in progress on any node`,
    meaning: l10n.t`The text lists no nodes that are waiting or being changed. Without the InProgress condition, the state is unknown.`,
    docs,
  };
}

function explainNothing(): Explanation {
  return {
    health: 'unknown',
    headline: l10n.t`No status`,
    meaning: l10n.t`This KataConfig has no conditions or node lists. It's a manifest, or the operator hasn't reported a status yet.`,
    todo: l10n.t('Get the status from the cluster: `oc get kataconfig -o yaml`.'),
    docs,
  };
}

function statusOf(value: JsonObject): JsonObject {
  if (isJsonObject(getValue(value, 'status'))) return getMap(value, 'status');
  return isNodeListsOnly(value) ? { kataNodes: value } : value;
}

/** Returns whether a map is the content of `kataNodes`: the node count with the ready count or a node list. */
function isNodeListsOnly(value: JsonObject): boolean {
  return (
    typeof getValue(value, 'nodeCount') === 'number' &&
    (typeof getValue(value, 'readyNodeCount') === 'number' ||
      nodeLists.some((list) => Array.isArray(getValue(value, list))))
  );
}

/** Returns the conditions as a list. The documentation shows the single condition as a map. */
function conditionsOf(status: JsonObject): readonly unknown[] {
  const conditions = getValue(status, 'conditions');
  const all = isJsonObject(conditions) ? [conditions] : getList(status, 'conditions');
  return all.map((one) =>
    isJsonObject(one) && typeof getValue(one, 'status') === 'boolean' ? { ...one, status: statusWord(one) } : one,
  );
}

/** Returns the condition status as a string. Without quotation marks, YAML parses `True` as a boolean. */
function statusWord(condition: JsonObject): string {
  const status = getValue(condition, 'status');
  return typeof status === 'boolean' ? (status ? 'True' : 'False') : (getString(condition, 'status') ?? '');
}

function readCondition(value: JsonObject): {
  readonly status: string;
  readonly reason: string;
  readonly message: string;
} {
  const text = (field: string): string => (getString(value, field) ?? '').slice(0, 2000);
  return { status: statusWord(value).slice(0, 200), reason: text('reason'), message: text('message') };
}

function conditionText({
  status,
  reason,
  message,
}: {
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}): string {
  return [`InProgress ${status}`, reason, message].filter((part) => part !== '').join(', ');
}

function listsText({ lists, nodeCount }: KataConfig): string {
  const named = nodeLists.flatMap((list) => (lists[list].length === 0 ? [] : [`${list}: ${formatNames(lists[list])}`]));
  return [...named, `nodeCount: ${nodeCount}`].join(', ');
}
