/** Reports a status in a filter that has neither a phase nor a condition. */
import * as l10n from '@vscode/l10n';
import type { YamlNode } from '#server/engine/yaml/node.ts';
import { conditionField, phaseField, writtenAt, type FilterEntry } from '../filters.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import type { Finding, Fix } from '#server/engine/findings/rule.ts';
import { appliesToFilters, defineEdgeRule, edgeSources } from './edgeRule.ts';

const fields = [phaseField, conditionField];

export default defineEdgeRule({
  id: 'edge-filter-entry',
  title: () => l10n.t`Filter entry with neither Phase nor Conditions.Type`,
  severity: 'warning',
  appliesTo: appliesToFilters,
  why: () =>
    l10n.t`An entry in \`Statuses\` has neither the key \`Phase\` nor the key \`Conditions.Type\`. The service might reject the request or return unrelated results.

Set \`Phase\`, \`Conditions.Type\`, or both, capitalized as shown. \`Conditions.Type\` is a single key that contains a dot.`,
  source: edgeSources,
  examples: () => [
    {
      avoid: `
# POST https://veecp.volcengineapi.com/?Action=ListEdgeNodes&Version=2021-03-03
Filter:
  Statuses:
    - phase: Failed
#     ^^^^^^^^^^^^^ want
`,
      prefer: `
# POST https://veecp.volcengineapi.com/?Action=ListEdgeNodes&Version=2021-03-03
Filter:
  Statuses:
    - Phase: Failed
`,
    },
  ],
  *check({ filter: { entries } }) {
    for (const entry of entries) {
      const found = judge(entry);
      if (found !== undefined) yield found;
    }
  },
});

function judge({ node }: FilterEntry): Finding | undefined {
  const { start } = node;
  // The user is still entering an empty item.
  if (node.end === start || (node.type === 'scalar' && (node.unknown || node.value === null))) return undefined;
  const entries = node.type === 'map' ? node.entries : [];
  if (entries.some(({ key, borrowed }) => borrowed || key.unknown || fields.includes(key.text))) return undefined;
  return {
    start,
    end: Math.max(node.end, start + 1),
    message: l10n.t`This entry has neither Phase nor Conditions.Type, so it doesn't filter by status. Add one of them.`,
    fixes: entries.length === 1 ? renames(node) : [],
  };
}

function renames(node: YamlNode): readonly Fix[] {
  const key = node.type === 'map' ? node.entries[0]?.key : undefined;
  const close = key === undefined ? undefined : findNearestName(key.text, fields);
  const at = key === undefined ? undefined : writtenAt(key);
  return close === undefined || at === undefined
    ? []
    : [{ title: l10n.t`Rename to ${close.name}`, sure: close.sure, edits: [{ ...at, text: close.name }] }];
}
