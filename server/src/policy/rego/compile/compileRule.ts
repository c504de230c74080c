/** Compiles rules: their kind, the path of their value, and the output of each body. */
import type { Span } from '#server/engine/text/span.ts';
import type { AnalyzedQuery } from './analyzeQuery.ts';
import type { Query, RegoRule, RuleBody, Term } from '../syntax/ast.ts';
import { createPattern } from './compilePattern.ts';
import { CompileScope, Slots } from './compileScope.ts';
import { QueryCompiler } from './compileQuery.ts';
import type { ModuleNames } from './compileTerm.ts';
import type { CompiledBody, CompiledRule, CompiledExpression } from './program.ts';
import { listPatternVariables, visitUses } from '../syntax/scopes.ts';

const bare = ({ start, end }: Span): Span => ({ start, end });

/** The head of a rule as the policy engine interprets it. */
export interface HeadForm {
  readonly kind: 'complete' | 'set' | 'function' | 'default';
  /** Names and keys of its path after the package. */
  readonly path: readonly Term[];
  /** The term after `contains`, or the key of a partial set in Rego v0 syntax. */
  readonly member: Term | undefined;
  readonly value: Term | undefined;
}

/** Returns the parts of a head's reference, starting with the name. */
const partsOf = ({ ref }: RegoRule['head']): readonly Term[] => {
  const name = (term: Term): Term =>
    term.kind === 'variable'
      ? { start: term.start, end: term.end, kind: 'scalar', value: term.name, raw: false }
      : term;
  return ref.kind === 'variable' ? [name(ref)] : [name(ref.base), ...ref.path.map(({ key }) => key)];
};

/** Returns the form of a rule. `p[x]` and `p.x` without a value or `if` are partial sets. */
export const getHeadForm = (rule: RegoRule): HeadForm => {
  const { head } = rule;
  const path = partsOf(head);
  if (rule.isDefault) return { kind: 'default', path, member: undefined, value: head.value };
  if (head.parameters !== undefined) return { kind: 'function', path, member: undefined, value: head.value };
  if (head.contains !== undefined) return { kind: 'set', path, member: head.contains, value: undefined };
  const hasIf = rule.bodies[0]?.ifWord !== undefined;
  if (head.assign === undefined && head.value === undefined && path.length === 2 && !hasIf)
    return { kind: 'set', path: path.slice(0, 1), member: path[1], value: undefined };
  return { kind: 'complete', path, member: undefined, value: head.value };
};

const textOf = (term: Term | undefined): string | undefined =>
  term?.kind === 'scalar' && typeof term.value === 'string' ? term.value : undefined;

/** Returns the names at the start of a path up to the first part that isn't a literal. */
export const fixedPath = (path: readonly Term[]): readonly string[] => {
  const fixed: string[] = [];
  for (const part of path) {
    const text = textOf(part);
    if (text === undefined) break;
    fixed.push(text);
  }
  return fixed;
};

const isLiteral = (term: Term | undefined): boolean => term === undefined || term.kind === 'scalar';

/** Returns the key and value that a body outputs. */
const outputTerms = (
  form: HeadForm,
  body: RuleBody | undefined,
  isFirst: boolean,
): { readonly key: Term | undefined; readonly value: Term | undefined } => {
  // As in the policy engine, additional bodies have their own value, or true.
  if (!isFirst) return { key: undefined, value: body?.value };
  return { key: undefined, value: form.kind === 'set' ? form.member : form.value };
};

/** Compiles the rules of one module. */
export class RuleCompiler {
  private readonly names: ModuleNames;
  private readonly queries: ReadonlyMap<Query, AnalyzedQuery>;
  private readonly module: number;

  constructor(names: ModuleNames, queries: ReadonlyMap<Query, AnalyzedQuery>, module: number) {
    this.names = names;
    this.queries = queries;
    this.module = module;
  }

  compile(rule: RegoRule): CompiledRule {
    const slots = new Slots();
    const form = getHeadForm(rule);
    const compiler = new QueryCompiler(this.names, this.queries);
    const parameters = new CompileScope(slots, undefined);
    for (const parameter of rule.head.parameters ?? [])
      for (const { name } of listPatternVariables(parameter)) if (name !== '_') parameters.own(name);
    const patterns = (rule.head.parameters ?? []).map((parameter) => createPattern(parameter, parameters, compiler));
    const written = rule.bodies.length === 0 ? [undefined] : rule.bodies;
    const bodies = written.map((body, index) => this.body(rule, form, body, index === 0, compiler, parameters));
    const fixed = fixedPath(form.path);
    const lastKey = rule.head.ref.kind === 'ref' && !(rule.head.ref.path.at(-1)?.dotted ?? true);
    const emptyAt =
      form.kind === 'set' ? form.path : form.kind === 'complete' && lastKey ? form.path.slice(0, -1) : undefined;
    const outside = new CompileScope(new Slots(), undefined);
    return {
      ...bare(rule),
      kind: form.kind,
      name: fixed.join('.'),
      ref: bare(rule.head.ref),
      module: this.module,
      path: [...this.names.packagePath, ...fixed],
      emptyAt: emptyAt?.map((part) => compiler.term(part, outside)),
      parameters: patterns,
      bodies,
      constant: written.map((body, index) => {
        const { value } = outputTerms(form, body, index === 0);
        return form.kind !== 'function' && isLiteral(value) && form.path.every(isLiteral);
      }),
      slots: slots.count,
    };
  }

  private body(
    rule: RegoRule,
    form: HeadForm,
    body: RuleBody | undefined,
    isFirst: boolean,
    compiler: QueryCompiler,
    parameters: CompileScope,
  ): CompiledBody {
    const analyzed = body?.query === undefined ? undefined : this.queries.get(body.query);
    const scope = CompileScope.forQuery(parameters.slots, parameters, analyzed, true);
    const { key, value } = outputTerms(form, body, isFirst);
    // Without a query, only the loop keys in the head are variables.
    if (analyzed === undefined)
      for (const name of loopNames([...form.path, ...(value === undefined ? [] : [value])], this.names, parameters))
        scope.own(name);
    const span = body ?? rule.head;
    const query = compiler.query(body?.query, scope, span);
    const pathLoops: CompiledBody['output']['loops'][number][] = [];
    for (const part of form.path) compiler.hoist(part, scope, pathLoops);
    const output = compiler.output(key, value, scope);
    const path: readonly CompiledExpression[] = form.path.map((part) => compiler.term(part, scope));
    return { ...bare(span), query, path, output: { ...output, loops: [...pathLoops, ...output.loops] } };
  }
}

/** Returns the names of variables that iterate over the keys of a collection, such as `i` in `y := xs[i]`. */
const loopNames = (terms: readonly Term[], names: ModuleNames, parameters: CompileScope): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const term of terms) {
    visitUses(term, (inner) => {
      if (inner.kind !== 'ref') return true;
      for (const { key, dotted } of inner.path) {
        if (dotted) continue;
        for (const { name } of listPatternVariables(key)) {
          if (
            name !== '_' &&
            !names.rules.has(name) &&
            !names.imports.has(name) &&
            parameters.find(name) === undefined &&
            name !== 'input' &&
            name !== 'data'
          )
            found.add(name);
        }
      }
      return true;
    });
  }
  return found;
};
