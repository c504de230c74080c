/** Traverses a syntax tree, either completely or down to one position. */
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
  for (const child of children(node)) walkNode(child, visit);
}

/** Returns the nodes around an offset, outermost first. An offset at the end of a node belongs to it. */
export function findRegoNodes(module: Module, offset: number): RegoNode[] {
  const path: RegoNode[] = [];
  let level = sections(module);
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
  switch (of.type) {
    case 'package':
      return of.node.path.map(name);
    case 'import':
      return [...of.node.path.map(name), ...(of.node.alias === undefined ? [] : [name(of.node.alias)])];
    case 'name':
      return [];
    case 'rule':
      return [
        { type: 'head', node: of.node.head },
        ...of.node.bodies.map((node): RegoNode => ({ type: 'body', node })),
      ];
    case 'head': {
      const { ref, parameters = [], contains, value } = of.node;
      return terms([ref, ...parameters, contains, value]);
    }
    case 'body':
      return [...terms([of.node.value]), ...(of.node.query === undefined ? [] : [query(of.node.query)])];
    case 'query':
      return of.node.statements.map((node) => ({ type: 'statement', node }));
    case 'statement':
      return [...inStatement(of.node), ...of.node.with.map((node): RegoNode => ({ type: 'with', node }))];
    case 'with':
      return terms([of.node.target, of.node.value]);
    case 'part':
      return terms([of.node.key]);
    default:
      return inTerm(of.node);
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

function inStatement(statement: Statement): RegoNode[] {
  switch (statement.kind) {
    case 'expression':
      return terms([statement.term]);
    case 'some':
      return terms(statement.names);
    case 'some in':
      return terms([statement.key, statement.value, statement.collection]);
    default:
      return [...terms([statement.key, statement.value, statement.collection]), query(statement.query)];
  }
}

function inTerm(term: Term): RegoNode[] {
  switch (term.kind) {
    case 'scalar':
    case 'variable':
    case 'broken':
      return [];
    case 'ref':
      return [...terms([term.base]), ...term.path.map((node): RegoNode => ({ type: 'part', node }))];
    case 'call':
      return terms([term.callee, ...term.arguments]);
    case 'array':
    case 'set':
      return terms(term.items);
    case 'object':
      return term.entries.flatMap(({ key, value }) => terms([key, value]));
    case 'array comprehension':
    case 'set comprehension':
      return [...terms([term.item]), query(term.query)];
    case 'object comprehension':
      return [...terms([term.key, term.item]), query(term.query)];
    case 'unary':
      return terms([term.operand]);
    case 'binary':
      return terms([term.left, term.right]);
    default:
      return terms([term.key, term.value, term.collection]);
  }
}

const name = (node: Name): RegoNode => ({ type: 'name', node });
const query = (node: Query): RegoNode => ({ type: 'query', node });
const terms = (all: readonly (Term | undefined)[]): RegoNode[] =>
  all.flatMap((node) => (node === undefined ? [] : [{ type: 'term', node } as const]));
