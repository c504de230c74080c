/** Creates the result of osc_explain_rule. */
import type { Parsers } from '#core/redaction/index.ts';
import { createToolResult, type ToolResult } from '../toolResult.ts';

/**
 * Creates the result.
 * @param rule ID of the rule without its prefix
 * @param page page of the rule in Markdown
 */
export function explainRuleResult(rule: string, page: string, parsers: Parsers): ToolResult {
  return createToolResult(
    { headline: `Documentation of osc/${rule}.`, lines: page.trimEnd().split('\n'), data: { rule: `osc/${rule}` } },
    parsers,
  );
}
