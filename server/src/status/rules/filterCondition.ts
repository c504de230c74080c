/** Reports a condition that isn't in the status table. */
import * as l10n from '@vscode/l10n';
import { listFilterConditions } from '#core/edge/table/filterVocabulary.ts';
import { findCondition } from '#core/edge/table/vocabulary.ts';
import type { ScalarNode } from '#server/engine/yaml/node.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import type { Finding } from '#server/engine/findings/rule.ts';
import { conditionField } from '../filters.ts';
import { appliesToFilters, defineEdgeRule, edgeSources, sanitizeWord, writeInstead } from './edgeRule.ts';

const conditions = listFilterConditions(undefined).map(({ word }) => word);

export default defineEdgeRule({
  id: 'edge-filter-condition',
  title: () => l10n.t`Unknown edge hosting condition`,
  severity: 'warning',
  appliesTo: appliesToFilters,
  why: () =>
    l10n.t`The filter selects a condition that isn't in the Volcengine edge hosting status table. If the condition doesn't exist, the request returns nothing, as if there were no problems.

The finding is a warning if the name is an obvious typo. For other unknown conditions, the severity is information, because the table is from 2023 and incomplete. For example, the Terraform provider also accepts StockOut, Security, and the misspelled InitilizeFailed.

Use a condition from the status table.`,
  source: [...edgeSources, 'volcengine/terraform-provider-volcengine website/docs/d/veecp_*'],
  examples: () => [
    {
      avoid: `
# POST https://veecp.volcengineapi.com/?Action=ListEdgeNodePools&Version=2021-03-03
Filter:
  Statuses:
    - Phase: Failed
      Conditions.Type: ResourceCleanUpFaild
#                      ^^^^^^^^^^^^^^^^^^^^ want
`,
      prefer: `
# POST https://veecp.volcengineapi.com/?Action=ListEdgeNodePools&Version=2021-03-03
Filter:
  Statuses:
    - Phase: Failed
      Conditions.Type: ResourceCleanupFailed
`,
    },
    {
      avoid: `
# POST https://veecp.volcengineapi.com/?Action=ListEdgeNodes&Version=2021-03-03
Filter:
  Statuses:
    - Phase: Failed
      Conditions.Type: InitilizeFailed
#                      ^^^^^^^^^^^^^^^ want
`,
      prefer: `
# POST https://veecp.volcengineapi.com/?Action=ListEdgeNodes&Version=2021-03-03
Filter:
  Statuses:
    - Phase: Failed
      Conditions.Type: InitializeFailed
`,
    },
  ],
  *check({ filter }) {
    for (const { condition } of filter.entries) {
      const found = condition === undefined || condition.text === '*' ? undefined : judge(condition);
      if (found !== undefined) yield found;
    }
  },
});

function judge(scalar: ScalarNode): Finding | undefined {
  const { start, end, text } = scalar;
  const { word, known, note } = findCondition(text);
  if (known && word === text) return undefined;
  if (known && note !== undefined)
    return {
      start,
      end,
      severity: 'info',
      message: l10n.t`The Volcengine documentation spells this condition ${word}, and the Terraform provider spells it ${sanitizeWord(text)}. It's unknown which spelling the service accepts.`,
      fixes: writeInstead(scalar, word, false),
    };
  if (!known && note !== undefined)
    return {
      start,
      end,
      severity: 'info',
      message: l10n.t`The Terraform provider accepts ${word} as a filter, but the status table doesn't describe it.`,
    };
  const close = known ? { name: word, sure: true } : findNearestName(text, conditions);
  if (close === undefined)
    return {
      start,
      end,
      severity: 'info',
      message: l10n.t`The status table has no ${`${conditionField} ${sanitizeWord(text)}`}, so a filter for it might find nothing.`,
    };
  return {
    start,
    end,
    ...(close.sure ? {} : { severity: 'info' as const }),
    message: l10n.t`The status table has no ${`${conditionField} ${sanitizeWord(text)}`}, so the filter finds nothing. Did you mean ${close.name}?`,
    fixes: writeInstead(scalar, close.name, close.sure),
  };
}
