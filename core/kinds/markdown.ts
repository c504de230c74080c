/** Field knowledge as Markdown: the text of hovers, completions and schemas, written in one place. */
import type { FieldKnowledge } from './field.ts';

/** The knowledge of a field, one fact a line. Values are left to whoever shows them. */
export function fieldMarkdown(field: FieldKnowledge): string {
  const facts: string[] = [];
  if (field.default !== undefined) facts.push(`**Default:** ${field.default}`);
  if (field.requiredBy !== undefined) facts.push(`**Required by:** ${field.requiredBy}`);
  if (field.since !== undefined) facts.push(`**Since:** OSC ${field.since}${field.since === '1.5' ? ' or earlier' : ''}`);
  if (field.consequence !== undefined) facts.push(`**Consequence:** ${field.consequence}`);
  if (field.section !== undefined) facts.push(`**Documentation:** [${field.section.title}](${field.section.url})`);
  return [field.summary, ...facts].join('\n\n');
}

/** The values of a field as a list, the current one first and marked; empty when any value is allowed. */
export function valuesMarkdown(field: FieldKnowledge, current?: string): string {
  const values = Object.entries(field.values ?? {});
  values.sort(([a], [b]) => Number(b === current) - Number(a === current));
  return values.map(([value, meaning]) => `- ${value === current ? `**\`${value}\`**` : `\`${value}\``}: ${meaning}`).join('\n');
}
