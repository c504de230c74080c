/** Reports a combination of a known phase and a known condition that isn't in the status table. */
import * as l10n from '@vscode/l10n';
import { listFilterConditions, listFilterPhases, isPair } from '#core/edge/table/filterVocabulary.ts';
import type { EdgeResource } from '#core/edge/table/edgePair.ts';
import { findCondition, findPhase } from '#core/edge/table/vocabulary.ts';
import { conditionField, phaseField, type FilterEntry } from '../filters.ts';
import type { Finding } from '#server/engine/findings/rule.ts';
import { appliesToFilters, defineEdgeRule, edgeSources } from './edgeRule.ts';
import type { Message } from '#core/text/message.ts';

export default defineEdgeRule({
  id: 'edge-filter-pair',
  title: () => l10n.t`Unknown combination of phase and condition`,
  severity: 'info',
  appliesTo: appliesToFilters,
  why: () =>
    l10n.t`The filter combines a phase and a condition, but the Volcengine edge hosting status table doesn't list this combination for the resource kind. Such a filter probably finds nothing. For example, failed clusters don't have the condition Balance, but stopped clusters do.

The severity is information, because the table is from 2023 and incomplete: it mentions a Starting phase for clusters but has no row for it. The rule takes the resource kind from the action in the file, the file name, or the \`Action\` field. If the kind is unknown, the rule accepts the combinations of any kind.

Use a combination from the status table.`,
  source: edgeSources,
  examples: () => [
    {
      avoid: `
# POST https://veecp.volcengineapi.com/?Action=ListClusters&Version=2021-03-03
Filter:
  Statuses:
    - Phase: Failed
      Conditions.Type: Balance
#                      ^^^^^^^ want
`,
      prefer: `
# POST https://veecp.volcengineapi.com/?Action=ListClusters&Version=2021-03-03
Filter:
  Statuses:
    - Phase: Stopped
      Conditions.Type: Balance
`,
    },
    {
      avoid: `
# POST https://veecp.volcengineapi.com/?Action=ListEdgeNodes&Version=2021-03-03
Filter:
  Statuses:
    - Phase: Scaling
#            ^^^^^^^ want
`,
      prefer: `
# POST https://veecp.volcengineapi.com/?Action=ListEdgeNodes&Version=2021-03-03
Filter:
  Statuses:
    - Phase: Creating
`,
    },
  ],
  *check({ filter: { entries, resource } }) {
    for (const entry of entries) {
      const found = judge(entry, resource);
      if (found !== undefined) yield found;
    }
  },
});

/** Resource kinds with an article, for use in messages. */
const owners: Readonly<Record<EdgeResource, Message>> = {
  cluster: () => l10n.t`a cluster`,
  nodePool: () => l10n.t`a node pool`,
  node: () => l10n.t`a node`,
  component: () => l10n.t`a component`,
};

function judge({ phase, condition }: FilterEntry, resource: EdgeResource | undefined): Finding | undefined {
  const first = findPhase(phase?.text ?? '*');
  const second = findCondition(condition?.text ?? '*');
  // Other rules report unknown values. * matches any value.
  if (!first.known || !second.known) return undefined;
  const [one, other] = [first.word, second.word];
  // The documentation mentions this phase but has no row for it.
  if (one === 'Starting' && (resource === undefined || resource === 'cluster')) return undefined;
  const whose = resource === undefined ? l10n.t`any resource` : owners[resource]();
  const place = (scalar: typeof phase) => ({ start: scalar?.start ?? 0, end: scalar?.end ?? 0 });
  if (one !== '*' && !listFilterPhases(resource).some(({ word }) => word === one))
    return {
      ...place(phase),
      message: l10n.t`The status table has no ${`${phaseField} ${one}`} for ${whose}, so the filter probably finds nothing.`,
    };
  if (other === '*') return undefined;
  if (!listFilterConditions(resource).some(({ word }) => word === other))
    return {
      ...place(condition),
      message: l10n.t`The status table has no ${`${conditionField} ${other}`} for ${whose}, so the filter probably finds nothing.`,
    };
  if (one === '*' || isPair(resource, one, other)) return undefined;
  return {
    ...place(condition),
    message: l10n.t`The status table has no ${`{${one}, [${other}]}`} for ${whose}, so the filter probably finds nothing.`,
  };
}
