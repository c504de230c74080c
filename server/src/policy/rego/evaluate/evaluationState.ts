/** What `with` changes for a while: input, data, functions, and with them all that rules have given so far. */
import type { Callee } from '../compile/functionArity.ts';
import { DocumentNode } from './document.ts';
import type { Loaded } from './load.ts';
import { makeObjectAt } from './document.ts';
import type { CompiledRule, RuleTree } from '../compile/program.ts';
import { RegoObject, emptyObject, type RegoValue } from '../values/values.ts';

/** What takes the place of a function. */
export type Override =
  | { readonly kind: 'value'; readonly value: RegoValue }
  | { readonly kind: 'function'; readonly callee: Callee };

export interface EvaluationState {
  readonly input: RegoValue | undefined;
  readonly data: RegoValue;
  /** What there is below `data` by now. */
  readonly document: DocumentNode;
  /** Rules whose values are in the document. */
  readonly processed: Set<CompiledRule>;
  /** Places whose rules are all in the document. */
  readonly ready: Set<RuleTree>;
  /** What rules have written, by the text of the path. */
  readonly written: Map<string, { readonly value: RegoValue; readonly rule: CompiledRule }>;
  /** By the key of the function. */
  readonly overrides: ReadonlyMap<string, Override>;
}

/** A world in which no rule has been evaluated yet; the objects that rules and packages are in are there already. */
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

/** The place in the tree of rules, as far as there is one. */
export const treeAt = (tree: RuleTree, path: readonly string[]): RuleTree | undefined => {
  let node: RuleTree | undefined = tree;
  for (const name of path) node = node?.children.get(name);
  return node;
};

/** This place and all below it. */
export function* allBelow(tree: RuleTree): Generator<RuleTree> {
  const waiting = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    waiting.push(...node.children.values());
  }
}
