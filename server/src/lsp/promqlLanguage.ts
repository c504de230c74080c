/** Hands over to what knows PromQL: it is loaded with the first such file or request. */
import type { CompletionItem, Hover, Position } from 'vscode-languageserver';
import type { Feature, ServerContext } from './context.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import { loadPromql } from '../promql/load.ts';
import { promqlAssistRequest, type PromqlAssist } from '../protocol/protocol.ts';

/** The request of the metrics view. */
const feature: Feature = {
  register({ connection, settings, workspace, log }) {
    connection.onRequest(promqlAssistRequest, async (sent: unknown): Promise<PromqlAssist> => {
      const [{ answerAssist }, { severities }] = await Promise.all([loadPromql(), settings.for('')]);
      return answerAssist(sent, { severities, workspace: workspace.facts(), onError: log });
    });
  },
};
export default feature;

/** What may stand at a position of PromQL; undefined where there is none. */
export async function offerPromql(
  context: ServerContext,
  file: OpenFile | undefined,
  position: Position,
  trigger?: string,
): Promise<CompletionItem[] | undefined> {
  if (file === undefined || !mayHoldPromql(file, position)) return undefined;
  const { version } = file;
  const { promqlCompletion } = await loadPromql();
  return file.version === version ? promqlCompletion(file, position, context.workspace.facts(), trigger) : [];
}

/** What stands at a position of PromQL; null where nothing is known of it, undefined where there is no PromQL. */
export async function explainPromqlAt(file: OpenFile, position: Position): Promise<Hover | null | undefined> {
  if (!mayHoldPromql(file, position)) return undefined;
  const { version } = file;
  const { promqlHover } = await loadPromql();
  return file.version === version ? promqlHover(file, position) : null;
}

/** Answered without parsing anything. */
function mayHoldPromql(file: OpenFile, position: Position): boolean {
  if (file.language !== 'yaml') return file.language === 'promql';
  return file.documentAt(file.text.offsetAt(position))?.document.text.includes('PrometheusRule') === true;
}
