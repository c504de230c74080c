/** Describes in one or two sentences whether the pods of a workload run in a sandbox. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import type { SandboxVerdict } from '#core/status/workloads/sandboxEvidence.ts';
import { formatCount } from '#core/text/counts.ts';
import { selectPlural, getSentenceSeparator } from '#core/text/grammar.ts';

/**
 * Returns one description for all pods, without the causes, which the page shows for each pod.
 * @param verdicts the verdicts of at least one pod
 */
export function overall(verdicts: readonly SandboxVerdict[]): string {
  const count = (verdict: SandboxVerdict): number => verdicts.filter((one) => one === verdict).length;
  const [yes, no, without, unknown] = [count('yes'), count('no'), count('failed'), count('unknown')];
  const denied = count('denied');
  const of = formatCount(verdicts.length, 'pod');
  if (yes === verdicts.length) return verdicts.length === 1 ? l10n.t`Yes.` : l10n.t`Yes, all ${of} run in a sandbox.`;
  if (no === verdicts.length)
    return verdicts.length === 1 ? l10n.t`No.` : l10n.t`No, none of the ${of} runs in a sandbox.`;
  if (unknown === verdicts.length) return l10n.t`Unknown.`;
  if (denied === verdicts.length)
    return selectPlural(
      denied,
      l10n.t`The agent policy of ${denied} pod denies a request.`,
      l10n.t`The agent policies of ${denied} pods deny a request.`,
    );
  if (without === verdicts.length)
    return selectPlural(without, l10n.t`The pod has no sandbox.`, l10n.t`None of the ${of} has a sandbox.`);
  return [
    selectPlural(yes, l10n.t`${yes} of ${of} runs in a sandbox.`, l10n.t`${yes} of ${of} run in a sandbox.`),
    ...(without === 0 ? [] : [yes + without === verdicts.length ? otherWords(without) : withoutWords(without)]),
    ...(no === 0
      ? []
      : [selectPlural(no, l10n.t`${no} pod runs regular containers.`, l10n.t`${no} pods run regular containers.`)]),
    ...(denied === 0
      ? []
      : [
          selectPlural(
            denied,
            l10n.t`The agent policy of ${denied} pod denies a request.`,
            l10n.t`The agent policies of ${denied} pods deny a request.`,
          ),
        ]),
    ...(unknown === 0
      ? []
      : [
          selectPlural(
            unknown,
            l10n.t`It's unknown whether ${unknown} pod runs in a sandbox.`,
            l10n.t`It's unknown whether ${unknown} pods run in a sandbox.`,
          ),
        ]),
  ].join(getSentenceSeparator());
}

function otherWords(count: number): string {
  return count === 1 ? l10n.t`The other pod has no sandbox.` : l10n.t`The other ${count} pods have no sandbox.`;
}

function withoutWords(count: number): string {
  return selectPlural(count, l10n.t`${count} pod has no sandbox.`, l10n.t`${count} pods have no sandbox.`);
}
