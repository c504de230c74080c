/**
 * What of a runbook is declarative, as a folder of manifests for a repository that a cluster is kept like: Argo CD, or
 * `oc apply -k`.
 */
import * as l10n from '@vscode/l10n';
import { getMap, getStringMap } from '#core/common/json.ts';
import { sanitizeMarkdownCode, sanitizeComment } from '#core/text/sanitize.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { describeChange, type ClusterChange } from '../changes/clusterChange.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import { objectWords, untilCommand, untilSentence } from './ocConditions.ts';
import type { Runbook, RunbookStep, RunbookUntil, WriteYaml } from './runbook.ts';
import { isSecret, listSecretValues, withoutValues } from './secretValues.ts';
import { renderShellComment, quoteShellWord } from '#core/oc/shellText.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export interface GitOpsFile {
  /** Within the folder; letters, digits, `-` and `.` alone. */
  readonly name: string;
  readonly text: string;
}

interface Numbered {
  readonly name: string;
  readonly step: RunbookStep;
  readonly change: ClusterChange & { readonly how: 'apply' };
  /** It is no part of the kustomization: its values must not stand in a repository. */
  readonly secret: boolean;
}

/**
 * The files, README.md and kustomization.yaml among them. Fails, with a sentence, where something is to be deleted or
 * changed in place: no manifest says that.
 * @param waves whether Argo CD is told of the order, by annotations
 */
export function renderGitOpsFolder(
  runbook: Runbook,
  yaml: WriteYaml,
  waves: boolean,
): Result<readonly GitOpsFile[], string> {
  const { steps } = runbook;
  const obstacle = steps.flatMap(({ changes, found = [] }) => [
    ...changes.filter(({ how }) => how !== 'apply'),
    ...found.filter(({ change }) => change.how === 'delete'),
  ])[0];
  if (obstacle !== undefined) {
    const what = 'target' in obstacle ? describeChange(obstacle) : l10n.t`Delete each ${objectWords(obstacle.object)}`;
    return fail(l10n.t`No manifest says this: ${sanitizeComment(what)}. Write it as a script instead.`);
  }
  const numbered = inOrder(steps);
  if (numbered.length === 0) return fail(l10n.t`None of its steps creates an object. Write it as a script instead.`);
  const files = numbered.map(({ name, step, change, secret }, index) => {
    const object = secret ? withoutValues(change.object) : change.object;
    const head = [
      step.title,
      ...(step.gate === undefined ? [] : [step.gate.question, ...step.gate.consequences.map((each) => `- ${each}`)]),
    ];
    const text = `${head.map((line) => renderShellComment(sanitizeComment(line))).join('\n')}\n${yaml(waves && !secret ? inWave(object, index, change) : object)}`;
    return { name, text };
  });
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: numbered.filter(({ secret }) => !secret).map(({ name }) => name),
  };
  return succeed([
    ...files,
    { name: 'kustomization.yaml', text: yaml(kustomization) },
    { name: 'README.md', text: readme(runbook, numbered, waves) },
  ]);
}

function inOrder(steps: readonly RunbookStep[]): readonly Numbered[] {
  const all = steps.flatMap((step) =>
    step.changes.flatMap((change) => (change.how === 'apply' ? [{ step, change }] : [])),
  );
  return all.map(({ step, change }, index) => {
    const { kind, name } = change.target;
    const secret = isSecret(change.target);
    const words = `${kind}-${name}`
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 80);
    return {
      name: `${String(index + 1).padStart(2, '0')}-${words}${secret ? '.example' : ''}.yaml`,
      step,
      change,
      secret,
    };
  });
}

/**
 * Argo CD goes on to the next wave when the one before is healthy; what has no CRD yet is not tried before. Source:
 * argo-cd@master docs/user-guide/sync-waves.md, sync-options.md.
 */
function inWave(object: KubernetesManifest, index: number, { target: { group } }: ClusterChange): KubernetesManifest {
  const late =
    group === '' || group === 'operators.coreos.com'
      ? {}
      : { 'argocd.argoproj.io/sync-options': 'SkipDryRunOnMissingResource=true' };
  const annotations = {
    ...getStringMap(object, 'metadata', 'annotations'),
    'argocd.argoproj.io/sync-wave': String(index),
    ...late,
  };
  return { ...object, metadata: { ...getMap(object, 'metadata'), annotations } };
}

function readme({ title, docs, cluster, steps }: Runbook, numbered: readonly Numbered[], waves: boolean): string {
  const parts = [
    `# ${plain(title)}`,
    [
      cluster === undefined
        ? l10n.t`Written by OpenShift Sandboxed Containers Tools.`
        : l10n.t`Written by OpenShift Sandboxed Containers Tools for the cluster ${sanitizeMarkdownCode(cluster.context)} at ${sanitizeMarkdownCode(cluster.server)}.`,
      l10n.t`Review these files before you merge them. Merged changes are applied without further confirmation.`,
    ].join(getSentenceSeparator()),
    ...(docs === undefined
      ? []
      : [`${l10n.t`Documentation:`} ${plain(docs.title)}, <${docs.url.replaceAll(/[\s<>]/g, '')}>`]),
    waves
      ? l10n.t`The order stands in annotations for Argo CD (sync waves). Without it, merge one file after another.`
      : l10n.t`The files are numbered in their order: kinds that the operator brings are refused before it is there. Apply again, or merge one file after another.`,
    `## ${l10n.t({ message: 'Order', args: [], comment: ['A heading: the order of the steps, not a command.'] })}`,
    steps.map((step, index) => stepText(step, index + 1, numbered)).join('\n'),
  ];
  const secrets = numbered.filter(({ secret }) => secret);
  if (secrets.length > 0) {
    parts.push(
      `## ${l10n.t`Secrets`}`,
      l10n.t`These files contain no Secret values, and the example Secrets aren't part of the kustomization. Create the Secrets with your cluster's secret management tool (such as External Secrets or Sealed Secrets), or manually:`,
      secrets.map(secretText).join('\n\n'),
    );
  }
  return `${parts.join('\n\n')}\n`;
}

function stepText(step: RunbookStep, number: number, numbered: readonly Numbered[]): string {
  const files = numbered.filter((each) => each.step === step).map(({ name }) => sanitizeMarkdownCode(name));
  const lines = [
    ...(step.found === undefined
      ? []
      : step.found.map(
          ({ object }) =>
            l10n.t`By hand, or by a script: change ${plain(objectWords(object))}. Which one it is, only the cluster can tell.`,
        )),
    ...(step.gate === undefined
      ? []
      : [
          `**${l10n.t({ message: 'Before:', args: [], comment: ['A question comes after it, to be answered before the step.'] })}** ${plain(step.gate.question)}`,
          ...step.gate.consequences.map(plain),
        ]),
    ...step.until.map((until) => doneWords(until)),
  ];
  return [
    `${number}. ${plain(step.title)}${files.length === 0 ? '' : `: ${files.join(', ')}`}`,
    ...lines.map((line) => `   - ${line}`),
  ].join('\n');
}

function doneWords(until: RunbookUntil): string {
  const command = sanitizeMarkdownCode(untilCommand(until).map(quoteShellWord).join(' '));
  return l10n.t({
    message: 'Done when {0}: {1}',
    args: [plain(untilSentence(until)), command],
    comment: ['{0} is a clause, such as: the operator runs. {1} is a command that shows it.'],
  });
}

function secretText({ change: { target, object } }: Numbered): string {
  const values = listSecretValues(target.name, object).map(
    ({ key, variable }) => `--from-file=${quoteShellWord(key)}=<(printf %s "$${variable}")`,
  );
  const words = [
    'oc',
    'create',
    'secret',
    'generic',
    quoteShellWord(target.name),
    `--namespace=${quoteShellWord(target.namespace ?? '')}`,
    ...values,
  ];
  return `    ${words.join(' ')}`;
}

/** Returns text for the README. Its Markdown is also read as plain text, so it has backslashes instead of entities. */
function plain(text: string): string {
  return sanitizeComment(text).replaceAll(/[\\`*_[\]<>|#~&!]/g, (character) => `\\${character}`);
}
