/** Expression of a PrometheusRule, with the position of each character in the YAML. */
import { findMapEntry } from '../engine/yaml/node.ts';
import type { YamlDocument } from '../engine/yaml/yamlDocument.ts';
import type { TextMap } from '../engine/text/textMap.ts';
import type { Span } from '../engine/text/span.ts';
import { prometheusRulesIn } from '../engine/workspace/prometheusRules.ts';
import { mapScalar } from '../engine/yaml/scalarMap.ts';

export interface EmbeddedExpression {
  /** PromQL as parsed from YAML. */
  readonly text: string;
  /** Span of the scalar in the document text. */
  readonly at: Span;
  readonly map: TextMap;
}

const known = new WeakMap<YamlDocument, readonly EmbeddedExpression[]>();

/**
 * Returns the expressions of a document. Omits expressions that are filled in later, that come from an alias, or whose
 * characters can't be located.
 */
export function expressionsIn(document: YamlDocument): readonly EmbeddedExpression[] {
  const found = known.get(document) ?? read(document);
  known.set(document, found);
  return found;
}

function read(document: YamlDocument): readonly EmbeddedExpression[] {
  if (document.parsed.problems.length > 0) return [];
  const found: EmbeddedExpression[] = [];
  for (const rule of prometheusRulesIn(document)) {
    const entry = findMapEntry(rule, 'expr');
    const { value: node, borrowed } = entry ?? {};
    if (node?.type !== 'scalar' || borrowed === true || node.borrowed || node.unknown || typeof node.value !== 'string')
      continue;
    const map = mapScalar(document.text, node);
    if (map !== undefined) found.push({ text: node.value, at: { start: node.start, end: node.end }, map });
  }
  return found;
}
