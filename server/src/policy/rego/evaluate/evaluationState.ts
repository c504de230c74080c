/**
 * The state that `with` changes temporarily: input, data, and functions. The values of evaluated rules depend on it.
 */
import type { Callee } from '../compile/functionArity.ts';
import { DocumentNode } from './document.ts';
import type { Loaded } from './load.ts';
import { makeObjectAt } from './document.ts';
import type { CompiledRule, RuleTree } from '../compile/program.ts';
import { RegoObject, emptyObject, type RegoValue } from '../values/values.ts';

/** The replacement of a function. */
export type Override =
  | { readonly kind: 'value'; readonly value: RegoValue }
  | { readonly kind: 'function'; readonly callee: Callee };

export interface EvaluationState {
  readonly input: RegoValue | undefined;
  readonly data: RegoValue;
  /** The current values under `data`. */
  readonly document: DocumentNode;
  /** Rules whose values are in the document. */
  readonly processed: Set<CompiledRule>;
  /** Nodes whose rules have all been evaluated. */
  readonly ready: Set<RuleTree>;
  /** Values that rules have written, by the text of the path. */
  readonly written: Map<string, { readonly value: RegoValue; readonly rule: CompiledRule }>;
  /** Replaced functions by their key. */
  readonly overrides: ReadonlyMap<string, Override>;
}

/** Creates a state in which no rule has been evaluated. It already contains the objects of rules and packages. */
export const newWorld = (
  loaded: Loaded,
  input: RegoValue | undefined,
  data: RegoValue,
  overrides: ReadonlyMap<string, Override>,
): EvaluationState => {
  const document = new DocumentNode(data instanceof RegoObject ? data : emptyObject);
  for (const path of loaded.objects) makeObjectAt(document, path);
  return { input, data, document, processed: new Set(), ready: new Set(), written: new Map(), overrides };
};

/** Returns the node at a path in the rule tree. Returns undefined if there is none. */
export const treeAt = (tree: RuleTree, path: readonly string[]): RuleTree | undefined => {
  let node: RuleTree | undefined = tree;
  for (const name of path) node = node?.children.get(name);
  return node;
};

/** Returns a node and all nodes under it. */
export function* allBelow(tree: RuleTree): Generator<RuleTree> {
  const waiting = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    waiting.push(...node.children.values());
  }
}
