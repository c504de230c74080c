/** Redacts credentials in a value of a tool result, by its structure and in its strings. */
import { isJsonObject } from '../common/json.ts';
import type { Node, RedactableScalar } from './documentNode.ts';
import { hidden } from './hidden.ts';
import type { Redaction } from './redaction.ts';
import { scalarsIn } from './structuredSecrets.ts';

/** Maximum depth. Deeper objects are omitted. */
const deepest = 100;

/**
 * Returns the same value without credentials. Learns the removed credentials, so that they're also removed from other
 * texts.
 * @param redaction also removes credentials learned from other texts
 */
export function redactValue(value: unknown, redaction: Redaction): unknown {
  const credentials = new Set<RedactableScalar>();
  const nodes = new Map<RedactableScalar, string>();
  const root = nodeOf(value, 0);
  for (const { node, isCredential } of scalarsIn(root, false)) {
    nodes.set(node, node.text);
    if (!isCredential) continue;
    credentials.add(node);
    redaction.learnValue(node.text);
  }
  for (const [node, text] of nodes) if (!credentials.has(node)) nodes.set(node, redaction.learn(text).text);
  const textFor = (node: RedactableScalar): string =>
    credentials.has(node) ? hidden : redaction.removeLearned(nodes.get(node) ?? node.text).text;
  const nameFor = (name: string): string => redaction.removeLearned(redaction.learn(name).text).text;
  return rebuilt(value, root, { textFor, nameFor });
}

interface Texts {
  readonly textFor: (node: RedactableScalar) => string;
  /** Returns the text to use for a field name, because a field name can also be a credential. */
  readonly nameFor: (name: string) => string;
}

function nodeOf(value: unknown, depth: number): Node {
  const place = { from: 0, to: 0 };
  if (depth > deepest) return { kind: 'scalar', text: '', ...place };
  if (Array.isArray(value)) return { kind: 'list', items: value.map((item) => nodeOf(item, depth + 1)), ...place };
  if (isJsonObject(value)) {
    return {
      kind: 'map',
      entries: Object.entries(value).map(([name, field]) => ({ name, value: nodeOf(field, depth + 1) })),
      ...place,
    };
  }
  return { kind: 'scalar', text: typeof value === 'string' ? value : JSON.stringify(value ?? null), ...place };
}

function rebuilt(value: unknown, node: Node, texts: Texts): unknown {
  if (node.kind === 'scalar') {
    const text = texts.textFor(node);
    return typeof value === 'string' || text !== node.text ? text : value;
  }
  if (node.kind === 'list')
    return Array.isArray(value) ? node.items.map((item, index) => rebuilt(value[index], item, texts)) : [];
  return isJsonObject(value)
    ? Object.fromEntries(
        node.entries.map((entry) => [texts.nameFor(entry.name), rebuilt(value[entry.name], entry.value, texts)]),
      )
    : {};
}
