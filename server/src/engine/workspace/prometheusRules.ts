/** Finds PrometheusRule documents and the series that they record. Doesn't parse PromQL. */
import { oncePerText } from '../oncePerObject.ts';
import { findYamlNode, getYamlString, type MapNode, type YamlNode } from '../yaml/node.ts';
import type { YamlDocument } from '../yaml/yamlDocument.ts';

/** Maximum number of rules per document. */
const maxRules = 2000;
const longestName = 200;

/**
 * Returns whether a document might contain rules about Kata. Doesn't parse the document. Caches the result for long
 * texts, because this is called after every edit.
 */
export const mentionsKataRules = oncePerText(
  ({ text, mayBeKnown }: YamlDocument) => mayBeKnown && text.includes('PrometheusRule') && text.includes('kata_'),
);

/**
 * Returns the rules of the PrometheusRule in a document, or of all PrometheusRules in a List. Each rule is a map with
 * `expr`.
 */
export function prometheusRulesIn(document: YamlDocument): readonly MapNode[] {
  if (!document.text.includes('PrometheusRule')) return [];
  const { root, template } = document.parsed;
  if (template || root?.type !== 'map') return [];
  const objects =
    getYamlString(root, ['kind'])?.endsWith('List') === true ? itemsOf(findYamlNode(root, ['items'])) : [root];
  return objects
    .filter(isPrometheusRule)
    .flatMap((object) => itemsOf(findYamlNode(object, ['spec', 'groups'])))
    .flatMap((group) => itemsOf(findYamlNode(group, ['rules'])))
    .filter((rule) => rule.type === 'map')
    .slice(0, maxRules);
}

/** Returns the names of the series that a document records. Returns none for documents that aren't about Kata. */
export function recordsIn(document: YamlDocument): readonly string[] {
  if (!mentionsKataRules(document)) return [];
  const names = prometheusRulesIn(document).map((rule) => getYamlString(rule, ['record']) ?? '');
  return names.filter((name) => name !== '' && name.length <= longestName);
}

function isPrometheusRule(node: YamlNode): boolean {
  return (
    getYamlString(node, ['kind']) === 'PrometheusRule' &&
    getYamlString(node, ['apiVersion'])?.startsWith('monitoring.coreos.com/') === true
  );
}

function itemsOf(node: YamlNode | undefined): readonly YamlNode[] {
  return node?.type === 'seq' ? node.items : [];
}
