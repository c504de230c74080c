/**
 * Explains a KataConfig status without the InProgress condition: only `waitingForMcoToStart`, or the status of OSC 1.3
 * and earlier. Source: domain/01-kataconfig.md 1.3; OP8 api/v1/kataconfig_types.go.
 */
import * as l10n from '@vscode/l10n';
import { getList, getMap, isJsonObject, type JsonObject } from '../common/json.ts';
import { statusMessages } from '../product/docSections.ts';
import type { Explanation } from '../status/explanation.ts';
import { joinSentences } from '../text/grammar.ts';

const fields = ['installationStatus', 'unInstallationStatus', 'upgradeStatus'] as const;

/** Returns whether `explainStatusWithoutCondition` can explain a status. */
export function isStatusWithoutCondition(status: JsonObject): boolean {
  return status['waitingForMcoToStart'] === true || fields.some((name) => isJsonObject(status[name]));
}

/** Explains a status without conditions and node lists. Returns undefined for an empty status. */
export function explainStatusWithoutCondition(status: JsonObject): Explanation | undefined {
  const old = explainOldStatus(status);
  if (old !== undefined || status['waitingForMcoToStart'] !== true) return old;
  return {
    health: 'busy',
    headline: l10n.t`Waiting for the Machine Config Operator`,
    meaning: l10n.t`The operator changed the node configuration. The Machine Config Operator hasn't started updating the nodes yet.`,
    next: l10n.t`The nodes are drained, configured, and rebooted one after another.`,
    todo: l10n.t('To check the nodes, run `oc get mcp` and `oc get nodes`.'),
    docs: statusMessages,
  };
}

function explainOldStatus(status: JsonObject): Explanation | undefined {
  const field = fields.find((name) => isJsonObject(status[name]));
  if (field === undefined) return undefined;
  const part = getMap(status, field);
  const namesOf = (name: string): readonly unknown[] => [
    ...getList(part, name, 'completedNodesList'),
    ...getList(part, name, 'binariesUnInstalledNodesList'),
    ...getList(part, name, 'failedNodesList'),
  ];
  const total = status['totalNodesCount'];
  const [done, failed] = [countOf(part, 'completed', namesOf), countOf(part, 'failed', namesOf)];
  const flags = [part, getMap(part, 'inProgress'), getMap(part, 'inprogress')].map((one) => one['isInProgress']);
  const isBusy = flags.some((flag) => flag === true || (typeof flag === 'string' && flag.toLowerCase() === 'true'));
  return {
    health: failed > 0 ? 'failed' : isBusy ? 'busy' : 'ok',
    headline: failed > 0 ? l10n.t`Failed` : isBusy ? l10n.t`In progress` : l10n.t`No operation in progress`,
    meaning: joinSentences(
      l10n.t`The field ${field} was used in OSC 1.3 and earlier. Later releases use the InProgress condition and kataNodes.`,
      l10n.t`Done: ${done} of ${typeof total === 'number' ? total : '?'} nodes. Failed: ${failed}.`,
    ),
    ...(isBusy ? { next: l10n.t`The nodes are drained, configured, and rebooted one after another.` } : {}),
    todo: l10n.t('To check the nodes, run `oc get mcp` and `oc get nodes`.'),
    docs: statusMessages,
  };
}

function countOf(part: JsonObject, field: string, namesOf: (name: string) => readonly unknown[]): number {
  const own = getMap(part, field);
  const [count] = Object.entries(own).flatMap(([name, value]) =>
    name.endsWith('Count') && typeof value === 'number' ? [value] : [],
  );
  return count ?? namesOf(field).length;
}
