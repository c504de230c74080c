/** Creates the result of osc_explain_status. */
import { explainedJson, explainedText, worstSeverity, type NamedExplainResult } from '#core/explain/explainReport.ts';
import { isJsonObject } from '#core/common/json.ts';
import { formatCount } from '#core/text/formatCount.ts';
import { redactText, type Parsers } from '#core/redaction/index.ts';
import { createToolResult, type ToolResult } from '../toolResult.ts';

/** Maximum number of statuses to explain. In a long list, later ones rarely add information. */
const mostStatuses = 25;

/**
 * Creates the result. Redacts the input that the result repeats, because pasted text can contain more than a status.
 */
export function explainResult(all: NamedExplainResult, parsers: Parsers): ToolResult {
  const shown = { ...all, told: all.told.slice(0, mostStatuses) };
  const more = all.told.length - shown.told.length;
  const unknown = all.told.filter(({ notKnown }) => notKnown.length > 0).length;
  const json = explainedJson({
    ...shown,
    told: shown.told.map((told) => ({ ...told, text: redactText(told.text, '', parsers) })),
  });
  const notKnown = unknown === 0 ? '' : ` ${formatCount(unknown, 'explanation')} incomplete.`;
  return createToolResult(
    {
      headline: `${formatCount(all.told.length, 'status')} explained. Highest severity: ${worstSeverity(all.told)}.${notKnown}`,
      lines: [
        ...redactText(explainedText(shown), '', parsers)
          .split('\n')
          .filter((line) => line !== ''),
        ...(more > 0 ? [`${formatCount(more, 'more status')} omitted.`] : []),
      ],
      data: { ...(isJsonObject(json) ? json : {}), statusesNotShown: more },
    },
    parsers,
  );
}
