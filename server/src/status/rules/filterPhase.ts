/** Reports a phase that isn't in the status table. */
import * as l10n from '@vscode/l10n';
import { listFilterPhases } from '#core/edge/table/filterVocabulary.ts';
import { findPhase } from '#core/edge/table/vocabulary.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { phaseField } from '../filters.ts';
import { appliesToFilters, defineEdgeRule, edgeSources, sanitizeWord, writeInstead } from './edgeRule.ts';

const phases = listFilterPhases(undefined).map(({ word }) => word);

export default defineEdgeRule({
  id: 'edge-filter-phase',
  title: () => l10n.t`Unknown edge hosting phase`,
  severity: 'warning',
  appliesTo: appliesToFilters,
  why: () =>
    l10n.t`The filter selects a phase that isn't in the Volcengine edge hosting status table. If the phase doesn't exist, the request returns nothing, as if there were no resources.

The finding is a warning if the name is an obvious typo. For any other unknown phase, the severity is information, because the table is from 2023 and the phase might be newer.

Use a phase from the status table.`,
  source: edgeSources,
  examples: () => [
    {
      avoid: `
# POST https://veecp.volcengineapi.com/?Action=ListEdgeNodes&Version=2021-03-03
Filter:
  Statuses:
    - Phase: Runing
#            ^^^^^^ want
`,
      prefer: `
# POST https://veecp.volcengineapi.com/?Action=ListEdgeNodes&Version=2021-03-03
Filter:
  Statuses:
    - Phase: Running
`,
    },
    {
      avoid: `
# POST https://veecp.volcengineapi.com/?Action=ListClusters&Version=2021-03-03
{ "Filter": { "Statuses": [{ "Phase": "failed", "Conditions.Type": "Unknown" }] } }
#                                     ^^^^^^^^ want
`,
      prefer: `
# POST https://veecp.volcengineapi.com/?Action=ListClusters&Version=2021-03-03
{ "Filter": { "Statuses": [{ "Phase": "Failed", "Conditions.Type": "Unknown" }] } }
`,
    },
  ],
  *check({ filter }) {
    for (const { phase } of filter.entries) {
      if (phase === undefined || phase.text === '*') continue;
      const { start, end, text } = phase;
      const { word, known } = findPhase(text);
      if (known && word === text) continue;
      const close = known ? { name: word, sure: true } : findNearestName(text, phases);
      if (close === undefined)
        yield {
          start,
          end,
          severity: 'info',
          message: l10n.t`The status table has no ${`${phaseField} ${sanitizeWord(text)}`}, so a filter for it might find nothing.`,
        };
      else
        yield {
          start,
          end,
          ...(close.sure ? {} : { severity: 'info' as const }),
          message: l10n.t`The status table has no ${`${phaseField} ${sanitizeWord(text)}`}, so the filter finds nothing. Did you mean ${close.name}?`,
          fixes: writeInstead(phase, close.name, close.sure),
        };
    }
  },
});
