/** A phase and a condition that are both known, and that no row of the table has together. */
import * as l10n from '@vscode/l10n';
import { listFilterConditions, listFilterPhases, isPair } from '#core/edge/table/filterVocabulary.ts';
import type { EdgeResource } from '#core/edge/table/edgePair.ts';
import { findCondition, findPhase } from '#core/edge/table/vocabulary.ts';
import type { FilterEntry } from '../filters.ts';
import type { Finding } from '#server/engine/findings/rule.ts';
import { appliesToFilters, defineEdgeRule, edgeSources } from './edgeRule.ts';
import type { Message } from '#core/text/message.ts';

export default defineEdgeRule({
  id: 'edge-filter-pair',
  title: () => l10n.t`A phase and a condition that do not come together`,
  severity: 'info',
  appliesTo: appliesToFilters,
  why: () =>
    l10n.t`Each kind of resources has its own pairs of phase and condition. A filter for a pair that its table does not have probably finds nothing. The table has gaps of its own (it names a phase Starting of clusters without a row for it), and is of 2023: so this is information. What is listed is known by the action, in the file, its name or the field \`Action\`; where it is not, the pairs of all resources count.`,
  source: edgeSources,
  examples: [
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

/** Whose phases and conditions they are, in a sentence. */
const owners: Readonly<Record<EdgeResource, Message>> = {
  cluster: () => l10n.t`a cluster`,
  nodePool: () => l10n.t`a node pool`,
  node: () => l10n.t`a node`,
  component: () => l10n.t`a component`,
};

function judge({ phase, condition }: FilterEntry, resource: EdgeResource | undefined): Finding | undefined {
  const first = findPhase(phase?.text ?? '*');
  const second = findCondition(condition?.text ?? '*');
  // What is not known at all others tell; * stands for any.
  if (!first.known || !second.known) return undefined;
  const [one, other] = [first.word, second.word];
  // The document speaks of it, and has no row.
  if (one === 'Starting' && (resource === undefined || resource === 'cluster')) return undefined;
  const whose = resource === undefined ? l10n.t`any resource` : owners[resource]();
  const place = (scalar: typeof phase) => ({ start: scalar?.start ?? 0, end: scalar?.end ?? 0 });
  if (one !== '*' && !listFilterPhases(resource).some(({ word }) => word === one))
    return {
      ...place(phase),
      message: l10n.t`The table has no phase ${one} of ${whose}: the filter probably finds nothing.`,
    };
  if (other === '*') return undefined;
  if (!listFilterConditions(resource).some(({ word }) => word === other))
    return {
      ...place(condition),
      message: l10n.t`The table has no condition ${other} of ${whose}: the filter probably finds nothing.`,
    };
  if (one === '*' || isPair(resource, one, other)) return undefined;
  return {
    ...place(condition),
    message: l10n.t`Both words are known, and the table has no row ${`{${one}, [${other}]}`} of ${whose}: the filter probably finds nothing.`,
  };
}
