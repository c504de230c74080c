/** Checks the characters beside the actions of a template in a value. The value of an action is unknown. */
import * as l10n from '@vscode/l10n';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { readTemplateActions } from '#server/engine/yaml/parse/templateActions.ts';
import { listDataEntries, type ConfigDataEntry } from '#server/engine/yaml/objects/dataEntries.ts';
import type { Edit, Finding, RuleContext } from '#server/engine/findings/rule.ts';
import { longestValue } from '../../shared/pastedValue.ts';
import { findKnownKey, getProvider, getValueSpan, stripBackticks } from '../checkValues.ts';

/** Matches backquotes and typographic quotes, which no value with a known format contains. */
const mark = /[`\u2018-\u201f\u2032\u2033\u00ab\u00bb]/g;

/** Yields the findings about backquotes and typographic quotes beside the actions of values with a known format. */
export function* checkBesideActions({ manifest, release }: RuleContext): Iterable<Finding> {
  if (manifest.part === 'generator') return;
  const provider = getProvider(manifest);
  for (const entry of listDataEntries(manifest)) {
    const { text, unknown } = entry.value;
    if (!unknown || !text.includes('{{') || text.length > longestValue) continue;
    const key = findKnownKey(entry.name, provider, release);
    const marks = key?.pattern === undefined ? [] : listMarks(entry);
    const [first] = marks;
    if (key === undefined || first === undefined) continue;
    yield {
      ...getValueSpan(entry),
      message: describe(key, first.written),
      fixes: [{ title: l10n.t`Remove ${first.written}`, edits: marks.map(({ edit }) => edit), sure: true }],
    };
  }
}

function describe({ name, pattern, form }: ConfigKey, written: string): string {
  const format = stripBackticks(form?.() ?? pattern?.source ?? '').replace(/\.$/, '');
  return l10n.t`${name} contains the character ${written} beside a template action. Remove it. Expected: ${format}.`;
}

/** Returns the marks outside of the actions, with the edits that remove them. */
function listMarks({ value }: ConfigDataEntry): readonly { readonly written: string; readonly edit: Edit }[] {
  const actions = value.style === 'block' ? undefined : readTemplateActions(value.text);
  if (actions === undefined) return [];
  const offset = value.start + (value.style === 'quoted' ? 1 : 0);
  return [...value.text.matchAll(mark)]
    .filter(({ index }) => !actions.some(({ start, end }) => start <= index && index < end))
    .map(({ index, 0: written }) => ({
      written,
      edit: { start: offset + index, end: offset + index + written.length, text: '' },
    }));
}
