/**
 * Finds misspelled fields in the configuration of the Node Feature Discovery worker. Sources:
 * kubernetes-sigs/node-feature-discovery@76e6cc8cc api/nfd/v1alpha1/types.go (Rule) and source/ (names of the sources).
 * Only earlier versions have `matchOn`, `value`, and some of the sources. Completion (`workerConfigFields`) suggests
 * only the fields that a rule for Kata needs.
 */
import { findNearestName, type Nearest } from '#server/engine/text/nearestName.ts';
import { findMapEntry, findYamlNode, type ScalarNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { listCustomRules } from './workerConfig.ts';

/** A field that the worker ignores because of its name. */
export interface MisspelledField {
  readonly key: ScalarNode;
  readonly near: Nearest;
  /** True if the mapping also contains the field with the right name. */
  readonly isDuplicate: boolean;
}

/** Fields by mapping. Other names are reported only if they are similar to one of these. */
const rootFields = ['core', 'sources'];
const sourceNames = [
  ...'cpu custom fake iommu kernel local memory network panic_fake panicfake pci'.split(' '),
  ...'rdt storage system usb'.split(' '),
];
const ruleFields = [
  ...'name labels labelsTemplate annotations extendedResources taints vars varsTemplate'.split(' '),
  ...'matchFeatures matchAny matchOn value'.split(' '),
];
const matcherFields = ['matchFeatures'];
const termFields = ['feature', 'matchExpressions', 'matchName'];
const expressionFields = ['op', 'value', 'type'];

/** Yields the misspelled fields, except in the settings of sources other than `custom`. */
export function* findMisspelledFields(root: YamlNode | undefined): Generator<MisspelledField> {
  yield* misspelled(root, rootFields);
  yield* misspelled(findYamlNode(root, ['sources']), sourceNames);
  for (const rule of listCustomRules(root)) {
    yield* misspelled(rule, ruleFields);
    yield* inMatcher(rule);
    for (const item of itemsOf(findYamlNode(rule, ['matchAny']))) {
      yield* misspelled(item, matcherFields);
      yield* inMatcher(item);
    }
  }
}

function* inMatcher(matcher: YamlNode): Generator<MisspelledField> {
  for (const term of itemsOf(findYamlNode(matcher, ['matchFeatures']))) {
    yield* misspelled(term, termFields);
    yield* misspelled(findYamlNode(term, ['matchName']), expressionFields);
    const expressions = findYamlNode(term, ['matchExpressions']);
    if (expressions?.type === 'map')
      for (const { value } of expressions.entries) yield* misspelled(value, expressionFields);
  }
}

function itemsOf(list: YamlNode | undefined): readonly YamlNode[] {
  return list?.type === 'seq' ? list.items : [];
}

function* misspelled(node: YamlNode | undefined, known: readonly string[]): Generator<MisspelledField> {
  if (node?.type !== 'map') return;
  // The worker reads most names without regard to case.
  const exact = new Set(known.map((name) => name.toLowerCase()));
  for (const { key, borrowed } of node.entries) {
    if (key.unknown || borrowed || exact.has(key.text.toLowerCase())) continue;
    const near = findNearestName(key.text, known);
    if (near !== undefined) yield { key, near, isDuplicate: findMapEntry(node, near.name) !== undefined };
  }
}
