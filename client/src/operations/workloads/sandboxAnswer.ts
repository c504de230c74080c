/** Describes in one or two sentences whether the pods of a workload run in a sandbox. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import type { SandboxEvidence, SandboxVerdict } from '#core/status/workloads/sandboxEvidence.ts';
import { countWords } from '#core/text/counts.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Returns one description for all pods, with the cause for the first pod without a sandbox. */
export function answerFor(pods: readonly Pick<SandboxEvidence, 'verdict' | 'failure'>[]): string {
  return overall(
    pods.map(({ verdict }) => verdict),
    pods.find(({ failure }) => failure !== undefined)?.failure,
  );
}

/**
 * Returns one description for all pods.
 * @param failure why the first pod without a sandbox has none
 */
export function overall(verdicts: readonly SandboxVerdict[], failure = ''): string {
  const count = (verdict: SandboxVerdict): number => verdicts.filter((one) => one === verdict).length;
  const [yes, no, without, unknown] = [count('yes'), count('no'), count('failed'), count('unknown')];
  if (verdicts.length === 0) return l10n.t`Unknown: the workload has no pods.`;
  const of = countWords(verdicts.length, 'pod');
  if (yes === verdicts.length) return verdicts.length === 1 ? l10n.t`Yes.` : l10n.t`Yes, all ${of}.`;
  if (no === verdicts.length) return verdicts.length === 1 ? l10n.t`No.` : l10n.t`No, none of the ${of}.`;
  if (unknown === verdicts.length) return l10n.t`Unknown: ${of}.`;
  const why = failure === '' ? '.' : `.${getSentenceSeparator()}${failure}.`;
  return [
    ...(yes === 0 ? [] : [l10n.t`Pods in a sandbox: ${yes} of ${verdicts.length}.`]),
    ...(without === 0 ? [] : [`${l10n.t`Pods without a sandbox: ${without}`}${why}`]),
    ...(no === 0 ? [] : [l10n.t`Pods with regular containers: ${no}.`]),
    ...(unknown === 0 ? [] : [l10n.t`Unknown: ${unknown}.`]),
  ].join(getSentenceSeparator());
}
