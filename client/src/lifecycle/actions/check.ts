/** Check Cluster: whether it is fit for kata, as a checklist that can be taken along. */
import { commands, window, workspace } from 'vscode';
import { factsToRead, preflight, type Preflight } from '../../../../core/lifecycle/preflight.ts';
import { countWordsOf, fitnessSentence, preflightJson, preflightMarkdown, type ReportHead } from '../../../../core/lifecycle/preflightReport.ts';
import { liveKindIds } from '../../../../core/live/kinds/index.ts';
import type { Snapshot } from '../../../../core/live/snapshot.ts';
import { showProgress } from '../../showInput.ts';
import type { OpenCluster } from '../../tree/openCluster.ts';
import { timeOfDay } from '../../tree/words.ts';
import { readSnapshot } from '../readSnapshot.ts';
import type { Action, Tools } from '../tools.ts';

export const check: Action = async (tools, given) => {
  const chosen = await tools.clusters.choose(given, 'Check which cluster?');
  if (chosen === undefined) return;
  const { cluster } = chosen;
  const { result, head } = await showProgress(`Checking ${cluster.context}`, () => checkOf(tools, cluster));
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

async function checkOf(tools: Tools, cluster: OpenCluster): Promise<{ readonly result: Preflight; readonly head: ReportHead }> {
  const { clock } = tools;
  const now = (): number => clock.now();
  const fresh = isFresh(cluster.snapshot) ? undefined : readSnapshot(cluster.connection, now, new AbortController().signal);
  const [situation, read] = await Promise.all([tools.situation(cluster, factsToRead()), fresh]);
  const { context, server, user } = cluster;
  const silence = read?.problems.find(({ kind }) => kind !== 'forbidden' && kind !== 'notFound');
  // A report in which nothing is known helps nobody.
  if (read !== undefined && silence !== undefined && read.problems.length === liveKindIds.length)
    throw new Error(`${context} cannot be read: ${silence.message}`);
  const head = { cluster: context, server, user, at: situation.now, clock: timeOfDay(situation.now, situation.now) };
  return { result: preflight(read === undefined ? situation : { ...situation, snapshot: read.snapshot }), head };
}

/** Whether all of it is as the cluster has it now; of one that nobody looks at, nothing is. */
function isFresh(snapshot: Snapshot): boolean {
  return liveKindIds.every((id) => ['live', 'forbidden', 'absent'].includes(snapshot[id].state.kind));
}

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
