/** Check Cluster: whether it is fit for kata, as a checklist that can be taken along. */
import { commands, window, workspace } from 'vscode';
import type { Preflight } from '../../../../core/lifecycle/preflight.ts';
import { countWordsOf, fitnessSentence, preflightJson, preflightMarkdown, type ReportHead } from '../../../../core/lifecycle/preflightReport.ts';
import { showProgress } from '../../showInput.ts';
import { checkOf } from '../checkOf.ts';
import type { Action } from '../tools.ts';

export const check: Action = async (tools, given) => {
  const chosen = await tools.clusters.choose(given, 'Check which cluster?');
  if (chosen === undefined) return;
  const { cluster } = chosen;
  const { result, head } = await showProgress(`Checking ${cluster.context}`, () => checkOf(cluster, tools.clock));
  const markdown = preflightMarkdown(result, head);
  // Its preview has no boxes to tick; whoever exports it may have.
  await tools.texts.markdown(`Check of ${cluster.context}`, markdown.replaceAll(/^- \[[ x]\] /gm, '- '));
  const message = `${cluster.context}: ${fitnessSentence(result)} ${countWordsOf(result)}.`;
  const installable = result.fitness === 'fit' && cluster.snapshot.kataConfigs.items.size === 0;
  const choices = installable ? (['Export...', 'Install...'] as const) : (['Export...'] as const);
  const answer = await tools.notify.tell(result.fitness === 'fit' ? 'info' : 'warning', message, ...choices);
  if (answer === 'Install...') await commands.executeCommand('osc.kata.install', given);
  if (answer === 'Export...') await exportReport(markdown, result, head);
};

/** As a document of its own, to be saved wherever somebody wants it. */
async function exportReport(markdown: string, result: Preflight, head: ReportHead): Promise<void> {
  const formats = [
    { label: 'Markdown', description: 'for people', language: 'markdown', text: () => markdown },
    { label: 'JSON', description: 'for programs', language: 'json', text: () => `${JSON.stringify(preflightJson(result, head), null, 2)}\n` },
  ];
  const format = await window.showQuickPick(formats, { title: 'Export the report', placeHolder: 'As what?' });
  if (format === undefined) return;
  const document = await workspace.openTextDocument({ language: format.language, content: format.text() });
  await window.showTextDocument(document, { preview: false });
}
