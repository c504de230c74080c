/** Diagnoses the state that the operator reports in the KataConfig. Source: domain/01-kataconfig.md 1.5. */
import * as l10n from '@vscode/l10n';
import type { KataPod } from '#core/cluster/objects/kataPod.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import { blockingClass } from '#core/status/kataConfig/explainDeletion.ts';
import { isLogReminder } from '#core/status/kataConfig/verboseLogLevel.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatNames } from '#core/text/phrases.ts';
import { selectPlural, getSentenceSeparator } from '#core/text/grammar.ts';
import { defineDiagnosis, toDiagnosisMatches } from '../diagnosis.ts';
import { podMarkKey } from '#core/diagnosis/evidence/evidenceLine.ts';
import type { MustGatherData } from '#core/diagnosis/evidence/mustGatherData.ts';
import { conditionMarks } from '#core/diagnosis/evidence/evidenceLines.ts';

/** Maximum number of pods with evidence lines. */
const mostPods = 3;

/**
 * Returns the collected pods that block the uninstall. A must-gather doesn't always contain the pods of all namespaces.
 */
function blockingPods({ inProgress }: KataConfig, { pods = [] }: MustGatherData): readonly KataPod[] {
  if (inProgress?.reason.toLowerCase() !== 'blockedbyexistingkatapods') return [];
  const runtimeClass = blockingClass(inProgress.message);
  return pods.filter((pod) => pod.runtimeClass === runtimeClass);
}

/** Returns `Blocking pods in this must-gather: payments/web-0 (worker-1).`, or nothing if there are none. */
function blockingWords(pods: readonly KataPod[]): readonly string[] {
  if (pods.length === 0) return [];
  const names = formatNames(
    pods.map(({ namespace, name, node }) =>
      node === undefined ? `${namespace}/${name}` : `${namespace}/${name} (${node})`,
    ),
  );
  return [
    selectPlural(
      pods.length,
      l10n.t`Pod in this must-gather that blocks the uninstall: ${names}.`,
      l10n.t`Pods in this must-gather that block the uninstall: ${names}.`,
    ),
  ];
}

export const kataConfigState = defineDiagnosis({
  id: 'kataconfig-state',
  title: () => l10n.t`KataConfig is stuck`,
  likelihood: 70,
  follows: [
    'nfd-rule-ineffective',
    'node-degraded',
    'node-stuck',
    'pool-stuck',
    'operator-not-running',
    'operator-not-installed',
    'pod-vm-image',
    'peer-pods-config-map',
    'peer-pods-secret',
    'log-extension-missing',
    'log-image-job',
  ],
  find(gathered) {
    const { kataConfig } = indexSnapshot(gathered.snapshot);
    if (kataConfig === undefined) return [];
    const explanation = explainKataConfig(kataConfig, gathered.snapshot);
    // A verbose log level isn't a problem in a must-gather: domain/07 asks for it.
    if (isLogReminder(explanation)) return [];
    const blocking = blockingPods(kataConfig, gathered);
    const meaning = [explanation.meaning, ...blockingWords(blocking)].join(getSentenceSeparator());
    const marks = blocking.slice(0, mostPods).flatMap((pod) => gathered.marks.get(podMarkKey(pod)) ?? []);
    const evidence = [...conditionMarks(gathered, 'kataConfigs', kataConfig.name, 'InProgress'), ...marks];
    return toDiagnosisMatches(`KataConfig ${kataConfig.name}`, { ...explanation, meaning }, evidence);
  },
});
