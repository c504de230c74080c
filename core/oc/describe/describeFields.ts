/**
 * Describes the fields of any object, as kubectl does for custom resources. Source: kubernetes/kubectl
 * pkg/describe/describe.go (printUnstructuredContent, smartLabelFor).
 */
import { isJsonObject, type JsonObject } from '#core/common/json.ts';
import type { DescribeWriter } from './describeWriter.ts';

const acronyms: ReadonlySet<string> = new Set(['API', 'URL', 'UID', 'OSB', 'GUID']);
/** Maximum depth of nested fields. Deeper fields are omitted. */
const deepest = 60;

/** Adds the fields of a map, sorted by name. */
export function describeFields(writer: DescribeWriter, fields: JsonObject, level = 0): void {
  if (level > deepest) {
    writer.line(level, '...');
    return;
  }
  for (const key of Object.keys(fields).toSorted()) {
    if (writer.isFull) return;
    const value = fields[key];
    const title = fieldTitle(key);
    if (isJsonObject(value)) {
      writer.line(level, `${title}:`);
      describeFields(writer, value, level + 1);
    } else if (Array.isArray(value)) {
      writer.line(level, `${title}:`);
      for (const item of value as readonly unknown[]) {
        if (isJsonObject(item)) describeFields(writer, item, level + 1);
        else writer.line(level + 1, formatValue(item));
      }
    } else if (value !== undefined) writer.field(level, title, formatValue(value));
  }
}

/** Number of characters up to which a field name is converted. A regular expression can fail on a very long one. */
const longestName = 1000;

/**
 * Converts a field name to a title: `kataNodes` to `Kata Nodes`. Very long names, and names with other characters,
 * remain unchanged.
 */
function fieldTitle(key: string): string {
  if (key.length > longestName || /[^\p{L}-]/u.test(key)) return key;
  const parts = key.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|-+|[^\p{Lu}\p{Ll}-]+/gu) ?? [key];
  return parts
    .map((part) =>
      acronyms.has(part.toUpperCase()) ? part.toUpperCase() : `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`,
    )
    .join(' ');
}

/** Formats a value as Go does with `%v`. */
export function formatValue(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return '<nil>';
  if (depth > deepest) return '...';
  if (Array.isArray(value)) return `[${value.map((item) => formatValue(item, depth + 1)).join(' ')}]`;
  if (isJsonObject(value)) {
    const entries = Object.keys(value)
      .toSorted()
      .map((key) => `${key}:${formatValue(value[key], depth + 1)}`);
    return `map[${entries.join(' ')}]`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
