/** A phase that no row of the table has. */
import * as l10n from '@vscode/l10n';
import { listFilterPhases } from '#core/edge/table/filterVocabulary.ts';
import { findPhase } from '#core/edge/table/vocabulary.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { appliesToFilters, defineEdgeRule, edgeSources, shownWord, writeInstead } from './edgeRule.ts';

const phases = listFilterPhases(undefined).map(({ word }) => word);

export default defineEdgeRule({
  id: 'edge-filter-phase',
  title: () => l10n.t`A phase that edge hosting does not know`,
  severity: 'warning',
  appliesTo: appliesToFilters,
  why: () =>
    l10n.t`A filter for a phase that no resource can be in finds nothing, which looks as if there were none. Only a slip of the keyboard is certain: the table is of 2023, and any other word may be newer than it, which is told as information.`,
  source: edgeSources,
  examples: [
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
          message: l10n.t`No row of the table has the phase ${shownWord(text)}: a filter for it may find nothing.`,
        };
      else
        yield {
          start,
          end,
          ...(close.sure ? {} : { severity: 'info' as const }),
          message: l10n.t`No row of the table has the phase ${shownWord(text)}, so the filter finds nothing: the nearest is ${close.name}.`,
          fixes: writeInstead(phase, close.name, close.sure),
        };
    }
  },
});
