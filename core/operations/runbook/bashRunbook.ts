/** A runbook as a script of oc commands: to be reviewed, kept, and run by whoever may. */
import * as l10n from '@vscode/l10n';
import { preamble } from './preamble.ts';
import type { Runbook, WriteYaml } from './runbook.ts';
import { renderShellComment, quoteShellSentence, createShellPlaceholder, quoteShellWord } from '#core/oc/shellText.ts';
import { sanitizeComment } from '#core/text/sanitize.ts';
import { stepBash, type StepBash } from './stepBash.ts';

/**
 * The script, whole. It can be run again at any time: what is so already is left out. No value of a Secret stands in
 * it.
 */
export function renderBashRunbook(runbook: Runbook, yaml: WriteYaml): string {
  const { title, cluster } = runbook;
  const steps = runbook.steps.map((step, index) => stepBash(step, index + 1, yaml, cluster === undefined));
  const parts = [
    `#!/usr/bin/env bash\n${header(runbook, steps)}`,
    `${renderShellComment(l10n.t`Single-quoted strings are literal. No expansion is intended.`)}\n# shellcheck disable=SC2016\nset -euo pipefail`,
    preamble().trimEnd(),
    ...steps.map(({ text }) => text),
    [
      renderShellComment(`--- ${l10n.t`All of it`}`),
      `say ${quoteShellWord(sanitizeComment(title))}`,
      ...clusterLines(cluster),
      ...secretLines(steps),
      ...steps.map((step) => step.functionName),
      `say ${quoteShellWord(sanitizeComment(l10n.t`Done: ${title}.`))}`,
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function header({ title, docs, cluster, steps }: Runbook, made: readonly StepBash[]): string {
  const variables = made.flatMap(({ secrets }) => secrets.map(({ variable }) => variable));
  const lines = [
    title,
    cluster === undefined
      ? l10n.t`For any cluster: it names the one that it finds, and asks.`
      : l10n.t`For the cluster ${cluster.context} at ${cluster.server}, and no other.`,
    ...(docs === undefined ? [] : [`${docs.title}: ${docs.url}`]),
    '',
    l10n.t`Written by OpenShift Sandboxed Containers Tools. Read it before you run it.`,
    l10n.t`The script stops at the first error. If you run it again, it skips completed steps.`,
    l10n.t`With kubectl: OC=kubectl`,
    ...(variables.length === 0
      ? []
      : [
          '',
          l10n.t`Secret values are not in here. Set each of these, or the same with _FILE to the path of a file:`,
          ...variables.map((name) => `  ${name}`),
        ]),
    '',
    ...steps.map((step, index) => `${index + 1}. ${step.title}`),
  ];
  return lines
    .map((line) => renderShellComment(line.startsWith('  ') ? line.trim() : sanitizeComment(line)))
    .join('\n');
}

function clusterLines(cluster: Runbook['cluster']): readonly string[] {
  const found = [
    'pin',
    `server=$(server_now) || stop ${quoteShellWord(sanitizeComment(l10n.t`No cluster can be found: log in first.`))}`,
  ];
  const server = `$(printf '%s' "$server" | plain)`;
  if (cluster === undefined)
    return [
      ...found,
      `agree ${quoteShellSentence(l10n.t`Everything is done on the cluster at ${createShellPlaceholder(0)}. Go on?`, server)}`,
    ];
  const another = quoteShellSentence(
    l10n.t`This is for ${createShellPlaceholder(0)}, and the kubeconfig leads to ${createShellPlaceholder(1)}.`,
    '$expected',
    server,
  );
  return [
    ...found,
    `expected=${quoteShellWord(cluster.server)}`,
    `if [[ \${server%/} != "\${expected%/}" ]]; then stop ${another}; fi`,
  ];
}

/**
 * Asked for before anything is changed: a run that ends in the middle for a password that was forgotten helps nobody.
 */
function secretLines(steps: readonly StepBash[]): readonly string[] {
  return steps.flatMap(({ secrets, doneName }) => {
    if (secrets.length === 0) return [];
    const ask = secrets.map(({ variable }) => {
      const file = `${variable}_FILE`;
      return `given ${variable} || stop ${quoteShellWord(sanitizeComment(l10n.t`Set ${variable}, or ${file} to a file with it.`))}`;
    });
    return doneName === undefined ? ask : [`if ! ${doneName}; then`, ...ask.map((line) => `  ${line}`), 'fi'];
  });
}
