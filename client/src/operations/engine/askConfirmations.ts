/**
 * Asks for confirmation before changes to a cluster: once for the whole plan, and later only for differences from it.
 */
import * as l10n from '@vscode/l10n';
import { planMarkdown, planSummary } from '#core/operations/planReport.ts';
import type { Plan } from '#core/operations/plan.ts';
import type { ConfirmationGate } from '#core/operations/procedure.ts';
import type { Notify } from '#client/vscode/notify.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { showInput } from '#client/vscode/prompts/showInput.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import { confirmsName } from '#client/vscode/visibleLabels.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { createConfirmationText } from './messages/confirmationText.ts';
import { renderManifestYaml } from '../manifests/manifestYaml.ts';
import type { ReadOnlyDocuments } from '#client/vscode/documents/readOnlyDocuments.ts';

/** Maximum number of changes in a plan that is shown in a dialog. */
const fitsDialog = 1;

/**
 * Asks for one confirmation of the whole operation. Shows the plan as a document if it has several changes. If nodes
 * reboot or something is lost, the user must type the cluster name. Otherwise, a click is enough.
 * @param now milliseconds since 1970
 */
export async function askPlan(
  notify: Notify,
  texts: Pick<ReadOnlyDocuments, 'markdown'>,
  plan: Plan,
  gates: readonly ConfirmationGate[],
  now: number,
): Promise<boolean> {
  const { title, context, typed, objects } = plan;
  const isLarge = objects.filter(({ effect }) => effect !== 'exists').length > fitsDialog;
  if (typed !== undefined || isLarge)
    await texts.markdown(l10n.t`Plan: ${title} on ${context}`, planMarkdown(plan, now, renderManifestYaml));
  if (typed !== undefined) return typesName(l10n.t`${title} on ${context}`, typed, planSummary(plan));
  if (isLarge) return confirmsBesidePlan(plan);
  const { message, detail } = createConfirmationText(title, context, gates, true);
  return notify.confirm(message, detail, title);
}

/** Asks in a quick pick, because a modal dialog would prevent the user from scrolling through the plan. */
async function confirmsBesidePlan(plan: Plan): Promise<boolean> {
  const confirm = { label: l10n.t`Confirm`, detail: planSummary(plan) };
  const cancel = { label: l10n.t`Cancel` };
  const chosen = await showPick([confirm, cancel], {
    title: l10n.t`${plan.title} on ${plan.context}`,
    placeHolder: l10n.t`Confirm or cancel the plan`,
    ignoreFocusOut: true,
  });
  return chosen === confirm;
}

/**
 * Asks to confirm differences from the plan in a dialog. For destructive differences, the user must also type the
 * cluster name.
 * @param title title of the step
 */
export async function askGates(
  notify: Notify,
  title: string,
  context: string,
  gates: readonly ConfirmationGate[],
): Promise<boolean> {
  const { message, detail, typed } = createConfirmationText(title, context, gates, false);
  if (!(await notify.confirm(message, detail, title))) return false;
  for (const word of typed) if (!(await typesName(l10n.t`${title} on ${context}`, word))) return false;
  return true;
}

/**
 * Asks the user to type a name.
 * @param consequence a sentence that the user sees next to the input
 */
async function typesName(title: string, name: string, consequence = ''): Promise<boolean> {
  // A prompt has only one line. The user can type the displayed form, even if the name contains line breaks.
  const word = sanitizeLabel(name);
  const prompt = l10n.t`Type ${word} to confirm`;
  const answer = await showInput({
    title,
    prompt: consequence === '' ? prompt : `${consequence}${getSentenceSeparator()}${prompt}`,
    placeHolder: word,
    ignoreFocusOut: true,
    validateInput: (text) =>
      confirmsName(text, name) ? undefined : l10n.t`The text doesn't match ${word}. No changes sent yet.`,
  });
  return answer !== undefined && confirmsName(answer, name);
}
