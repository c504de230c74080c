/** Renders the data about a field as Markdown for hovers, completions, and schemas. */
import * as l10n from '@vscode/l10n';
import type { FieldKnowledge } from './field.ts';

/** Renders the field with one fact per line. Doesn't include its values. */
export function renderFieldMarkdown(field: FieldKnowledge): string {
  const facts: string[] = [];
  if (field.default !== undefined) facts.push(l10n.t`**Default:** ${field.default()}`);
  if (field.requiredBy !== undefined) facts.push(l10n.t`**Required by:** ${field.requiredBy()}`);
  if (field.since !== undefined)
    facts.push(
      field.since === '1.5' ? l10n.t`**Since:** OSC ${field.since} or earlier` : l10n.t`**Since:** OSC ${field.since}`,
    );
  if (field.until !== undefined) facts.push(l10n.t`**Until:** OSC ${field.until}`);
  if (field.replacedBy !== undefined) facts.push(l10n.t`**Deprecated:** use \`${field.replacedBy}\``);
  if (field.consequence !== undefined) facts.push(l10n.t`**Consequence:** ${field.consequence()}`);
  if (field.section !== undefined)
    facts.push(`${l10n.t`**Documentation:**`} [${field.section.title}](${field.section.url})`);
  return [field.summary(), ...facts].join('\n\n');
}

/**
 * Describes the field as plain text, including the releases that added and removed it. Used in schemas, which are in
 * English. Most tools show only the description of a schema field.
 */
export function describeFieldPlainly({ summary, since, until, replacedBy }: FieldKnowledge): string {
  return [
    summary(),
    ...(since === undefined || since === '1.5' ? [] : [`Since: OSC ${since}.`]),
    ...(until === undefined ? [] : [`Until: OSC ${until}.`]),
    ...(replacedBy === undefined ? [] : [`Deprecated: use ${replacedBy}.`]),
  ].join(' ');
}

/** Returns whether newer releases don't use the field. */
export function isDeprecated({ until, replacedBy }: FieldKnowledge): boolean {
  return until !== undefined || replacedBy !== undefined;
}

/**
 * Renders the values of a field as a list, with the current one first and in bold. If the values have no descriptions,
 * puts them on one line. Returns an empty string if any value is allowed.
 */
export function valuesMarkdown(field: FieldKnowledge, current?: string): string {
  const values = Object.entries(field.values ?? {});
  values.sort(([a], [b]) => Number(b === current) - Number(a === current));
  const shown = values.map(([value, meaning]) => ({
    value: value === current ? `**\`${value}\`**` : `\`${value}\``,
    meaning: meaning(),
  }));
  if (shown.every(({ meaning }) => meaning === '')) return shown.map(({ value }) => value).join(', ');
  return shown.map(({ value, meaning }) => `- ${value}${meaning === '' ? '' : `: ${meaning}`}`).join('\n');
}
