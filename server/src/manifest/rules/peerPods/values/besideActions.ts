/** Checks the characters next to template actions in a value. The value of an action is unknown. */
import * as l10n from '@vscode/l10n';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { readTemplateActions } from '#server/engine/yaml/parse/templateActions.ts';
import { listDataEntries, type ConfigDataEntry } from '#server/engine/yaml/objects/dataEntries.ts';
import type { Edit, Finding, RuleContext } from '#server/engine/findings/rule.ts';
import { longestValue } from '../../shared/pastedValue.ts';
import { findKnownKey, getProvider, getValueSpan, stripBackticks } from '../checkValues.ts';

/** Matches backquotes and typographic quotes, which no value with a known format contains. */
const mark = /[`\u2018-\u201f\u2032\u2033\u00ab\u00bb]/g;

/** Reports backquotes and typographic quotes next to template actions in values with a known format. */
export function* checkBesideActions({ manifest, release }: RuleContext): Iterable<Finding> {
  if (manifest.part === 'generator') return;
  const provider = getProvider(manifest);
  for (const entry of listDataEntries(manifest)) {
    const { text, unknown } = entry.value;
    if (!unknown || !text.includes('{{') || text.length > longestValue) continue;
    const key = findKnownKey(entry.name, provider, release);
    const marks = key?.pattern === undefined ? [] : listMarks(entry);
    if (key === undefined || marks.length === 0) continue;
    yield {
      ...getValueSpan(entry),
      message: describe(key),
      fixes: [{ title: l10n.t`Remove the quotation mark`, edits: marks, sure: true }],
    };
  }
}

function describe({ name, pattern, form }: ConfigKey): string {
  const format = stripBackticks(form?.() ?? pattern?.source ?? '').replace(/\.$/, '');
  return l10n.t`${name} contains a stray quotation mark next to a template action. Expected: ${format}.`;
}

/** Returns the edits that remove the marks outside of the actions. */
function listMarks({ value }: ConfigDataEntry): readonly Edit[] {
  const actions = value.style === 'block' ? undefined : readTemplateActions(value.text);
  if (actions === undefined) return [];
  const offset = value.start + (value.style === 'quoted' ? 1 : 0);
  return [...value.text.matchAll(mark)]
    .filter(({ index }) => !actions.some(({ start, end }) => start <= index && index < end))
    .map(({ index }) => ({ start: offset + index, end: offset + index + 1, text: '' }));
}
