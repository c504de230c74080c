/** Field knowledge as Markdown: the text of hovers, completions and schemas, written in one place. */
import * as l10n from '@vscode/l10n';
import type { FieldKnowledge } from './field.ts';

/** The knowledge of a field, one fact a line. Values are left to whoever shows them. */
export function renderFieldMarkdown(field: FieldKnowledge): string {
  const facts: string[] = [];
  if (field.default !== undefined) facts.push(l10n.t`**Default:** ${field.default()}`);
  if (field.requiredBy !== undefined) facts.push(l10n.t`**Required by:** ${field.requiredBy()}`);
  if (field.since !== undefined)
    facts.push(
      field.since === '1.5' ? l10n.t`**Since:** OSC ${field.since} or earlier` : l10n.t`**Since:** OSC ${field.since}`,
    );
  if (field.consequence !== undefined) facts.push(l10n.t`**Consequence:** ${field.consequence()}`);
  if (field.section !== undefined)
    facts.push(`${l10n.t`**Documentation:**`} [${field.section.title}](${field.section.url})`);
  return [field.summary(), ...facts].join('\n\n');
}

/** The values of a field as a list, the current one first and marked; empty when any value is allowed. */
export function valuesMarkdown(field: FieldKnowledge, current?: string): string {
  const values = Object.entries(field.values ?? {});
  values.sort(([a], [b]) => Number(b === current) - Number(a === current));
  return values
    .map(([value, meaning]) => `- ${value === current ? `**\`${value}\`**` : `\`${value}\``}: ${meaning()}`)
    .join('\n');
}
