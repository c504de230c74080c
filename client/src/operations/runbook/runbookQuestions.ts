/** Asks for the content of a runbook and creates the runbook from the answers. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import {
  createInstallManifests,
  readKataConfigOptions,
  createKataConfigManifest,
} from '#core/operations/changes/installManifests.ts';
import { installExtensionRunbook, installRunbook } from '#core/operations/runbook/installRunbook.ts';
import { unknownCluster, type Runbook } from '#core/operations/runbook/runbook.ts';
import { createUninstallRunbook } from '#core/operations/runbook/uninstallRunbook.ts';
import { createUpdateRunbook } from '#core/operations/runbook/updateRunbook.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import type { NamedInputStep } from '#client/vscode/prompts/askSteps.ts';
import { extensionAnswers, installAnswers, installQuestion, usesOlmV1 } from '../install/installQuestions.ts';

/** Tasks of a runbook that don't depend on an open cluster. */
export const runbookKinds = {
  install: {
    label: () => l10n.t`Install Kata`,
    detail: () => '',
  },
  update: {
    label: () => l10n.t`Update Kata`,
    detail: () =>
      l10n.t`Updates the operator. With peer pods, also recreates the KataConfig to rebuild the pod VM image.`,
  },
  uninstall: {
    label: () => l10n.t`Uninstall Kata`,
    detail: () =>
      l10n.t`Uninstalls Kata from the nodes, then uninstalls the operator. Optionally deletes the namespace and the CRD.`,
  },
} as const;

export type RunbookKind = keyof typeof runbookKinds;

/**
 * Tasks that depend on the state of an open cluster. They ask the same questions as the commands but are recorded
 * instead of run.
 */
const recordedKinds = {
  configurePeerPods: {
    label: () => l10n.t`Configure peer pods`,
    detail: () => l10n.t`Secret values aren't included. Provide them when you run the runbook.`,
  },
  setLogLevel: {
    label: () => l10n.t`Set Kata node log level`,
    detail: () => l10n.t`Sets the CRI-O log level on Kata nodes. The nodes reboot.`,
  },
  setNodes: {
    label: () => l10n.t`Select Kata nodes`,
    detail: () => l10n.t`A node reboots when Kata is installed on it or uninstalled from it.`,
  },
  setEligibility: {
    label: () => l10n.t`Set up the node eligibility check`,
    detail: () => '',
  },
  pausePool: {
    label: () => l10n.t`Pause machine config pool`,
    detail: () => '',
  },
  resumePool: {
    label: () => l10n.t`Resume machine config pool`,
    detail: () => '',
  },
  deletePod: { label: () => l10n.t`Delete pod`, detail: () => '' },
  restartWorkload: { label: () => l10n.t`Restart workload`, detail: () => '' },
  scaleWorkload: { label: () => l10n.t`Scale workload`, detail: () => '' },
  cordonNode: { label: () => l10n.t`Cordon node`, detail: () => '' },
  uncordonNode: { label: () => l10n.t`Uncordon node`, detail: () => '' },
  setPeerPodsLimit: {
    label: () => l10n.t`Set peer pod limit per node`,
    detail: () => 'PEERPODS_LIMIT_PER_NODE.',
  },
  setInstanceTypes: {
    label: () => l10n.t`Set peer pod instance types`,
    detail: () => '',
  },
  setFeatureGates: { label: () => l10n.t`Set feature gates`, detail: () => 'osc-feature-gates.' },
  createPullSecret: {
    label: () => l10n.t`Create a pull secret`,
    detail: () => l10n.t`Secret values aren't included. Provide them when you run the runbook.`,
  },
  sandboxWorkload: {
    label: () => l10n.t`Run a workload in a sandbox`,
    detail: () =>
      l10n.t`The runbook changes a workload on an open cluster. If the active editor contains a manifest, the extension edits the manifest instead of creating a runbook.`,
  },
  applyFile: {
    label: () => l10n.t`Apply the active file`,
    detail: () => '',
  },
} as const;

export type RecordedKind = keyof typeof recordedKinds;

const runbookFormats = ['bash', 'gitops', 'argo'] as const;
export type RunbookFormat = (typeof runbookFormats)[number];

export function kindQuestion(): NamedInputStep {
  return {
    name: 'kind',
    placeHolder: l10n.t`Select what the runbook does. Generating the runbook doesn't change any cluster.`,
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
    placeHolder: l10n.t`Select the target cluster`,
    items: [
      {
        label: l10n.t`An open cluster`,
        detail: l10n.t`The runbook runs only on this cluster and lists the nodes that reboot.`,
        value: 'open',
      },
      {
        label: l10n.t({
          message: 'Any cluster',
          args: [],
          comment: ['A choice: the runbook can run on any cluster, not only on an open one.'],
        }),
        detail: l10n.t`When you run the runbook, it shows the current cluster and asks for confirmation.`,
        value: 'any',
      },
    ],
  };
}

/**
 * Returns the next question about the content or format of a runbook, or undefined if there is none.
 * @param situation undefined for a runbook that isn't specific to a cluster
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
  // Without peer pods, the KataConfig doesn't change, and the operator update has no options.
  if (answers.get('where') === 'nodes') return undefined;
  return installQuestion(situation, new Map([...answers, ['release', '{}'], ['approval', 'Automatic']]));
}

const endsQuestion = (): NamedInputStep => ({
  name: 'ends',
  placeHolder: l10n.t`Select what to remove. The runbook asks you to confirm each item.`,
  items: [
    {
      label: l10n.t`Kata and the operator`,
      detail: l10n.t`Keeps the namespace with its ConfigMaps and Secrets.`,
      value: 'operator',
    },
    {
      label: l10n.t`Kata, the operator, and the namespace`,
      detail: l10n.t`Also deletes peer-pods-cm and peer-pods-secret.`,
      value: 'namespace',
    },
    {
      label: l10n.t`Kata, the operator, the namespace, and the KataConfig CRD`,
      value: 'crd',
    },
  ],
});

export const formatQuestion = (): NamedInputStep => ({
  name: 'format',
  placeHolder: l10n.t`Select a format`,
  items: [
    {
      label: l10n.t`Script`,
      detail: l10n.t`Skips completed steps when you run it again. Asks for confirmation before nodes reboot.`,
      value: 'bash',
    },
    {
      label: l10n.t`Manifest folder`,
      description: 'kustomization',
      detail: l10n.t`For a Git repository. Applying the manifests doesn't ask for confirmation.`,
      value: 'gitops',
    },
    {
      label: l10n.t`Manifest folder for Argo CD`,
      description: l10n.t`kustomization with sync waves`,
      value: 'argo',
    },
  ],
});

/**
 * Creates the runbook from the answers.
 * @param situation undefined for a runbook that isn't specific to a cluster
 */
export function answeredRunbook(
  kind: RunbookKind,
  situation: ObservedCluster | undefined,
  answers: ReadonlyMap<string, string>,
): Runbook {
  const known = situation ?? unknownCluster();
  const cluster = situation === undefined ? undefined : { context: situation.context, server: situation.server };
  const ends = answers.get('ends');
  if (kind === 'install' && usesOlmV1(known.snapshot, answers))
    return installExtensionRunbook(extensionAnswers(known, answers), situation);
  if (kind === 'install') return installRunbook(createInstallManifests(installAnswers(known, answers)), situation);
  if (kind === 'update') return createUpdateRunbook(kataConfigOf(known, answers), cluster, situation);
  return createUninstallRunbook(
    { namespace: ends === 'namespace' || ends === 'crd', crd: ends === 'crd' },
    cluster,
    situation,
  );
}

export function formatOf(answers: ReadonlyMap<string, string>): RunbookFormat {
  return runbookFormats.find((format) => format === answers.get('format')) ?? 'bash';
}

/** Returns the KataConfig of the cluster, or one created from the answers. */
function kataConfigOf(situation: ObservedCluster, answers: ReadonlyMap<string, string>): KubernetesManifest {
  const { kataConfig } = indexSnapshot(situation.snapshot);
  return createKataConfigManifest(
    kataConfig === undefined ? installAnswers(situation, answers).kataConfig : readKataConfigOptions(kataConfig),
  );
}
