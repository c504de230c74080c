/**
 * Creates the step that deletes the namespace with all objects that users created in it. Sources: OSC 1.12 §5.3;
 * notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { uninstallingOperator } from '#core/product/docSections.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { savedKataConfigName, operatorNamespace } from '#core/product/namespaces.ts';
import { operatorNamespaceReference } from '#core/operations/lookups/operator/operatorNamespace.ts';
import { omitUndefined } from '#core/common/json.ts';
import { describeGitOpsConsequences } from '#core/operations/changes/gitOpsNotice.ts';
import { namespaceLosses } from '#core/operations/losses.ts';
import type { ConfirmationGate, ProcedureStep } from '#core/operations/procedure.ts';
import { getLookupResult, getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { tellTerminating } from '../install/namespaceStep.ts';
import { getRemovalBlocker, othersThere } from '../removalOrder.ts';
import { isListKnown, createStep, describeFailedLookup, type StepStatus } from '../stepStatus.ts';

export function namespaceGoneStep(situation: ObservedCluster): ProcedureStep {
  const uid = getLookupValue(situation, 'operatorNamespace')?.found?.uid;
  const shape = {
    id: 'namespace-gone',
    removes: true,
    title: l10n.t`Delete the namespace`,
    docs: uninstallingOperator,
    changes: [{ how: 'delete', target: operatorNamespaceReference, ...(uid === undefined ? {} : { uid }) }],
    until: [{ object: operatorNamespaceReference, is: 'gone', minutes: 15 }],
  } as const;
  return createStep(shape, tell(situation));
}

function tell(situation: ObservedCluster): StepStatus {
  const fact = getLookupResult(situation, 'operatorNamespace');
  if (fact.kind === 'unknown') return describeFailedLookup(l10n.t`the namespace ${operatorNamespace}`, fact.problem);
  const { found } = fact.value;
  if (found === undefined) return { state: 'done', headline: l10n.t`Nothing left to do` };
  if (found.deleting !== undefined || found.phase === 'Terminating') return tellTerminating(found.conditions);
  const gate = gateOf(situation);
  const early = getRemovalBlocker(situation);
  return early === undefined ? { state: 'ready', headline: operatorNamespace, gate } : { ...early, gate };
}

function gateOf(situation: ObservedCluster): ConfirmationGate {
  const { snapshot, context } = situation;
  const maps = listItems(snapshot, 'configMaps').map(({ name }) => name);
  const secrets = listItems(snapshot, 'secrets').map(({ name }) => name);
  const [mapNames, secretNames] = [sanitizeLine(formatNames(maps, 8), 400), sanitizeLine(formatNames(secrets, 8), 400)];
  const others = othersThere(situation);
  const found = getLookupValue(situation, 'operatorNamespace')?.found;
  const unknown = (['configMaps', 'secrets'] as const).filter((id) => !isListKnown(snapshot, id));
  const losses = namespaceLosses(situation);
  return {
    question: l10n.t`Delete namespace ${operatorNamespace} on ${context}?`,
    consequences: [
      l10n.t`Everything in the namespace is deleted and can't be restored.`,
      ...(maps.length === 0 || losses !== undefined
        ? []
        : [
            maps.length === 1
              ? l10n.t`Your configuration in ConfigMap ${mapNames} will be deleted.`
              : l10n.t`Your configuration in ConfigMaps ${mapNames} will be deleted.`,
          ]),
      ...(maps.includes(savedKataConfigName)
        ? [
            l10n.t`The KataConfig backup that an update saved in ConfigMap ${savedKataConfigName} will be deleted and can't be restored.`,
          ]
        : []),
      ...(secrets.length === 0 || losses !== undefined
        ? []
        : [
            secrets.length === 1
              ? l10n.t`The credentials in Secret ${secretNames} will be deleted.`
              : l10n.t`The credentials in Secrets ${secretNames} will be deleted.`,
          ]),
      ...(unknown.length === 0 || losses !== undefined
        ? []
        : [l10n.t`Can't determine whether the namespace contains your ConfigMaps or Secrets.`]),
      ...describeGitOpsConsequences(found === undefined ? [] : [{ kind: 'Namespace', ...found }]),
      ...(others.length === 0
        ? []
        : [l10n.t`Other operators in the namespace are also deleted: ${sanitizeLine(formatNames(others, 5), 400)}.`]),
    ],
    ...omitUndefined({ losses }),
    typed: context,
  };
}
