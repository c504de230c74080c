/** Evaluates rules and functions. */
import {
  addToSet,
  makeObjectAt,
  getDocumentPathKey,
  readDocument,
  writeDocument,
  type WriteProblem,
} from './document.ts';
import type { Frame } from './evaluateExpression.ts';
import { FunctionEvaluator } from './evaluateFunction.ts';
import type { SolutionCollector } from './evaluateQuery.ts';
import { toJsonText } from '../values/formatValue.ts';
import type { CompiledBody, CompiledRule, CompiledExpression, RuleTree } from '../compile/program.ts';
import { isSameValue, costOf, emptySet, lookUp, RegoSet, sizeOf, type RegoValue } from '../values/values.ts';
import { allBelow, treeAt } from './evaluationState.ts';

/** The values that one body of a rule outputs, by path. */
type Written = Map<string, { readonly path: readonly RegoValue[]; readonly values: RegoValue[] }>;

const problems: Readonly<Record<WriteProblem, string>> = {
  'not an object': 'previous value is not an object',
  'not a set': 'previous value is not a set',
  'another value': 'complete rules should not produce multiple outputs',
};

export class RuleEvaluator extends FunctionEvaluator {
  /** The initial data, which rules can't change. */
  protected initial: RegoValue | undefined;
  private readonly active: CompiledRule[] = [];
  private readonly activeSet = new Set<CompiledRule>();

  protected document(
    { path, written }: Extract<CompiledExpression, { kind: 'document' }>,
    frame: Frame,
  ): RegoValue | undefined {
    this.ensure(path, written === 'data', frame);
    return readDocument(this.world.document, path);
  }

  protected ensureKey(path: readonly string[], key: RegoValue, frame: Frame): void {
    const name = typeof key === 'string' ? key : toJsonText(key, this.chargeAt({ start: 0, end: 0 }, frame));
    this.ensure([...path, name], true, frame);
  }

  /** Evaluates the rules at a path, above it, and under it. */
  private ensure(path: readonly string[], withModules: boolean, frame: Frame): void {
    let node: RuleTree | undefined = this.loaded.tree;
    let deepest: RuleTree | undefined;
    for (const name of path) {
      node = node.children.get(name);
      if (node === undefined) break;
      if (this.world.ready.has(node)) return;
      if (node.rules.length > 0 || node.defaults.length > 0) deepest = node;
    }
    if (withModules && node !== undefined) this.ensureModules(node, frame);
    if (deepest !== undefined) this.ensureRules(deepest);
  }

  /** Evaluates all modules at or under a node, except for the current module. */
  private ensureModules(place: RuleTree, frame: Frame): void {
    for (const { modules } of allBelow(place)) {
      for (const index of modules) {
        if (index === frame.module) continue;
        const rules = this.loaded.modules[index]?.rules ?? [];
        for (const rule of rules) this.rule(rule);
        for (const rule of rules) this.default(rule);
      }
    }
  }

  private ensureRules(place: RuleTree): void {
    for (const rule of place.rules) this.rule(rule);
    for (const rule of place.defaults) this.default(rule);
    this.world.ready.add(place);
  }

  private rule(rule: CompiledRule): void {
    if (rule.kind === 'default' || this.world.processed.has(rule)) return;
    const frame: Frame = { slots: [], module: rule.module };
    if (this.activeSet.has(rule)) {
      const chain = [...this.active.slice(this.active.indexOf(rule)), rule].map(({ name }) => name).join(' → ');
      throw this.stop(`recursion detected when evaluating rule: ${chain}`, rule.ref, frame);
    }
    this.active.push(rule);
    this.activeSet.add(rule);
    try {
      this.budget.enter(rule, rule.module);
      if (rule.kind === 'function') this.noArguments(rule, frame);
      else this.write(rule, frame);
      this.budget.leave();
      this.world.processed.add(rule);
    } finally {
      this.active.pop();
      this.activeSet.delete(rule);
    }
  }

  private write(rule: CompiledRule, frame: Frame): void {
    const written = this.bodies(rule, frame, (body, index) =>
      this.ruleCollector(rule, body, rule.constant[index] ?? false),
    );
    const packagePath = this.loaded.modules[rule.module]?.packagePath ?? [];
    for (const { path, values } of written?.values() ?? []) {
      const value = rule.kind === 'set' ? this.set(values, rule, frame) : values[0];
      if (value !== undefined) this.put(rule, [...packagePath, ...path], value, frame);
    }
    if ((written === undefined || written.size === 0) && rule.emptyAt !== undefined)
      this.writeEmpty(rule, rule.emptyAt, packagePath, frame);
  }

  /** Writes an empty set or object for a rule without members, unless its path contains variables of the bodies. */
  private writeEmpty(
    rule: CompiledRule,
    parts: readonly CompiledExpression[],
    packagePath: readonly string[],
    frame: Frame,
  ): void {
    if (parts.some(({ kind }) => kind === 'unsafe')) return;
    const path: RegoValue[] = [...packagePath];
    for (const part of parts) {
      const value = this.evaluate(part, frame);
      if (value === undefined) break;
      path.push(value);
    }
    if (!this.isFree(path)) return;
    const complete = path.length === packagePath.length + parts.length;
    if (rule.kind === 'set' && complete) this.checkWrite(addToSet(this.world.document, path, emptySet), rule, frame);
    else makeObjectAt(this.world.document, path);
  }

  /** Returns whether the initial data has no value at a path. */
  private isFree(path: readonly RegoValue[]): boolean {
    return this.initial === undefined || valueAt(this.initial, path) === undefined;
  }

  private ruleCollector(
    rule: CompiledRule,
    body: CompiledBody,
    constant: boolean,
  ): { readonly collector: SolutionCollector; readonly result: Written } {
    const result: Written = new Map();
    let finished = false;
    const solution = (frame: Frame): boolean => {
      const found = this.outputs(body.output, frame, (_, output) => {
        const path = body.path.map((part) => this.evaluate(part, frame));
        const defined = path.filter((part) => part !== undefined);
        const value = body.output.value === undefined ? true : output;
        if (value === undefined || defined.length < path.length) return false;
        this.budget.allocate(1, body, frame.module);
        for (const part of defined) this.charge(sizeOf(part) >> 1, body, frame);
        this.charge(costOf(value), body, frame);
        const text = getDocumentPathKey(defined);
        const before = result.get(text);
        if (before === undefined) result.set(text, { path: defined, values: [value] });
        else if (rule.kind === 'set') before.values.push(value);
        else if (!isSameValue(before.values[0], value))
          throw this.stop('rules must not produce multiple outputs', rule.ref, frame);
        return true;
      });
      finished ||= constant;
      return found;
    };
    return { collector: { solution, finished: () => finished, failed: () => undefined }, result };
  }

  private put(rule: CompiledRule, path: readonly RegoValue[], value: RegoValue, frame: Frame): void {
    const { written, document } = this.world;
    for (let length = path.length; length > 0; length -= 1) {
      const other = written.get(getDocumentPathKey(path.slice(0, length)));
      if (other === undefined || (length === path.length && (rule.kind === 'set' || isSameValue(other.value, value))))
        continue;
      throw this.stop(`rule conflicts with the following rule: \`${other.rule.name}\``, rule.ref, frame);
    }
    written.set(getDocumentPathKey(path), { value, rule });
    if (!this.isFree(path)) return;
    if (value instanceof RegoSet) this.charge(value.items.length + costOf(value), rule, frame);
    this.checkWrite(
      rule.kind === 'set' && value instanceof RegoSet
        ? addToSet(document, path, value)
        : writeDocument(document, path, value),
      rule,
      frame,
    );
  }

  private checkWrite(problem: WriteProblem | undefined, rule: CompiledRule, frame: Frame): void {
    if (problem !== undefined) throw this.stop(problems[problem], rule, frame);
  }

  /** Evaluates a function as a member of its package object. The function has a value only if it has no parameters. */
  private noArguments(rule: CompiledRule, frame: Frame): void {
    if (rule.path.length > 1) makeObjectAt(this.world.document, rule.path.slice(0, -1));
    if (rule.parameters.length > 0) return;
    const value = this.functionBodies(rule, frame, rule.ref);
    if (value === undefined || !this.isFree(rule.path)) return;
    if (writeDocument(this.world.document, rule.path, value) !== undefined)
      throw this.stop('rules should not produce multiple outputs.', rule.ref, frame);
  }

  private default(rule: CompiledRule): void {
    if (rule.kind !== 'default' || rule.parameters.length > 0 || this.world.processed.has(rule)) return;
    const frame: Frame = { slots: [], module: rule.module };
    const [body] = rule.bodies;
    const value = body?.output.value === undefined ? undefined : this.evaluate(body.output.value, frame);
    const path = (body?.path ?? []).map((part) => this.evaluate(part, frame)).filter((part) => part !== undefined);
    const packagePath = this.loaded.modules[rule.module]?.packagePath ?? [];
    if (value !== undefined) writeDocument(this.world.document, [...packagePath, ...path], value, true);
    this.world.processed.add(rule);
  }

  protected rulesAt(path: readonly string[]): RuleTree | undefined {
    return treeAt(this.loaded.tree, path);
  }
}

const valueAt = (value: RegoValue | undefined, path: readonly RegoValue[]): RegoValue | undefined => {
  let found = value;
  for (const part of path) {
    if (found === undefined) return undefined;
    found = lookUp(found, part);
  }
  return found;
};
