/** What runbooks find when they are run: parts of steps that several of them have. */
import * as l10n from '@vscode/l10n';
import { deletingKataConfig, deletingWorkloadPods } from '#core/product/docSections.ts';
import { knownRuntimeClasses } from '#core/product/runtimeClasses.ts';
import { documentedSubscription as documented } from '#core/product/namespaces.ts';
import { createCollectionReference, operatorDeploymentName, createWatchedReference } from '../changes/references.ts';

import type { SelectedChange, NewerThan, RunbookStep, RunbookUntil } from './runbook.ts';

/** A step of which nothing is known but what it does. */
export function plannedStep(
  step: Omit<RunbookStep, 'state' | 'headline' | 'evidence' | 'changes'> & Partial<Pick<RunbookStep, 'changes'>>,
): RunbookStep {
  return { state: 'later', headline: l10n.t`Not started`, evidence: [], changes: [], ...step };
}

/** A plan of OLM waits for a yes: what is in it is shown, and asked about. With automatic approval none is found. */
export const approvePlans = (): SelectedChange => ({
  object: createCollectionReference('installPlans'),
  where: '@.spec.approved==false',
  show: '{.spec.clusterServiceVersionNames[*]}',
  question: l10n.t`Approve this install plan?`,
  change: { how: 'merge', patch: { spec: { approved: true } } },
});

/** The operator waits for all of them, in every namespace and phase. Source: notes/cluster.md 5.2. */
export function createRunbookPodsGoneStep(): RunbookStep {
  const object = { group: '', version: 'v1', plural: 'pods', kind: 'Pod' };
  return plannedStep({
    id: 'pods',
    title: l10n.t`Wait until no pod runs in a sandbox`,
    docs: deletingWorkloadPods,
    // Their names and namespaces are of Kubernetes: no line break is in them.
    until: knownRuntimeClasses.map(({ name }) => ({
      object,
      jsonpath: `{range .items[?(@.spec.runtimeClassName=="${name}")]}{.metadata.namespace}/{.metadata.name}{"\\n"}{end}`,
      is: '',
      words: l10n.t`no pods with the runtime class ${name} exist (scale down their workloads or delete the pods yourself)`,
      minutes: 120,
    })),
  });
}

/** @param context how the cluster is called */
export function deleteKataConfigStep(context: string, more: readonly string[] = []): RunbookStep {
  const object = createCollectionReference('kataConfigs');
  return plannedStep({
    id: 'kataconfig',
    title: l10n.t`Delete the KataConfig`,
    docs: deletingKataConfig,
    found: [{ object, show: '{.spec}', change: { how: 'delete' } }],
    // Hours on large clusters: nodes go one after the other.
    until: [
      {
        object,
        is: 'gone',
        words: l10n.t`the KataConfig is deleted and Kata is uninstalled from the nodes`,
        minutes: 480,
      },
    ],
    gate: {
      question: l10n.t`Delete the KataConfig on ${context}?`,
      consequences: [
        l10n.t`Kata is uninstalled from every node where it's installed. By default, nodes are drained and rebooted one at a time.`,
        l10n.t`According to the OSC documentation, the reboot can take from 10 to 60 minutes.`,
        ...more,
      ],
      typed: context,
    },
  });
}

/** The operator answers. */
export const operatorIsRunning = (): RunbookUntil => ({
  object: createWatchedReference('deployments', operatorDeploymentName),
  jsonpath: '{.status.conditions[?(@.type=="Available")].status}',
  is: 'True',
  words: l10n.t`the operator is running`,
  minutes: 15,
});

/** Subscriptions to the operator, whatever they are called. */
export const ourSubscriptions = {
  object: createCollectionReference('subscriptions'),
  where: `@.spec.name=="${documented.package}"`,
} as const;

/**
 * An update was run to this point before: the documents have the KataConfig deleted and made again once for a release.
 */
export const isRecreated = (): NewerThan => ({
  object: createCollectionReference('kataConfigs'),
  than: createCollectionReference('clusterServiceVersions'),
  prefix: documented.startingCsvPrefix,
  words: l10n.t`The KataConfig was already recreated for this release.`,
});
