/** Creates steps that several runbooks share. Runbooks look up the objects at run time. */
import { deletingKataConfig, deletingWorkloadPods } from '#core/product/docSections.ts';
import { knownRuntimeClasses } from '#core/product/runtimeClasses.ts';
import { documentedSubscription as documented } from '#core/product/namespaces.ts';
import { createCollectionReference, operatorDeploymentName, createWatchedReference } from '../changes/references.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import type { ObservedCluster } from '../observedCluster.ts';
import type { ConfirmationGate } from '../procedure.ts';
import { describeRebootConsequences, rebootGate } from '../rebootConsequences.ts';
import { listNodesWithKata } from '../steps/uninstall/kataConfigGoneStep.ts';
import { unknownCluster, type SelectedChange, type NewerThan, type RunbookStep, type RunbookUntil } from './runbook.ts';

/** Creates a step that hasn't started. */
export function plannedStep(
  step: Omit<RunbookStep, 'state' | 'headline' | 'evidence' | 'changes'> & Partial<Pick<RunbookStep, 'changes'>>,
): RunbookStep {
  return { state: 'later', headline: 'Not started', evidence: [], changes: [], ...step };
}

/**
 * Creates the change that approves waiting install plans. The user sees the contents and confirms. With automatic
 * approval, no install plan is waiting.
 */
export const approvePlans = (): SelectedChange => ({
  object: createCollectionReference('installPlans'),
  where: '@.spec.approved==false',
  show: '{.spec.clusterServiceVersionNames[*]}',
  question: 'Approve this install plan?',
  change: { how: 'merge', patch: { spec: { approved: true } } },
});

/**
 * Creates a step that waits until no pod uses Kata. The operator waits for pods in all namespaces and phases. Source:
 * notes/cluster.md 5.2.
 */
export function createRunbookPodsGoneStep(): RunbookStep {
  const object = { group: '', version: 'v1', plural: 'pods', kind: 'Pod' };
  return plannedStep({
    id: 'pods',
    title: 'Wait until no pod runs in a sandbox',
    docs: deletingWorkloadPods,
    // Kubernetes names and namespaces contain no line breaks.
    until: knownRuntimeClasses.map(({ name }) => ({
      object,
      jsonpath: `{range .items[?(@.spec.runtimeClassName=="${name}")]}{.metadata.namespace}/{.metadata.name}{"\\n"}{end}`,
      is: '',
      words: `no pods use the ${name} runtime class (scale down their workloads or delete the pods)`,
      minutes: 120,
    })),
  });
}

/**
 * Creates a step that deletes the KataConfig.
 * @param context name of the cluster
 * @param situation data of the target cluster, with which the step names nodes and pods; undefined for any cluster
 */
export function deleteKataConfigStep(
  context: string,
  more: readonly string[] = [],
  situation?: ObservedCluster,
): RunbookStep {
  const object = createCollectionReference('kataConfigs');
  return plannedStep({
    id: 'kataconfig',
    title: 'Delete the KataConfig',
    docs: deletingKataConfig,
    found: [{ object, show: '{.spec}', change: { how: 'delete' } }],
    // Large clusters need hours, because nodes are updated one after another.
    until: [
      {
        object,
        is: 'gone',
        words: 'the KataConfig is deleted and Kata is uninstalled from the nodes',
        minutes: 480,
      },
    ],
    gate: {
      question: `Delete the KataConfig on ${context}?`,
      ...deletionConsequences(situation, more),
      typed: context,
    },
  });
}

function deletionConsequences(
  situation: ObservedCluster | undefined,
  more: readonly string[],
): Pick<ConfirmationGate, 'consequences' | 'losses'> {
  const { kataConfig } = indexSnapshot((situation ?? unknownCluster()).snapshot);
  if (situation === undefined || kataConfig === undefined)
    return {
      consequences: [
        "Kata is uninstalled from every node where it's installed. By default, nodes are drained and rebooted one at a time.",
        'According to the OSC documentation, the reboot can take from 10 to 60 minutes.',
        ...more,
      ],
    };
  const nodes = listNodesWithKata(situation, kataConfig);
  return {
    ...rebootGate(situation, nodes, true),
    consequences: [
      "Kata is uninstalled from every node where it's installed.",
      ...describeRebootConsequences(situation, nodes, 'uninstall'),
      ...more,
    ],
  };
}

/** Creates the condition that the operator is running. */
export const operatorIsRunning = (): RunbookUntil => ({
  object: createWatchedReference('deployments', operatorDeploymentName),
  jsonpath: '{.status.conditions[?(@.type=="Available")].status}',
  is: 'True',
  words: 'the operator is running',
  minutes: 15,
});

/** Subscriptions to the operator, regardless of their name. */
export const ourSubscriptions = {
  object: createCollectionReference('subscriptions'),
  where: `@.spec.name=="${documented.package}"`,
} as const;

/**
 * Creates the condition that the KataConfig was already recreated in an earlier run. According to the OSC
 * documentation, the KataConfig is recreated once per release.
 */
export const isRecreated = (): NewerThan => ({
  object: createCollectionReference('kataConfigs'),
  than: createCollectionReference('clusterServiceVersions'),
  prefix: documented.startingCsvPrefix,
  words: 'The KataConfig was already recreated for this release.',
});
