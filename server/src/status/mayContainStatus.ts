/**
 * Detects documents that might contain a status or a status filter. Doesn't parse the document. Caches the result for
 * long texts, because this runs after every edit.
 */
import { oncePerText } from '../engine/oncePerObject.ts';
import { mentionsFilter, mentionsStatus } from '#core/explain/mentionsStatus.ts';
import type { YamlDocument } from '../engine/yaml/yamlDocument.ts';

/** Returns whether a document might contain a status filter. */
export const mayContainFilter = oncePerText(
  ({ text }: YamlDocument) => text.includes('Statuses') && mentionsFilter(text),
);

/** Returns whether a document might contain a status. */
export const mayHoldStatus = oncePerText(({ text }: YamlDocument) => mentionsStatus(text, 'yaml'));
