/**
 * Rules that do not look at what is asked nor at the state: their values are the same for every request, and the
 * evaluator tells them. In doubt a rule is none of them: what is named `input` or `data`, what `with` replaces, what is
 * imported.
 */
import type { Module, RegoRule } from '../rego/syntax/ast.ts';
import { listGuestBuiltins } from '../rego/builtins/index.ts';
import { evaluateRequest, type Evaluation } from '../rego/evaluate/evaluate.ts';
import type { EvaluationLimits } from '../rego/evaluate/limits.ts';
import { loadModules } from '../rego/evaluate/load.ts';
import { walkNode } from '../rego/syntax/walk.ts';

/** What is worked out before any request comes takes little. */
const limits: EvaluationLimits = { steps: 20_000, allocation: 200_000, depth: 200 };
/** Maximum number of evaluations per policy, and of steps in all of them. The editor waits for them. */
const maxEvaluations = 200;
const maxSteps = 100_000;
/** Steps to load one rule. */
const stepsPerRule = 20;
/** Above that nobody writes by hand. */
const maxRules = 5_000;

/** What is there besides the rules, and numbers by chance. */
const openNames: ReadonlySet<string> = new Set(['input', 'data', 'rand']);
/** Reached bounds, and functions that other guests may have, tell nothing of the policy. */
const doubtful = /^(?:stopped|could not find function)/;

const known = new WeakMap<Module, ConstantRules>();

/** The constant rules of a module, worked out once. */
export function constantRules(module: Module, text: string): ConstantRules {
  const found = known.get(module) ?? new ConstantRules(module, text);
  known.set(module, found);
  return found;
}

export class ConstantRules {
  readonly #module: Module;
  readonly #text: string;
  readonly #byName = new Map<string, RegoRule[]>();
  /** By rule, the names of others that it may use; undefined where it looks at more than those. */
  readonly #uses = new Map<RegoRule, ReadonlySet<string> | undefined>();
  #left = maxEvaluations;
  #stepsLeft = maxSteps;

  constructor(module: Module, text: string) {
    this.#module = module;
    this.#text = text;
    for (const rule of module.rules) {
      const name = rootOf(rule);
      if (name === undefined) continue;
      const others = this.#byName.get(name);
      if (others === undefined) this.#byName.set(name, [rule]);
      else others.push(rule);
    }
  }

  /** What these rules alone give to the request of their name; undefined where that is not sure. */
  value(name: string, rules: readonly RegoRule[]): Evaluation | undefined {
    if (
      this.#left === 0 ||
      this.#stepsLeft <= 0 ||
      this.#module.problems.length > 0 ||
      this.#module.rules.length > maxRules ||
      rules.length === 0
    )
      return undefined;
    const helpers = this.#helpers(name, rules);
    if (helpers === undefined) return undefined;
    this.#left -= 1;
    this.#stepsLeft -= (rules.length + helpers.length) * stepsPerRule;
    const module = { ...this.#module, rules: [...rules, ...helpers] };
    const loaded = loadModules([{ module, text: this.#text }], { builtins: listGuestBuiltins({ base64: false }) });
    if (loaded.error !== undefined) return undefined;
    const evaluation = evaluateRequest(loaded, { rule: name, input: undefined, limits });
    this.#stepsLeft -= evaluation.spent.steps;
    return evaluation.error !== undefined && doubtful.test(evaluation.error.message) ? undefined : evaluation;
  }

  /** Does it depend on nothing? */
  isConstant(name: string, rule: RegoRule): boolean {
    return this.#helpers(name, [rule]) !== undefined;
  }

  /** All other rules that they need; undefined when one of them looks at the request, or at themselves. */
  #helpers(name: string, rules: readonly RegoRule[]): readonly RegoRule[] | undefined {
    const helpers = new Set<RegoRule>();
    const waiting = [...rules];
    for (let rule = waiting.pop(); rule !== undefined; rule = waiting.pop()) {
      const uses = this.#usesOf(rule);
      if (uses === undefined || uses.has(name)) return undefined;
      for (const used of uses) {
        for (const other of this.#byName.get(used) ?? []) {
          if (helpers.has(other)) continue;
          helpers.add(other);
          waiting.push(other);
        }
      }
    }
    return [...helpers];
  }

  #usesOf(rule: RegoRule): ReadonlySet<string> | undefined {
    if (!this.#uses.has(rule)) this.#uses.set(rule, this.#namesIn(rule));
    return this.#uses.get(rule);
  }

  #namesIn(rule: RegoRule): ReadonlySet<string> | undefined {
    const imported = new Set(this.#module.imports.map(({ alias, path }) => alias?.text ?? path.at(-1)?.text));
    const head = rule.head.ref.kind === 'variable' ? rule.head.ref : rule.head.ref.base;
    const names = new Set<string>();
    let open = false;
    walkNode({ type: 'rule', node: rule }, ({ type, node }) => {
      if (type === 'with') open = true;
      else if (type === 'term' && node.kind === 'variable' && node.start !== head.start) {
        open ||= openNames.has(node.name) || imported.has(node.name);
        if (this.#byName.has(node.name)) names.add(node.name);
      }
      return !open;
    });
    return open ? undefined : names;
  }
}

function rootOf({ head: { ref } }: RegoRule): string | undefined {
  if (ref.kind === 'variable') return ref.name;
  return ref.base.kind === 'variable' ? ref.base.name : undefined;
}
