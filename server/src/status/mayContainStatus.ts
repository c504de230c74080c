/**
 * Detects documents that might contain a status or a status filter. Doesn't parse the document, and caches the result,
 * because this runs after every edit.
 */
import { mentionsFilter, mentionsStatus } from '#core/explain/mentionsStatus.ts';
import type { YamlDocument } from '../engine/yaml/yamlDocument.ts';

const filters = new WeakMap<YamlDocument, boolean>();
const statuses = new WeakMap<YamlDocument, boolean>();

export function mayContainFilter(document: YamlDocument): boolean {
  const known = filters.get(document) ?? (document.text.includes('Statuses') && mentionsFilter(document.text));
  filters.set(document, known);
  return known;
}

export function mayHoldStatus(document: YamlDocument): boolean {
  const known = statuses.get(document) ?? mentionsStatus(document.text, 'yaml');
  statuses.set(document, known);
  return known;
}
