/** Responds to `osc/explainStatus`, which explains a text that the user provides. Validates the request. */
import { explainText } from '#core/explain/explainText.ts';
import { explainedView } from '#core/explain/explainView.ts';
import { getString } from '#core/common/json.ts';
import type { LanguageContext } from '../engine/languageModule.ts';
import { parsePasted } from './explainYaml.ts';
import type { ExplainStatus } from '../protocol/protocol.ts';

export async function handleExplainStatus(
  sent: unknown,
  { settingsFor }: Pick<LanguageContext, 'settingsFor'>,
): Promise<ExplainStatus> {
  const { release } = await settingsFor('');
  const explained = explainText(getString(sent, 'text') ?? '', { parse: parsePasted, release, now: Date.now() });
  const found = explained.told.some(({ vocabulary, notKnown }) => vocabulary !== 'none' || !notKnown.includes('text'));
  return { found, ...explainedView(explained) };
}
