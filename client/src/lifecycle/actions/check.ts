/** Check Cluster: whether it is fit for kata, as a checklist that can be taken along. */
import * as l10n from '@vscode/l10n';
import { commands, window, workspace } from 'vscode';
import { sentenceGap } from '../../../../core/wording.ts';
import type { Preflight } from '../../../../core/lifecycle/preflight.ts';
import { countWordsOf, fitnessSentence, preflightJson, preflightMarkdown, type ReportHead } from '../../../../core/lifecycle/preflightReport.ts';
import { showProgress } from '../../showInput.ts';
import { checkOf } from '../checkOf.ts';
import type { Action } from '../tools.ts';
import { showPick } from '../../showPick.ts';

export const check: Action = async (tools, given) => {
  const chosen = await tools.clusters.choose(given, l10n.t`Check which cluster?`);
  if (chosen === undefined) return;
  const { cluster } = chosen;
  const { result, head } = await showProgress(l10n.t`Checking ${cluster.context}`, () =>
    checkOf(cluster, { clock: tools.clock, timeout: tools.settings.preflightTimeout() }),
  );
  const markdown = preflightMarkdown(result, head);
  // Its preview has no boxes to tick; whoever exports it may have.
  await tools.texts.markdown(l10n.t`Check of ${cluster.context}`, markdown.replaceAll(/^- \[[ x]\] /gm, '- '));
  const message = `${cluster.context}: ${fitnessSentence(result)}${sentenceGap()}${countWordsOf(result)}`;
  const installable = result.fitness === 'fit' && cluster.snapshot.kataConfigs.items.size === 0;
  const takeAlong = l10n.t`Export...`;
  const goFurther = l10n.t({ message: 'Install...', args: [], comment: ['A button: kata is installed.'] });
  const answer = await tools.notify.tell(result.fitness === 'fit' ? 'info' : 'warning', message, takeAlong, ...(installable ? [goFurther] : []));
  if (answer === goFurther) await commands.executeCommand('osc.kata.install', given);
  if (answer === takeAlong) await exportReport(markdown, result, head);
};

/** As a document of its own, to be saved wherever somebody wants it. */
async function exportReport(markdown: string, result: Preflight, head: ReportHead): Promise<void> {
  const formats = [
    { label: 'Markdown', description: l10n.t`for people`, language: 'markdown', text: () => markdown },
    { label: 'JSON', description: l10n.t`for programs`, language: 'json', text: () => `${JSON.stringify(preflightJson(result, head), null, 2)}\n` },
  ];
  const format = await showPick(formats, { title: l10n.t`Export the report`, placeHolder: l10n.t`As what?` });
  if (format === undefined) return;
  const document = await workspace.openTextDocument({ language: format.language, content: format.text() });
  await window.showTextDocument(document, { preview: false });
}
