/**
 * Renders the declarative parts of a runbook as a folder of manifests for a GitOps repository, for Argo CD or `oc apply
 * -k`.
 */
import * as l10n from '@vscode/l10n';
import { getMap, getStringMap } from '#core/common/json.ts';
import { sanitizeMarkdownCode, sanitizeComment } from '#core/text/sanitize.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { describeChange, type ClusterChange } from '../changes/clusterChange.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import { gateSentences } from '../procedure.ts';
import { extensionHealthSection } from './argoHealthCheck.ts';
import { conflictCommand, formatObjectReference, untilCommand, untilSentence } from './ocConditions.ts';
import type { Runbook, RunbookConflict, RunbookStep, RunbookUntil, WriteYaml } from './runbook.ts';
import { isSecret, listSecretValues, withoutValues } from './secretValues.ts';
import { renderShellComment, quoteShellWord } from '#core/oc/shellText.ts';

export interface GitOpsFile {
  /** File name within the folder. Contains only letters, digits, `-`, and `.`. */
  readonly name: string;
  readonly text: string;
}

interface Numbered {
  readonly name: string;
  readonly step: RunbookStep;
  readonly change: ClusterChange & { readonly how: 'apply' };
  /**
   * True if the object is a Secret. It isn't part of the kustomization, because its values must not be in a repository.
   */
  readonly secret: boolean;
}

/**
 * Returns the files, including README.md and kustomization.yaml. Fails with a message if an object must be deleted or
 * changed in place, which a manifest can't express.
 * @param waves whether to add annotations with the order for Argo CD
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
    const what =
      'target' in obstacle ? describeChange(obstacle) : l10n.t`Delete each ${formatObjectReference(obstacle.object)}`;
    return fail(l10n.t`A manifest can't express this change: ${sanitizeComment(what)}. Generate a script instead.`);
  }
  const numbered = inOrder(steps);
  if (numbered.length === 0) return fail(l10n.t`No step creates an object. Generate a script instead.`);
  const files = numbered.map(({ name, step, change, secret }, index) => {
    const object = secret ? withoutValues(change.object) : change.object;
    const head = [
      step.title,
      ...(step.gate === undefined ? [] : [step.gate.question, ...gateSentences(step.gate).map((each) => `- ${each}`)]),
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
 * Adds the sync wave. Argo CD starts the next wave when the previous one is healthy. Objects without a health check
 * always count as healthy. Resources without a CRD skip the dry run. Source: argo-cd@master
 * docs/user-guide/sync-waves.md, sync-options.md.
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

function readme(runbook: Runbook, numbered: readonly Numbered[], waves: boolean): string {
  const { title, docs, cluster, conflicts = [], steps } = runbook;
  const target =
    cluster === undefined
      ? ''
      : ` for cluster ${sanitizeMarkdownCode(cluster.context)} at ${sanitizeMarkdownCode(cluster.server)}`;
  const parts = [
    `# ${plain(title)}`,
    `Generated by OpenShift Sandboxed Containers Tools${target}. Review these files before you merge them. Merged changes are applied without further confirmation.`,
    ...(docs === undefined ? [] : [`Documentation: ${plain(docs.title)}, <${docs.url.replaceAll(/[\s<>]/g, '')}>`]),
    waves
      ? "Argo CD applies the files in the order of their sync wave annotations. If you don't use Argo CD, merge the files one at a time."
      : 'The files are numbered in order. The cluster rejects custom resources until the operator has installed their CRDs. Apply the files again, or merge them one at a time.',
    ...(conflicts.length === 0
      ? []
      : [
          '## Before you start',
          "Run these commands. If the output of a command contains the object that is named before the command, don't apply the manifests:",
          conflicts.map(conflictText).join('\n'),
        ]),
    '## Order',
    steps.map((step, index) => stepText(step, index + 1, numbered)).join('\n'),
  ];
  if (waves && numbered.some(({ change: { target } }) => target.kind === 'ClusterExtension'))
    parts.push(...extensionHealthSection());
  const secrets = numbered.filter(({ secret }) => secret);
  if (secrets.length > 0) {
    parts.push(
      '## Secrets',
      "These files contain no Secret values, and the example Secrets aren't part of the kustomization. Create the Secrets with your cluster's secret management tool (such as External Secrets or Sealed Secrets), or manually:",
      secrets.map(secretText).join('\n\n'),
    );
  }
  return `${parts.join('\n\n')}\n`;
}

function conflictText(conflict: RunbookConflict): string {
  const { words, problem } = conflict;
  const command = sanitizeMarkdownCode(conflictCommand(conflict).map(quoteShellWord).join(' '));
  return `- ${plain(words)}: ${command}. ${plain(problem)}`;
}

function stepText(step: RunbookStep, number: number, numbered: readonly Numbered[]): string {
  const files = numbered.filter((each) => each.step === step).map(({ name }) => sanitizeMarkdownCode(name));
  const lines = [
    ...(step.found === undefined
      ? []
      : step.found.map(
          ({ object }) =>
            `Change ${plain(formatObjectReference(object))} manually or with a script. The name of the object is known only at run time.`,
        )),
    ...(step.gate === undefined
      ? []
      : [`**Confirm first:** ${plain(step.gate.question)}`, ...gateSentences(step.gate).map(plain)]),
    ...step.until.map((until) => doneWords(until)),
  ];
  return [
    `${number}. ${plain(step.title)}${files.length === 0 ? '' : `: ${files.join(', ')}`}`,
    ...lines.map((line) => `   - ${line}`),
  ].join('\n');
}

function doneWords(until: RunbookUntil): string {
  const command = sanitizeMarkdownCode(untilCommand(until).map(quoteShellWord).join(' '));
  return `Complete when ${plain(untilSentence(until))}: ${command}`;
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

/**
 * Returns text for the README, with a backslash before each special character. HTML entities aren't used, because the
 * README is also read as plain text.
 */
function plain(text: string): string {
  return sanitizeComment(text).replaceAll(/[\\`*_[\]<>|#~&!]/g, (character) => `\\${character}`);
}
