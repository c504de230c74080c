/** Reads the configuration of the Node Feature Discovery worker, which is YAML in a string of the object. */
import { eligibleLabel } from '#core/product/nodeLabels.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode, type MapNode, type ScalarNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { parseYamlDocument, type SyntaxProblem } from '#server/engine/yaml/parse/parse.ts';
import { mapScalar } from '#server/engine/yaml/scalarMap.ts';
import { asKnownString } from '../shared/ownObjects.ts';

/** A parsed configuration. Spans are offsets in the text of the configuration. */
export interface WorkerConfig {
  /** The string in the object. */
  readonly node: ScalarNode;
  readonly text: string;
  readonly root: YamlNode | undefined;
  readonly problems: readonly SyntaxProblem[];
  /** Converts a span in the configuration to one in the document. */
  readonly toDocument: (span: Span) => Span;
}

/** Maximum length of the configuration, in characters. A rule for Kata is far shorter. */
const maxLength = 50_000;
const known = new WeakMap<Manifest, WorkerConfig | undefined>();

/** Returns the configuration. Returns undefined if it's missing, a template, or too long. */
export function readWorkerConfig(manifest: Manifest, text: string): WorkerConfig | undefined {
  if (!known.has(manifest)) known.set(manifest, read(manifest, text));
  return known.get(manifest);
}

function read({ root }: Manifest, text: string): WorkerConfig | undefined {
  const node = asKnownString(findYamlNode(root, ['spec', 'workerConfig', 'configData']));
  if (node === undefined || typeof node.value !== 'string' || node.value.length > maxLength) return undefined;
  const parsed = parseYamlDocument(node.value);
  if (parsed.template) return undefined;
  const map = mapScalar(text, node);
  return {
    node,
    text: node.value,
    root: parsed.root,
    problems: parsed.problems,
    toDocument: ({ start, end }) =>
      map === undefined || node.borrowed
        ? { start: node.start, end: node.end }
        : { start: map.toFile(start), end: map.toFile(end) },
  };
}

/** Returns the custom rules that are mappings. */
export function listCustomRules(root: YamlNode | undefined): readonly MapNode[] {
  const rules = findYamlNode(root, ['sources', 'custom']);
  return rules?.type === 'seq' ? rules.items.filter((item) => item.type === 'map') : [];
}

/**
 * Returns the labels that a rule sets. A rule in the older format sets its name. In the newer format, the name is only
 * a title.
 */
export function listRuleLabels(rule: MapNode): readonly string[] {
  const labels = findYamlNode(rule, ['labels']);
  if (labels?.type === 'map') return labels.entries.filter(({ key }) => !key.unknown).map(({ key }) => key.text);
  const name = labels === undefined ? asKnownString(findYamlNode(rule, ['name']))?.text : undefined;
  return name === undefined ? [] : [name];
}

/** Returns whether a label is the one for Kata, or probably should be. */
export function isAboutKata(label: string): boolean {
  return /kata/i.test(label) || isNearKata(label);
}

/** Returns whether the last part of a label is a misspelling of `runtime.kata`. */
export function isNearKata(label: string): boolean {
  const [wanted = ''] = eligibleLabel.split('/').slice(-1);
  return findNearestName(label.slice(label.lastIndexOf('/') + 1), [wanted])?.sure === true;
}
