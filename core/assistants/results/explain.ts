/** The answer of osc_explain_status. */
import { explainedJson, explainedText, worstTold, type NamedExplainResult } from '#core/explain/explainReport.ts';
import { isJsonObject } from '#core/common/json.ts';
import { countWords } from '#core/text/counts.ts';
import { redactText, type Parsers } from '#core/redaction/index.ts';
import { createToolResult, type ToolResult } from '../toolResult.ts';

/** Statuses told: of a long list the first say what there is to say. */
const mostStatuses = 25;

/** What was pasted may be more than a status: what is repeated of it loses what looks like a credential. */
export function explainAnswer(all: NamedExplainResult, parsers: Parsers): ToolResult {
  const shown = { ...all, told: all.told.slice(0, mostStatuses) };
  const more = all.told.length - shown.told.length;
  const unknown = all.told.filter(({ notKnown }) => notKnown.length > 0).length;
  const json = explainedJson({
    ...shown,
    told: shown.told.map((told) => ({ ...told, text: redactText(told.text, '', parsers) })),
  });
  const notKnown = unknown === 0 ? '' : ` Of ${unknown} something is not known.`;
  return createToolResult(
    {
      headline: `${countWords(all.told.length, 'status')} explained, the worst: ${worstTold(all.told)}.${notKnown}`,
      lines: [
        ...redactText(explainedText(shown), '', parsers)
          .split('\n')
          .filter((line) => line !== ''),
        ...(more > 0 ? [`${more} more are not shown.`] : []),
      ],
      data: { ...(isJsonObject(json) ? json : {}), statusesNotShown: more },
    },
    parsers,
  );
}
