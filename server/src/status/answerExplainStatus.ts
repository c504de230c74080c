/** Responds to `osc/explainStatus`, which explains a text that the user provides. Validates the request. */
import { explainText } from '#core/explain/explainText.ts';
import { explainedView } from '#core/explain/explainView.ts';
import { getString } from '#core/common/json.ts';
import { parsePasted } from './explainYaml.ts';
import type { ExplainStatus } from '../protocol/protocol.ts';

export function handleExplainStatus(sent: unknown): ExplainStatus {
  const explained = explainText(getString(sent, 'text') ?? '', { parse: parsePasted });
  const found = explained.told.some(({ vocabulary, notKnown }) => vocabulary !== 'none' || !notKnown.includes('text'));
  return { found, ...explainedView(explained) };
}
