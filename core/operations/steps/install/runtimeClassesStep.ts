/**
 * Creates the step for the runtime classes that pods use to run in Kata. This step completes an installation. Sources:
 * OSC 1.12 §3.3; domain/01-kataconfig.md 1.8.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig } from '#core/product/docSections.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import { findItem, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatNames } from '#core/text/phrases.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import {
  toWaitingStepStatus,
  isListKnown,
  createStep,
  describeUnreadableKind,
  type StepStatus,
} from '../stepStatus.ts';

/**
 * Creates the step.
 * @param peerPods whether peer pods are wanted, if there is no KataConfig yet
 */
export function runtimeClassesStep(situation: ObservedCluster, peerPods: boolean): ProcedureStep {
  const { kataConfig } = indexSnapshot(situation.snapshot);
  const wanted = wantedClasses(kataConfig ?? { enablePeerPods: peerPods });
  const shape = {
    id: 'runtime-classes',
    title: l10n.t`Create the runtime classes`,
    docs: creatingKataConfig,
    changes: [],
    until: wanted.map((name) => ({
      object: createWatchedReference('runtimeClasses', name),
      is: 'present',
      minutes: 15,
    })),
  };
  return createStep(shape, tell(situation, wanted));
}

/** Returns the runtime classes that the operator creates for a KataConfig. */
export function wantedClasses({ enablePeerPods }: Pick<KataConfig, 'enablePeerPods'>): readonly string[] {
  return enablePeerPods ? ['kata', 'kata-remote'] : ['kata'];
}

function tell({ snapshot }: ObservedCluster, wanted: readonly string[]): StepStatus {
  if (!isListKnown(snapshot, 'kataConfigs')) return describeUnreadableKind(snapshot, 'kataConfigs');
  if (!isListKnown(snapshot, 'runtimeClasses')) return describeUnreadableKind(snapshot, 'runtimeClasses');
  const { kataConfig } = indexSnapshot(snapshot);
  if (kataConfig === undefined) return { state: 'later', headline: l10n.t`Not started` };
  const evidence = wanted.map((name) =>
    findItem(snapshot, 'runtimeClasses', name) === undefined
      ? l10n.t`RuntimeClass ${name} doesn't exist yet.`
      : l10n.t`RuntimeClass ${name} exists.`,
  );
  const missing = wanted.filter(
    (name) => findItem(snapshot, 'runtimeClasses', name) === undefined || !kataConfig.runtimeClasses.includes(name),
  );
  if (missing.length === 0) return { state: 'done', headline: formatNames(wanted), evidence };
  const explained = explainKataConfig(kataConfig, snapshot);
  if (explained.health !== 'ok') return { ...toWaitingStepStatus(explained), evidence };
  return {
    state: 'waiting',
    headline:
      missing.length === 1
        ? l10n.t`${formatNames(missing)} doesn't exist yet`
        : l10n.t`${formatNames(missing)} don't exist yet`,
    evidence,
    meaning: l10n.t`The operator creates the runtime classes at the end of the installation, after Kata is installed on all nodes.`,
  };
}
