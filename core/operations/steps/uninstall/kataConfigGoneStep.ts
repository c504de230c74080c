/**
 * Creates the step that deletes the KataConfig. The operator first uninstalls Kata from the nodes, and each node
 * reboots. Sources: OSC 1.12 §5.2; notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { removingKataConfig } from '#core/product/docSections.ts';
import type { DocSection } from '#core/product/docSection.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import { listLeftovers } from '#core/status/kataConfig/leftovers.ts';
import { kataRuntimeClasses } from '#core/status/kataRuntimeClasses.ts';
import { explainClassDeletion, type ListedKataPods } from '#core/status/runtimeClassDeletion.ts';
import { hasKataRole } from '#core/status/nodes/nodeSelection.ts';
import { indexSnapshot, isOperatorRunning } from '#core/status/snapshotIndex.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { selectPlural } from '#core/text/grammar.ts';
import { cronJobLosses } from '#core/operations/losses.ts';
import { describeRebootConsequences, rebootGate } from '#core/operations/rebootConsequences.ts';
import { describeGitOpsConsequences } from '#core/operations/changes/gitOpsNotice.ts';
import type { ConfirmationGate, ProcedureStep } from '#core/operations/procedure.ts';
import { createCollectionReference, createWatchedReference } from '#core/operations/changes/references.ts';
import { getLookupResult, getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { nodeLines } from '../nodes/nodesStep.ts';
import {
  toWaitingStepStatus,
  isListKnown,
  createStep,
  describeUnreadableKind,
  type StepStatus,
} from '../stepStatus.ts';

/**
 * Creates the step.
 * @param more additional consequences, as sentences
 */
export function kataConfigGoneStep(
  situation: ObservedCluster,
  docs: DocSection = removingKataConfig,
  more: readonly string[] = [],
): ProcedureStep {
  const { kataConfig } = indexSnapshot(situation.snapshot);
  const shape = {
    id: 'kataconfig-gone',
    removes: true,
    title: l10n.t`Delete the KataConfig`,
    docs,
    changes:
      kataConfig === undefined
        ? []
        : [
            {
              how: 'delete',
              target: createWatchedReference('kataConfigs', kataConfig.name),
              uid: kataConfig.uid,
            } as const,
          ],
    until: [
      { object: createCollectionReference('kataConfigs'), jsonpath: '{.items[*].metadata.name}', is: '', minutes: 480 },
    ],
  };
  return createStep(shape, tell(situation, kataConfig, more));
}

function tell(situation: ObservedCluster, kataConfig: KataConfig | undefined, more: readonly string[]): StepStatus {
  const { snapshot } = situation;
  if (!isListKnown(snapshot, 'kataConfigs')) return describeUnreadableKind(snapshot, 'kataConfigs');
  if (kataConfig === undefined) return tellGone(situation);
  const evidence = nodeLines(situation, kataConfig);
  if (kataConfig.deleting !== undefined) {
    const told = toWaitingStepStatus(explainKataConfig(kataConfig, snapshot));
    // The pods are already deleted. The operator checks again every 15 seconds.
    const looks = kataConfig.inProgress?.reason.toLowerCase() === 'blockedbyexistingkatapods';
    return { ...told, ...(looks ? { state: 'waiting' } : {}), evidence };
  }
  if (isOperatorRunning(snapshot) === false) {
    return {
      state: 'blocked',
      headline: l10n.t`The operator isn't running`,
      evidence,
      meaning: l10n.t`Only the operator can uninstall Kata from the nodes. If it isn't running, the KataConfig isn't deleted and blocks all further steps.`,
      todo: l10n.t`Start the operator first. If it was removed, reinstall it.`,
    };
  }
  return {
    state: 'ready',
    headline: l10n.t`Kata is installed on ${formatCount(kataConfig.lists.installed.length, 'node')}`,
    evidence,
    gate: gateOf(situation, kataConfig, more),
  };
}

/** Returns the state of a runtime class whose deletion the finalizer of the operator blocks. */
function tellHeldClass(situation: ObservedCluster): StepStatus | undefined {
  const { snapshot, now } = situation;
  const pods = getLookupResult(situation, 'kataPods');
  const listed: ListedKataPods =
    pods.kind === 'known'
      ? { kind: 'known', pods: pods.value.pods, isCut: pods.value.cut }
      : pods.problem.why === 'notAsked'
        ? { kind: 'notRead' }
        : { kind: 'unreadable', message: pods.problem.message };
  for (const runtimeClass of kataRuntimeClasses(snapshot)) {
    const explanation = explainClassDeletion(runtimeClass, snapshot, listed, now);
    if (explanation === undefined) continue;
    const { headline, ...told } = toWaitingStepStatus(explanation);
    return { ...told, headline: `${runtimeClass.name}: ${headline}` };
  }
  return undefined;
}

function tellGone(situation: ObservedCluster): StepStatus {
  const { snapshot } = situation;
  // The next steps remove the operator. Nothing would then remove its finalizer.
  const held = tellHeldClass(situation);
  if (held !== undefined) return held;
  const left = listLeftovers(snapshot).filter(({ usual }) => !usual);
  const names = left.map(({ what }) => what);
  return {
    state: 'done',
    headline: l10n.t`Nothing left to do`,
    evidence: names.slice(0, 10).map((what) => l10n.t`${what} is left over from an earlier KataConfig.`),
    ...(left.length === 0
      ? {}
      : {
          meaning: l10n.t`These resources remain from a KataConfig that was deleted while the operator wasn't running: ${formatNames(names, 5)}.`,
        }),
  };
}

function gateOf(situation: ObservedCluster, kataConfig: KataConfig, more: readonly string[]): ConfirmationGate {
  const { name, runtimeClasses, enablePeerPods, inProgress } = kataConfig;
  const { snapshot } = situation;
  const reason = inProgress?.reason.toLowerCase();
  const nodes = listNodesWithKata(situation, kataConfig);
  const { losses = [], ...reboots } = rebootGate(situation, nodes, true);
  const busy = reason === 'installing' || reason === 'updating';
  return {
    question: l10n.t`Delete KataConfig ${name} on ${situation.context}?`,
    consequences: [
      ...(busy
        ? [
            reason === 'updating'
              ? l10n.t`The operator finishes the update in progress before it uninstalls Kata.`
              : l10n.t`The operator finishes the installation in progress before it uninstalls Kata.`,
          ]
        : []),
      ...describeRebootConsequences(situation, nodes, 'uninstall'),
      ...(isOperatorRunning(snapshot) === undefined
        ? [
            l10n.t`Can't determine whether the operator is running. If it isn't, Kata isn't uninstalled from the nodes and the KataConfig isn't deleted.`,
          ]
        : []),
      classesGo(runtimeClasses),
      ...otherPods(situation, kataConfig),
      ...(enablePeerPods ? [l10n.t`The operator deletes the pod VM image that it created in the cloud.`] : []),
      ...describeGitOpsConsequences([{ kind: 'KataConfig', ...kataConfig }]),
      ...more,
    ],
    ...reboots,
    losses: [...losses, ...cronJobLosses(situation)],
    typed: situation.context,
  };
}

/**
 * Returns the nodes in the lists of the KataConfig and those with the role of its pool, because the lists are empty at
 * first. Returns undefined if the nodes are unknown.
 */
export function listNodesWithKata(
  { snapshot }: ObservedCluster,
  { lists, inProgress }: KataConfig,
): readonly string[] | undefined {
  const { nodes } = indexSnapshot(snapshot);
  const listed = [...lists.installed, ...lists.installing, ...lists.waitingToInstall, ...lists.failedToInstall];
  const names = new Set([...listed, ...[...nodes.values()].filter(hasKataRole).map(({ name }) => name)]);
  // If no node is listed, the operator might not have reported its status yet, or nodes are still being selected.
  const said = inProgress?.status === 'False' || names.size > 0;
  return said ? [...names] : undefined;
}

/**
 * Describes pods with runtime classes that the operator didn't create. They use the same Kata installation, but the
 * operator doesn't wait for them.
 */
function otherPods(situation: ObservedCluster, { runtimeClasses }: KataConfig): readonly string[] {
  const others = (getLookupValue(situation, 'kataPods')?.pods ?? []).filter(
    ({ runtimeClass }) => !runtimeClasses.includes(runtimeClass),
  );
  if (others.length === 0) return [];
  const names = formatNames(
    others.map(({ namespace, name }) => `${namespace}/${name}`),
    5,
  );
  const count = others.length;
  return [
    selectPlural(
      count,
      l10n.t`The uninstall doesn't wait for ${count} pod whose runtime class isn't listed in the KataConfig (${names}). The pod stops when its node reboots and might not start again.`,
      l10n.t`The uninstall doesn't wait for ${count} pods whose runtime classes aren't listed in the KataConfig (${names}). The pods stop when their nodes reboot and might not start again.`,
    ),
  ];
}

function classesGo(classes: readonly string[]): string {
  if (classes.length === 0) return l10n.t`Pods can no longer use Kata.`;
  const names = formatNames(classes);
  return classes.length === 1
    ? l10n.t`Pods can no longer use Kata. The runtime class ${names} is deleted.`
    : l10n.t`Pods can no longer use Kata. The runtime classes ${names} are deleted.`;
}
