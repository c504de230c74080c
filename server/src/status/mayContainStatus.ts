/**
 * Which documents may hold a filter of statuses, or a status. Answered without parsing, and once for each document: it
 * is asked after every edit.
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
