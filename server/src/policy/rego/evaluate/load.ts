/** Loads a policy with the same checks that the guest's engine performs before the first request. */
import { findLastIndexNotAfter } from '#core/common/binarySearch.ts';
import type { Span } from '#server/engine/text/span.ts';
import { QueryAnalyzer } from '../compile/analyzeQuery.ts';
import type { Import, Module, RegoRule, Term } from '../syntax/ast.ts';
import { fixedPath, getHeadForm, RuleCompiler } from '../compile/compileRule.ts';
import { scalarValue, type ModuleNames } from '../compile/compileTerm.ts';
import { getDocumentPathKey } from './document.ts';
import { FunctionArities, getFunctionKey } from '../compile/functionArity.ts';
import { EvaluationStop } from './limits.ts';
import type { CompiledModule, RuleTree } from '../compile/program.ts';
import { getFirstEngineError } from './engineErrors.ts';
import { newScope, visitTerm, type Scope } from '../syntax/scopes.ts';
import { ValueTooLarge } from '../values/values.ts';

/** A module with its source text and the name that `print` shows. */
export interface RegoSource {
  readonly module: Module;
  readonly text: string;
  readonly name?: string;
}

export interface LoadOptions {
  /** Built-in functions of the guest, from `listGuestBuiltins(...)`. */
  readonly builtins: ReadonlySet<string>;
}

/** An engine error with its position. */
export interface EvaluationError {
  readonly message: string;
  readonly span: Span;
  /** Index of the source, starting at 0. */
  readonly source: number;
}

/** A loaded policy that can evaluate requests. */
export interface Loaded {
  readonly error?: undefined;
  readonly sources: readonly RegoSource[];
  readonly modules: readonly CompiledModule[];
  readonly names: readonly ModuleNames[];
  readonly tree: RuleTree;
  /** Objects that exist from the start: packages, and the parents of rules with reference heads. */
  readonly objects: readonly (readonly string[])[];
  /** Functions by `getFunctionKey`. */
  readonly functions: ReadonlyMap<string, readonly FunctionRule[]>;
  readonly arities: ReadonlyMap<string, number>;
  readonly builtins: ReadonlySet<string>;
}

type FunctionRule = CompiledModule['rules'][number];

export interface LoadFailure {
  readonly error: EvaluationError;
}

const textsOf = (path: readonly { readonly text: string }[]): readonly string[] => path.map(({ text }) => text);

const newTree = (): RuleTree => ({ children: new Map(), rules: [], defaults: [], modules: [] });

/** Returns the functions of all modules with their number of arguments, by `getFunctionKey`. */
const findFunctions = (modules: readonly Module[]): ReadonlyMap<string, number> => {
  const arities = new Map<string, number>();
  for (const module of modules) {
    for (const rule of module.rules) {
      const { parameters } = rule.head;
      if (parameters === undefined) continue;
      const key = getFunctionKey([...textsOf(module.package?.path ?? []), ...fixedPath(getHeadForm(rule).path)]);
      if (!arities.has(key)) arities.set(key, parameters.length);
    }
  }
  return arities;
};

/** Resolves the names in each module. */
export const describeModules = (modules: readonly Module[], builtins: ReadonlySet<string>): readonly ModuleNames[] => {
  const arities = findFunctions(modules);
  const rulesOf = new Map<string, Set<string>>();
  const paths = modules.map((module) => textsOf(module.package?.path ?? []));
  for (const [index, module] of modules.entries()) {
    const key = getFunctionKey(paths[index] ?? []);
    const rules = rulesOf.get(key) ?? new Set();
    for (const rule of module.rules) rules.add(rootName(rule.head.ref));
    rulesOf.set(key, rules);
  }
  return modules.map((module, source): ModuleNames => {
    const packagePath = paths[source] ?? [];
    const imports = new Map(module.imports.flatMap(importOf));
    return {
      source,
      packagePath,
      rules: rulesOf.get(getFunctionKey(packagePath)) ?? new Set(),
      imports,
      functions: new FunctionArities(packagePath, imports, arities, builtins),
    };
  });
};

/**
 * Loads modules (the engine loads only one). Returns an error if the engine would reject the policy before any request.
 */
export const loadModules = (sources: readonly RegoSource[], { builtins }: LoadOptions): Loaded | LoadFailure => {
  try {
    return new Loader(sources, builtins).load();
  } catch (error) {
    if (error instanceof EvaluationStop)
      return { error: { message: error.message, span: error.span, source: error.source } };
    if (error instanceof ValueTooLarge)
      return { error: { message: error.message, span: { start: 0, end: 0 }, source: 0 } };
    throw error;
  }
};

/** Creates a function that returns the line of an offset. The first line is 1. */
export const createLineFinder = (text: string): ((offset: number) => number) => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => findLastIndexNotAfter(starts, offset) + 1;
};

class Loader {
  private readonly sources: readonly RegoSource[];
  private readonly builtins: ReadonlySet<string>;

  constructor(sources: readonly RegoSource[], builtins: ReadonlySet<string>) {
    this.sources = sources;
    this.builtins = builtins;
  }

  load(): Loaded {
    for (const [source, { module }] of this.sources.entries()) {
      const refusal = getFirstEngineError(module);
      if (refusal !== undefined) throw new EvaluationStop(refusal.message, refusal.span, source);
    }
    this.checkArities();
    this.checkDefaults();
    const parsed = this.sources.map(({ module }) => module);
    const names = describeModules(parsed, this.builtins);
    const modules = this.sources.map((source, index) => this.module(source, index, names[index]));
    const tree = newTree();
    const functions = new Map<string, FunctionRule[]>();
    for (const [index, module] of modules.entries()) {
      let node = tree;
      for (const name of module.packagePath) node = childOf(node, name);
      node.modules.push(index);
      for (const rule of module.rules) this.place(rule, module, node, functions);
    }
    return {
      sources: this.sources,
      modules,
      names,
      tree,
      objects: objectsOf(modules),
      functions,
      arities: findFunctions(parsed),
      builtins: this.builtins,
    };
  }

  private place(
    rule: FunctionRule,
    module: CompiledModule,
    packageNode: RuleTree,
    functions: Map<string, FunctionRule[]>,
  ): void {
    let node = packageNode;
    for (const name of rule.path.slice(module.packagePath.length)) {
      node = childOf(node, name);
      (rule.kind === 'default' ? node.defaults : node.rules).push(rule);
    }
    if (rule.kind !== 'function' && !(rule.kind === 'default' && rule.parameters.length > 0)) return;
    const key = getFunctionKey(rule.path);
    const others = functions.get(key);
    if (others === undefined) functions.set(key, [rule]);
    else others.push(rule);
  }

  private module({ module, text }: RegoSource, index: number, names: ModuleNames | undefined): CompiledModule {
    if (names === undefined) return { packagePath: [], rules: [] };
    const analyzer = new QueryAnalyzer(names.functions, createLineFinder(text), index);
    const globals = newScope();
    for (const name of [...names.rules, ...names.imports.keys()]) globals.unscoped.add(name);
    for (const rule of module.rules) analyzeRule(rule, analyzer, globals);
    const compiler = new RuleCompiler(names, analyzer.queries, index);
    return { packagePath: names.packagePath, rules: module.rules.map((rule) => compiler.compile(rule)) };
  }

  /** Checks that functions with the same name have the same number of arguments. Defaults aren't checked. */
  private checkArities(): void {
    const arities = new Map<string, number>();
    for (const [source, { module }] of this.sources.entries()) {
      for (const rule of module.rules) {
        const { parameters } = rule.head;
        if (parameters === undefined || rule.isDefault) continue;
        const path = [...textsOf(module.package?.path ?? []), ...fixedPath(getHeadForm(rule).path)];
        const before = arities.get(getFunctionKey(path));
        arities.set(getFunctionKey(path), before ?? parameters.length);
        if (before === undefined || before === parameters.length) continue;
        throw new EvaluationStop(
          `data.${path.join('.')} was previously defined with ${before} arguments.`,
          { start: rule.start, end: rule.head.end },
          source,
        );
      }
    }
  }

  /** Checks that defaults are literal values that can't be undefined. */
  private checkDefaults(): void {
    for (const [source, { module }] of this.sources.entries()) {
      const indices = new Map<string, DefaultsOfRule>();
      for (const rule of module.rules) {
        if (!rule.isDefault) continue;
        if (rule.head.value !== undefined) checkDefaultValue(rule.head.value, source);
        checkDefaultIndex(rule, indices, source);
      }
    }
  }
}

const objectsOf = (modules: readonly CompiledModule[]): readonly (readonly string[])[] => {
  const objects = new Map<string, readonly string[]>();
  for (const { packagePath, rules } of modules) {
    objects.set(getFunctionKey(packagePath), packagePath);
    for (const { path } of rules)
      if (path.length > packagePath.length + 1) objects.set(getFunctionKey(path.slice(0, -1)), path.slice(0, -1));
  }
  return [...objects.values()];
};

const childOf = (node: RuleTree, name: string): RuleTree => {
  const child = node.children.get(name) ?? newTree();
  node.children.set(name, child);
  return child;
};

const rootName = (ref: RegoRule['head']['ref']): string => {
  if (ref.kind === 'variable') return ref.name;
  return ref.base.kind === 'variable' ? ref.base.name : '';
};

const importOf = ({ path, alias }: Import): [string, readonly string[]][] => {
  const names = textsOf(path);
  const [root] = names;
  const name = alias?.text ?? names.at(-1) ?? '';
  if ((root !== 'data' && root !== 'input') || (names.length === 1 && alias === undefined)) return [];
  return [[name, names]];
};

const analyzeRule = (rule: RegoRule, analyzer: QueryAnalyzer, globals: Scope): void => {
  const parameters = newScope();
  for (const parameter of rule.head.parameters ?? []) {
    visitTerm(parameter, (inner) => {
      if (inner.kind === 'variable') parameters.unscoped.add(inner.name);
      return true;
    });
  }
  const around = [globals, parameters];
  const form = getHeadForm(rule);
  for (const [index, body] of rule.bodies.entries()) {
    const value = index === 0 ? (form.member ?? form.value) : body.value;
    const outputs = value === undefined ? [] : [value];
    if (body.query === undefined) analyzer.terms(outputs, around);
    else analyzer.analyze(body.query, outputs, around);
  }
  if (rule.bodies.length === 0)
    analyzer.terms(
      [form.member, form.value].filter((term) => term !== undefined),
      around,
    );
  analyzer.terms(form.path, around);
};

const kindsOfDefaults: Partial<Record<Term['kind'], string>> = {
  variable: 'var',
  call: 'call',
  unary: 'unaryexpr',
  ref: 'ref',
  membership: 'membership',
};

const binaryKind = (operator: string): string => {
  if (['+', '-', '*', '/', '%'].includes(operator)) return 'arithexpr';
  if (operator === '&' || operator === '|') return 'binexpr';
  return operator === '=' || operator === ':=' ? 'assignexpr' : 'boolexpr';
};

const checkDefaultValue = (term: Term, source: number): void => {
  if (term.kind === 'array' || term.kind === 'set') for (const item of term.items) checkDefaultValue(item, source);
  if (term.kind === 'object')
    for (const { key, value } of term.entries) for (const inner of [key, value]) checkDefaultValue(inner, source);
  const isNumber =
    term.kind === 'unary' &&
    term.operand.kind === 'scalar' &&
    typeof term.operand.value === 'object' &&
    term.operand.value !== null;
  const kind = isNumber ? undefined : term.kind === 'binary' ? binaryKind(term.operator) : kindsOfDefaults[term.kind];
  if (kind !== undefined)
    throw new EvaluationStop(`invalid \`${kind}\` in default value`, { start: term.start, end: term.end }, source);
};

/** Defaults of a rule: either one for each key, or one without a key. */
interface DefaultsOfRule {
  readonly keyed: boolean;
  readonly keys: Set<string>;
}

const checkDefaultIndex = (rule: RegoRule, defaults: Map<string, DefaultsOfRule>, source: number): void => {
  const { ref } = rule.head;
  const last = ref.kind === 'ref' ? ref.path.at(-1) : undefined;
  const index = last === undefined || last.dotted ? undefined : last.key;
  const stop = (message: string, span: Span): EvaluationStop =>
    new EvaluationStop(message, { start: span.start, end: span.end }, source);
  if (index !== undefined && (index.kind !== 'scalar' || index.value === null))
    throw stop('index is not a scalar value', index);
  const { path } = getHeadForm(rule);
  const place = getFunctionKey(fixedPath(index === undefined ? path : path.slice(0, -1)));
  const before = defaults.get(place) ?? { keyed: index !== undefined, keys: new Set() };
  defaults.set(place, before);
  if (before.keyed !== (index !== undefined)) throw stop('conflict type with the default rules', ref);
  const value = index?.kind === 'scalar' ? scalarValue(index) : undefined;
  if (value === undefined) return;
  if (before.keys.has(getDocumentPathKey([value])))
    throw stop('multiple default rules for the variable with the same index', ref);
  before.keys.add(getDocumentPathKey([value]));
};
