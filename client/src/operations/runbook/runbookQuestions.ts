/** What is asked before a runbook is written, and the runbook that follows from the answers. Without VS Code. */
import * as l10n from '@vscode/l10n';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import {
  createInstallManifests,
  readKataConfigOptions,
  createKataConfigManifest,
} from '#core/operations/changes/installManifests.ts';
import { installRunbook } from '#core/operations/runbook/installRunbook.ts';
import { unknownCluster, type Runbook } from '#core/operations/runbook/runbook.ts';
import { createUninstallRunbook } from '#core/operations/runbook/uninstallRunbook.ts';
import { createUpdateRunbook } from '#core/operations/runbook/updateRunbook.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import type { NamedInputStep } from '#client/vscode/prompts/askSteps.ts';
import { installAnswers, installQuestion } from '../install/installQuestions.ts';

/** What a runbook does. */
export const runbookKinds = {
  install: {
    label: () => l10n.t({ message: 'Install', args: [], comment: ['A verb: what the runbook is to do.'] }),
    detail: () => l10n.t`The operator and kata, from nothing to pods in virtual machines.`,
  },
  update: {
    label: () => l10n.t({ message: 'Update', args: [], comment: ['A verb: what the runbook is to do.'] }),
    detail: () =>
      l10n.t`Updates the operator. With peer pods, also recreates the KataConfig to rebuild the pod VM image.`,
  },
  uninstall: {
    label: () => l10n.t({ message: 'Uninstall', args: [], comment: ['A verb: what the runbook is to do.'] }),
    detail: () => l10n.t`Kata from the nodes, then the operator; the namespace and the CRD when that is wanted.`,
  },
} as const;

export type RunbookKind = keyof typeof runbookKinds;

/**
 * What depends on what an open cluster has: asked for as the commands themselves do, and written down in place of being
 * done.
 */
const recordedKinds = {
  configurePeerPods: {
    label: () => l10n.t`Configure peer pods`,
    detail: () => l10n.t`peer-pods-cm and peer-pods-secret, of an open cluster. Values of Secrets are left out.`,
  },
  setLogLevel: {
    label: () => l10n.t`Set the log level`,
    detail: () => l10n.t`Of CRI-O on the nodes with kata, which reboot.`,
  },
  setNodes: {
    label: () => l10n.t`Choose the nodes for kata`,
    detail: () => l10n.t`Nodes that gain or lose it reboot.`,
  },
  setEligibility: {
    label: () => l10n.t`Make nodes eligible`,
    detail: () => l10n.t`By Node Feature Discovery, or by labels.`,
  },
  setPeerPodsLimit: {
    label: () => l10n.t`Set how many peer pods a node may have`,
    detail: () => 'PEERPODS_LIMIT_PER_NODE.',
  },
  setInstanceTypes: {
    label: () => l10n.t`Set the instance types of peer pods`,
    detail: () => l10n.t`The default, and those that pods may ask for.`,
  },
  setFeatureGates: { label: () => l10n.t`Set feature gates`, detail: () => 'osc-feature-gates.' },
  createPullSecret: {
    label: () => l10n.t`Create a pull secret for a namespace`,
    detail: () => l10n.t`Its value is left out: whoever runs it gives it.`,
  },
  sandboxWorkload: {
    label: () => l10n.t`Run a workload in a sandbox`,
    detail: () => l10n.t`A workload of an open cluster; a file in view is edited.`,
  },
  applyFile: { label: () => l10n.t`Apply the file in view`, detail: () => l10n.t`What differs from an open cluster.` },
} as const;

export type RecordedKind = keyof typeof recordedKinds;

const runbookFormats = ['bash', 'gitops', 'argo'] as const;
export type RunbookFormat = (typeof runbookFormats)[number];

export function kindQuestion(): NamedInputStep {
  return {
    name: 'kind',
    placeHolder: l10n.t`What is the runbook to do? Nothing is changed on any cluster now.`,
    items: Object.entries({ ...runbookKinds, ...recordedKinds }).map(([value, { label, detail }]) => ({
      label: label(),
      detail: detail(),
      value,
    })),
  };
}

export function clusterQuestion(): NamedInputStep {
  return {
    name: 'cluster',
    placeHolder: l10n.t`For which cluster?`,
    items: [
      {
        label: l10n.t`One that is open`,
        detail: l10n.t`It refuses to run on any other, and names the nodes that reboot.`,
        value: 'open',
      },
      {
        label: l10n.t({ message: 'Any', args: [], comment: ['Any cluster.'] }),
        detail: l10n.t`It names the cluster that it finds when it is run, and asks.`,
        value: 'any',
      },
    ],
  };
}

/**
 * The question about what the runbook does that comes next, and how it is written; undefined: nothing is left to ask.
 * @param situation undefined: of no cluster in particular
 */
export function runbookQuestion(
  kind: RunbookKind,
  situation: ObservedCluster | undefined,
  answers: ReadonlyMap<string, string>,
): NamedInputStep | undefined {
  const next = choiceQuestion(kind, situation ?? unknownCluster(), answers);
  if (next !== undefined) return next;
  return kind === 'install' && !answers.has('format') ? formatQuestion() : undefined;
}

function choiceQuestion(
  kind: RunbookKind,
  situation: ObservedCluster,
  answers: ReadonlyMap<string, string>,
): NamedInputStep | undefined {
  if (kind === 'install') return installQuestion(situation, answers);
  if (kind === 'uninstall') return answers.has('ends') ? undefined : endsQuestion();
  // Without peer pods the KataConfig stays as it is; of the operator nothing is to be chosen.
  if (answers.get('where') === 'nodes') return undefined;
  return installQuestion(situation, new Map([...answers, ['release', '{}'], ['approval', 'Automatic']]));
}

const endsQuestion = (): NamedInputStep => ({
  name: 'ends',
  placeHolder: l10n.t`How much is to go? Each is asked about again when it is run.`,
  items: [
    {
      label: l10n.t`Kata and the operator`,
      detail: l10n.t`The namespace stays, with its ConfigMaps and Secrets.`,
      value: 'operator',
    },
    {
      label: l10n.t`The namespace, too`,
      detail: l10n.t`peer-pods-cm and peer-pods-secret go with it.`,
      value: 'namespace',
    },
    {
      label: l10n.t`The namespace and the kind KataConfig`,
      detail: l10n.t`As the documents have it: nothing is left.`,
      value: 'crd',
    },
  ],
});

export const formatQuestion = (): NamedInputStep => ({
  name: 'format',
  placeHolder: l10n.t`How is it written?`,
  items: [
    {
      label: l10n.t`Script`,
      description: l10n.t`of oc commands`,
      detail: l10n.t`Can be run again: what is done is left out. Asks before nodes reboot.`,
      value: 'bash',
    },
    {
      label: l10n.t`Folder of manifests`,
      description: 'kustomization',
      detail: l10n.t`For a Git repository. Applied without confirmation.`,
      value: 'gitops',
    },
    {
      label: l10n.t`Folder of manifests for Argo CD`,
      description: l10n.t`kustomization with sync waves`,
      detail: l10n.t`The order stands in annotations.`,
      value: 'argo',
    },
  ],
});

/** The runbook. @param situation undefined: of no cluster in particular */
export function answeredRunbook(
  kind: RunbookKind,
  situation: ObservedCluster | undefined,
  answers: ReadonlyMap<string, string>,
): Runbook {
  const known = situation ?? unknownCluster();
  const cluster = situation === undefined ? undefined : { context: situation.context, server: situation.server };
  const ends = answers.get('ends');
  if (kind === 'install') return installRunbook(createInstallManifests(installAnswers(known, answers)), situation);
  if (kind === 'update') return createUpdateRunbook(kataConfigOf(known, answers), cluster);
  return createUninstallRunbook({ namespace: ends === 'namespace' || ends === 'crd', crd: ends === 'crd' }, cluster);
}

export function formatOf(answers: ReadonlyMap<string, string>): RunbookFormat {
  return runbookFormats.find((format) => format === answers.get('format')) ?? 'bash';
}

/** As the cluster has it, or as it was asked for. */
function kataConfigOf(situation: ObservedCluster, answers: ReadonlyMap<string, string>): KubernetesManifest {
  const { kataConfig } = indexSnapshot(situation.snapshot);
  return createKataConfigManifest(
    kataConfig === undefined ? installAnswers(situation, answers).kataConfig : readKataConfigOptions(kataConfig),
  );
}
