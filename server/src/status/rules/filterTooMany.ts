/** Reports more statuses than a filter accepts. */
import * as l10n from '@vscode/l10n';
import { mostStatuses } from '#core/edge/table/filterVocabulary.ts';
import { appliesToFilters, defineEdgeRule, edgeSources } from './edgeRule.ts';

const phases = ['Creating', 'Running', 'Updating', 'Deleting', 'Starting', 'Stopping', 'Stopped', 'Failed'];
const pairs = (indent: string, count: number) =>
  [...phases, ...phases]
    .slice(0, count)
    .map((phase) => `${indent}- Phase: ${phase}`)
    .join('\n');

export default defineEdgeRule({
  id: 'edge-filter-too-many',
  title: () => l10n.t`More than 15 statuses in one filter`,
  severity: 'warning',
  appliesTo: appliesToFilters,
  why: () =>
    l10n.t`The filter has more than 15 statuses, the documented limit for each List request. The service might reject the request or ignore some statuses.

Remove statuses that you don't need. An entry with only \`Phase\` matches that phase with any condition. You can also send several requests with up to 15 statuses each and combine the results, because statuses are combined with "or".`,
  source: edgeSources,
  examples: () => [
    {
      avoid: `
# POST https://veecp.volcengineapi.com/?Action=ListEdgeNodes&Version=2021-03-03
Filter:
  Statuses:
${pairs('    ', 15)}
    - Phase: Failed
#     ^^^^^^^^^^^^^ want
`,
      prefer: `
# POST https://veecp.volcengineapi.com/?Action=ListEdgeNodes&Version=2021-03-03
Filter:
  Statuses:
${pairs('    ', 15)}
`,
    },
  ],
  *check({ filter: { list } }) {
    const first = list.items[mostStatuses];
    if (first === undefined) return;
    const { length } = list.items;
    yield {
      start: first.start,
      end: first.end,
      message: l10n.t`A filter accepts at most ${mostStatuses} statuses, but this one has ${length}. Split it into several requests.`,
    };
  },
});
