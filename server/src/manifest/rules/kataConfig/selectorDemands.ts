/** Parses the label requirements in the node selector of a KataConfig, with their positions. */
import { labelKeyProblem, labelValueProblem } from '#core/labels/selectorSyntax.ts';
import { isPlaceholder } from '#core/text/placeholder.ts';
import type { LabelDemand } from '#core/labels/labelRequirement.ts';
import { findMapEntry, type MapNode, type YamlNode, type ScalarNode } from '#server/engine/yaml/node.ts';

/** A label requirement with its position. */
export interface WrittenDemand extends LabelDemand {
  readonly keyNode: ScalarNode;
  /** Value of a label under `matchLabels`, or operator of an expression. */
  readonly valueNode: ScalarNode;
  readonly isLabel: boolean;
}

/** Maximum number of requirements. Each one is evaluated for each node. */
const maxDemands = 50;

/**
 * Returns all requirements of a selector. Returns undefined if parts of the selector are unknown, or if Kubernetes
 * would reject it. Other rules report rejected selectors.
 */
export function demandsOf(selector: MapNode): readonly WrittenDemand[] | undefined {
  if (selector.entries.some(({ key }) => key.unknown || !['matchLabels', 'matchExpressions'].includes(key.text)))
    return undefined;
  const demands = [
    ...listed(findMapEntry(selector, 'matchLabels')?.value, labelsOf),
    ...listed(findMapEntry(selector, 'matchExpressions')?.value, expressionsOf),
  ];
  const known = demands.filter((demand) => demand !== undefined);
  return known.length === demands.length && known.length <= maxDemands ? known : undefined;
}

type Demands = readonly (WrittenDemand | undefined)[];

/** Returns the requirements in a YAML node. A missing or empty YAML node contains none. */
function listed(node: YamlNode | undefined, read: (node: YamlNode) => Demands): Demands {
  return node === undefined || (node.type === 'scalar' && node.value === null && !node.unknown) ? [] : read(node);
}

function labelsOf(node: YamlNode): Demands {
  if (node.type !== 'map') return [undefined];
  return node.entries.map(({ key, value }) => {
    const [name, text] = [textOf(key), textOf(value)];
    if (
      name === undefined ||
      labelKeyProblem(name) !== undefined ||
      text === undefined ||
      labelValueProblem(text) !== undefined
    )
      return undefined;
    return value.type === 'scalar'
      ? { key: name, operator: 'In', values: [text], keyNode: key, valueNode: value, isLabel: true }
      : undefined;
  });
}

function expressionsOf(node: YamlNode): Demands {
  if (node.type !== 'seq') return [undefined];
  return node.items.map((item) => {
    const keyNode = findMapEntry(item, 'key')?.value;
    const valueNode = findMapEntry(item, 'operator')?.value;
    const values = valuesOf(findMapEntry(item, 'values')?.value);
    if (keyNode?.type !== 'scalar' || valueNode?.type !== 'scalar' || values === undefined) return undefined;
    const [key, operator] = [textOf(keyNode), operatorOf(valueNode)];
    const wantsValues = operator === 'In' || operator === 'NotIn';
    if (
      key === undefined ||
      labelKeyProblem(key) !== undefined ||
      operator === undefined ||
      wantsValues !== values.length > 0
    )
      return undefined;
    if (values.some((value) => labelValueProblem(value) !== undefined)) return undefined;
    return { key, operator, values, keyNode, valueNode, isLabel: false };
  });
}

function operatorOf(node: YamlNode): LabelDemand['operator'] | undefined {
  const text = textOf(node);
  return text === 'In' || text === 'NotIn' || text === 'Exists' || text === 'DoesNotExist' ? text : undefined;
}

function valuesOf(node: YamlNode | undefined): readonly string[] | undefined {
  if (node === undefined || (node.type === 'scalar' && node.value === null && !node.unknown)) return [];
  if (node.type !== 'seq') return undefined;
  const values = node.items.map(textOf);
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? known : undefined;
}

function textOf(node: YamlNode): string | undefined {
  return node.type !== 'scalar' || node.unknown || typeof node.value !== 'string' || isPlaceholder(node.value)
    ? undefined
    : node.value;
}
