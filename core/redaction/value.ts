/** Takes credentials out of a value, as an answer to an assistant has it: by its structure, and in its texts. */
import { isJsonObject } from '../json.ts';
import type { Node, ScalarNode } from './node.ts';
import { hidden, type Redaction } from './redaction.ts';
import { scalarsIn } from './structure.ts';

/** Objects that are nested deeper are left out. */
const deepest = 100;

/**
 * The same value without credentials. What is taken out is learned, so that it is removed from other texts, too.
 * @param redaction removes what was learned elsewhere
 */
export function redactValue(value: unknown, redaction: Redaction): unknown {
  const credentials = new Set<ScalarNode>();
  const nodes = new Map<ScalarNode, string>();
  const root = nodeOf(value, 0);
  for (const { node, isCredential } of scalarsIn(root, false)) {
    nodes.set(node, node.text);
    if (!isCredential) continue;
    credentials.add(node);
    redaction.learnValue(node.text);
  }
  for (const [node, text] of nodes) if (!credentials.has(node)) nodes.set(node, redaction.learn(text).text);
  const textFor = (node: ScalarNode): string => (credentials.has(node) ? hidden : redaction.removeLearned(nodes.get(node) ?? node.text).text);
  const nameFor = (name: string): string => redaction.removeLearned(redaction.learn(name).text).text;
  return rebuilt(value, root, { textFor, nameFor });
}

interface Texts {
  readonly textFor: (node: ScalarNode) => string;
  /** A name of a field may be a credential itself. */
  readonly nameFor: (name: string) => string;
}

function nodeOf(value: unknown, depth: number): Node {
  const place = { from: 0, to: 0 };
  if (depth > deepest) return { kind: 'scalar', text: '', ...place };
  if (Array.isArray(value)) return { kind: 'list', items: value.map((item) => nodeOf(item, depth + 1)), ...place };
  if (isJsonObject(value)) {
    return { kind: 'map', entries: Object.entries(value).map(([name, field]) => ({ name, value: nodeOf(field, depth + 1) })), ...place };
  }
  return { kind: 'scalar', text: typeof value === 'string' ? value : JSON.stringify(value ?? null), ...place };
}

function rebuilt(value: unknown, node: Node, texts: Texts): unknown {
  if (node.kind === 'scalar') {
    const text = texts.textFor(node);
    return typeof value === 'string' || text !== node.text ? text : value;
  }
  if (node.kind === 'list') return Array.isArray(value) ? node.items.map((item, index) => rebuilt(value[index], item, texts)) : [];
  return isJsonObject(value)
    ? Object.fromEntries(node.entries.map((entry) => [texts.nameFor(entry.name), rebuilt(value[entry.name], entry.value, texts)]))
    : {};
}
