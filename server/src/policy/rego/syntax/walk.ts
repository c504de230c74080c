/** Traverses a syntax tree, either completely or down to one position. */
import { findFirstIndex } from '#core/common/binarySearch.ts';
import type {
  Import,
  Module,
  Name,
  Package,
  Query,
  RefPart,
  RegoRule,
  RuleBody,
  RuleHead,
  Statement,
  Term,
  WithModifier,
} from './ast.ts';
import { isLiteralCollection } from './literals.ts';

/** A node with its type, which distinguishes nodes with the same shape. */
export type RegoNode =
  | { readonly type: 'package'; readonly node: Package }
  | { readonly type: 'import'; readonly node: Import }
  | { readonly type: 'name'; readonly node: Name }
  | { readonly type: 'rule'; readonly node: RegoRule }
  | { readonly type: 'head'; readonly node: RuleHead }
  | { readonly type: 'body'; readonly node: RuleBody }
  | { readonly type: 'query'; readonly node: Query }
  | { readonly type: 'statement'; readonly node: Statement }
  | { readonly type: 'with'; readonly node: WithModifier }
  | { readonly type: 'term'; readonly node: Term }
  | { readonly type: 'part'; readonly node: RefPart };

/** Called with every node before its children. Return false to skip the children. */
export type Visitor = (node: RegoNode) => boolean | undefined | void;

/** Visits all nodes of a module, in the order of the text. */
export function walkModule(module: Module, visit: Visitor): void {
  for (const node of sections(module)) walkNode(node, visit);
}

/** Visits a node and all its descendants. The parser limits the depth. */
export function walkNode(node: RegoNode, visit: Visitor): void {
  if (visit(node) === false) return;
  // Creates no lists of children, because policies of genpolicy have tens of thousands of nodes.
  eachChild(node, (child) => walkNode(child, visit));
}

/** Visits the nodes of a module like `walkModule`, except those in lists, sets, and objects of literals. */
export function walkModuleUses(module: Module, visit: Visitor): void {
  walkModule(module, exceptLiterals(visit));
}

/** Visits a node and its descendants like `walkNode`, except those in lists, sets, and objects of literals. */
export function walkUses(node: RegoNode, visit: Visitor): void {
  walkNode(node, exceptLiterals(visit));
}

function exceptLiterals(visit: Visitor): Visitor {
  return (node) => (node.type === 'term' && isLiteralCollection(node.node) ? false : visit(node));
}

/** Returns the nodes around an offset, outermost first. An offset at the end of a node belongs to it. */
export function findRegoNodes(module: Module, offset: number): RegoNode[] {
  const path: RegoNode[] = [];
  let level = sectionsAround(module, offset);
  for (;;) {
    // If two nodes are adjacent, prefers the later one, which starts at the caret, unless it is empty.
    const around = level.filter(({ node }) => node.start <= offset && offset <= node.end);
    const found = around.findLast(({ node }) => node.end > node.start) ?? around.at(-1);
    if (found === undefined) return path;
    path.push(found);
    level = children(found);
  }
}

/** Returns the children of a node, in the order of the text. */
export function children(of: RegoNode): RegoNode[] {
  const found: RegoNode[] = [];
  eachChild(of, (child) => void found.push(child));
  return found;
}

type Take = (node: RegoNode) => void;

/** Calls a function with each child of a node, in the order of the text. */
function eachChild(of: RegoNode, take: Take): void {
  switch (of.type) {
    case 'package':
      for (const node of of.node.path) take({ type: 'name', node });
      return;
    case 'import':
      for (const node of of.node.path) take({ type: 'name', node });
      if (of.node.alias !== undefined) take({ type: 'name', node: of.node.alias });
      return;
    case 'name':
      return;
    case 'rule':
      take({ type: 'head', node: of.node.head });
      for (const node of of.node.bodies) take({ type: 'body', node });
      return;
    case 'head': {
      const { ref, parameters, contains, value } = of.node;
      takeTerm(ref, take);
      if (parameters !== undefined) takeTerms(parameters, take);
      takeTerm(contains, take);
      takeTerm(value, take);
      return;
    }
    case 'body':
      takeTerm(of.node.value, take);
      if (of.node.query !== undefined) take({ type: 'query', node: of.node.query });
      return;
    case 'query':
      for (const node of of.node.statements) take({ type: 'statement', node });
      return;
    case 'statement':
      eachInStatement(of.node, take);
      for (const node of of.node.with) take({ type: 'with', node });
      return;
    case 'with':
      takeTerm(of.node.target, take);
      takeTerm(of.node.value, take);
      return;
    case 'part':
      takeTerm(of.node.key, take);
      return;
    default:
      eachInTerm(of.node, take);
  }
}

function sections({ package: first, imports, rules }: Module): RegoNode[] {
  const nodes: RegoNode[] = [
    ...(first === undefined ? [] : [{ type: 'package', node: first } as const]),
    ...imports.map((node): RegoNode => ({ type: 'import', node })),
    ...rules.map((node): RegoNode => ({ type: 'rule', node })),
  ];
  return nodes;
}

/**
 * Returns the sections around an offset. Searches the rules, because a policy can have thousands of rules, and callers
 * look up thousands of offsets.
 */
function sectionsAround(module: Module, offset: number): RegoNode[] {
  const { rules } = module;
  const next = findFirstIndex(rules.length, (index) => (rules[index]?.start ?? Infinity) > offset);
  let first = next;
  while (first > 0 && (rules[first - 1]?.end ?? -1) >= offset) first -= 1;
  return sections({ ...module, rules: rules.slice(first, next) });
}

function eachInStatement(statement: Statement, take: Take): void {
  switch (statement.kind) {
    case 'expression':
      takeTerm(statement.term, take);
      return;
    case 'some':
      takeTerms(statement.names, take);
      return;
    default:
      takeTerm(statement.key, take);
      takeTerm(statement.value, take);
      takeTerm(statement.collection, take);
      if (statement.kind === 'every') take({ type: 'query', node: statement.query });
  }
}

function eachInTerm(term: Term, take: Take): void {
  switch (term.kind) {
    case 'scalar':
    case 'variable':
    case 'broken':
      return;
    case 'ref':
      takeTerm(term.base, take);
      for (const node of term.path) take({ type: 'part', node });
      return;
    case 'call':
      takeTerm(term.callee, take);
      takeTerms(term.arguments, take);
      return;
    case 'array':
    case 'set':
      takeTerms(term.items, take);
      return;
    case 'object':
      for (const { key, value } of term.entries) {
        takeTerm(key, take);
        takeTerm(value, take);
      }
      return;
    case 'array comprehension':
    case 'set comprehension':
      takeTerm(term.item, take);
      take({ type: 'query', node: term.query });
      return;
    case 'object comprehension':
      takeTerm(term.key, take);
      takeTerm(term.item, take);
      take({ type: 'query', node: term.query });
      return;
    case 'unary':
      takeTerm(term.operand, take);
      return;
    case 'binary':
      takeTerm(term.left, take);
      takeTerm(term.right, take);
      return;
    default:
      takeTerm(term.key, take);
      takeTerm(term.value, take);
      takeTerm(term.collection, take);
  }
}

function takeTerm(node: Term | undefined, take: Take): void {
  if (node !== undefined) take({ type: 'term', node });
}

function takeTerms(all: readonly Term[], take: Take): void {
  for (const node of all) take({ type: 'term', node });
}
