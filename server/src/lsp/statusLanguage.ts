/** Hands over to what knows statuses: it is loaded with the first file that mentions one, or with the first request. */
import type { CompletionItem, Hover, Position } from 'vscode-languageserver';
import { mentionsFilter, mentionsStatus } from '#core/explain/mentionsStatus.ts';
import type { Feature } from './context.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import { explainStatusRequest, type ExplainStatus } from '../protocol/protocol.ts';
import { loadStatuses } from '../status/load.ts';
import { mayHoldFilter, mayHoldStatus } from '../status/mayContainStatus.ts';

/** The request of the command Explain Status. */
const feature: Feature = {
  register({ connection }) {
    connection.onRequest(explainStatusRequest, async (sent: unknown): Promise<ExplainStatus> => (await loadStatuses()).answerExplainStatus(sent));
  },
};
export default feature;

/** Is the file JSON or Markdown? Nothing else is known of such files than the statuses in them. */
export function isOfStatuses(file: OpenFile | undefined): boolean {
  return file?.language === 'json' || file?.language === 'markdown';
}

/** What stands at a position, if it certainly is a status. */
export async function explainStatusAt(file: OpenFile, position: Position): Promise<Hover | undefined> {
  if (!mayHold(file, position)) return undefined;
  const { version } = file;
  const { statusHover } = await loadStatuses();
  return file.version === version ? statusHover(file, position) : undefined;
}

/** What may stand at a position of a filter of statuses; undefined where there is none. */
export async function offerStatuses(file: OpenFile | undefined, position: Position): Promise<CompletionItem[] | undefined> {
  if (file === undefined || !mayHoldFilterAt(file, position)) return undefined;
  const { version } = file;
  const { statusCompletion } = await loadStatuses();
  return file.version === version ? statusCompletion(file, position) : [];
}

function mayHold(file: OpenFile, position: Position): boolean {
  const { language } = file;
  if (language === 'json' || language === 'markdown') return mentionsStatus(file.text.getText(), language);
  const document = language === 'yaml' ? file.documentAt(file.text.offsetAt(position))?.document : undefined;
  return document !== undefined && mayHoldStatus(document);
}

function mayHoldFilterAt(file: OpenFile, position: Position): boolean {
  if (file.language === 'json') return mentionsFilter(file.text.getText());
  const document = file.language === 'yaml' ? file.documentAt(file.text.offsetAt(position))?.document : undefined;
  return document !== undefined && mayHoldFilter(document);
}
