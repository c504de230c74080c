/** A condition that no row of the table has. */
import * as l10n from '@vscode/l10n';
import { listFilterConditions } from '#core/edge/table/filterVocabulary.ts';
import { findCondition } from '#core/edge/table/vocabulary.ts';
import type { ScalarNode } from '#server/engine/yaml/node.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import type { Finding } from '#server/engine/findings/rule.ts';
import { appliesToFilters, defineEdgeRule, edgeSources, shownWord, writeInstead } from './edgeRule.ts';

const conditions = listFilterConditions(undefined).map(({ word }) => word);

export default defineEdgeRule({
  id: 'edge-filter-condition',
  title: () => l10n.t`A condition that edge hosting does not know`,
  severity: 'warning',
  appliesTo: appliesToFilters,
  why: () =>
    l10n.t`A filter for a condition that nothing can have finds nothing, which looks as if all were well. Only a slip of the keyboard is certain. The table is of 2023, and Terraform's provider filters by conditions that it does not have (StockOut, Security, ...) and spells one of them InitilizeFailed: those are told as information.`,
  source: [...edgeSources, 'volcengine/terraform-provider-volcengine website/docs/d/veecp_*'],
  examples: [
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
      message: l10n.t`The document spells it ${word}; ${shownWord(text)} is the spelling of Terraform's provider. Which of them the service takes was not tried.`,
      fixes: writeInstead(scalar, word, false),
    };
  if (!known && note !== undefined)
    return {
      start,
      end,
      severity: 'info',
      message: l10n.t`The table does not have ${word}: Terraform's provider filters by it, and what it means is written nowhere.`,
    };
  const close = known ? { name: word, sure: true } : findNearestName(text, conditions);
  if (close === undefined)
    return {
      start,
      end,
      severity: 'info',
      message: l10n.t`No row of the table has the condition ${shownWord(text)}: a filter for it may find nothing.`,
    };
  return {
    start,
    end,
    ...(close.sure ? {} : { severity: 'info' as const }),
    message: l10n.t`No row of the table has the condition ${shownWord(text)}, so the filter finds nothing: the nearest is ${close.name}.`,
    fixes: writeInstead(scalar, close.name, close.sure),
  };
}
