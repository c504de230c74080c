/**
 * Evaluates rules that depend neither on the request nor on the state, so that their values are the same for every
 * request. Rules that use `with`, imports, or anything named `input` or `data` aren't treated as constant.
 */
import type { Module, RegoRule } from '../rego/syntax/ast.ts';
import { listGuestBuiltins } from '../rego/builtins/index.ts';
import { evaluateRequest, type Evaluation } from '../rego/evaluate/evaluate.ts';
import type { EvaluationLimits } from '../rego/evaluate/limits.ts';
import { loadModules } from '../rego/evaluate/load.ts';
import { walkUses } from '../rego/syntax/walk.ts';
import { identityText } from '../rego/values/formatValue.ts';
import { recorderIn } from '../sharing/dataReads.ts';

/** Limits for each evaluation. Constant rules need few steps. */
const limits: EvaluationLimits = { steps: 20_000, allocation: 200_000, depth: 200 };
/**
 * Maximum number of evaluations per policy, and maximum number of steps of all these evaluations. They are low, because
 * the evaluations delay the response to the editor.
 */
const maxEvaluations = 200;
const maxSteps = 100_000;
/** Number of steps counted for loading a rule. */
const stepsPerRule = 20;
/** Maximum number of rules in a policy. Manually written policies have fewer. */
const maxRules = 5_000;

/** Names that make a rule not constant: external data, and the functions for random numbers. */
const openNames: ReadonlySet<string> = new Set(['input', 'data', 'rand']);
/** Errors that don't depend on the policy: exceeded limits, and functions that other guests might have. */
const doubtful = /^(?:stopped|could not find function)/;

const known = new WeakMap<Module, ConstantRules>();

/** Returns the constant rules of a module. Cached per module. */
export function constantRules(module: Module, text: string): ConstantRules {
  const found = known.get(module) ?? new ConstantRules(module, text);
  known.set(module, found);
  return found;
}

export class ConstantRules {
  readonly #module: Module;
  readonly #text: string;
  readonly #byName = new Map<string, RegoRule[]>();
  /** Names that each rule might use. Undefined if the rule uses external data. */
  readonly #uses = new Map<RegoRule, ReadonlySet<string> | undefined>();
  /** Number of calls of `value`. */
  #calls = 0;
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

  /**
   * Evaluates the rule with this name as if `rules` were its only definitions. Returns undefined if the result is
   * uncertain.
   */
  value(name: string, rules: readonly RegoRule[]): Evaluation | undefined {
    const recorder = recorderIn(this.#module);
    if (recorder === undefined) return this.#value(name, rules);
    this.#calls += 1;
    const { dialect } = this.#module;
    return recorder.read(
      `value ${dialect} ${this.#calls}`,
      () => this.#value(name, rules),
      digestOf,
      // The limits depend on the previous evaluations, which are repeated in the same order.
      (other) => digestOf(constantRules(other.in(dialect), other.text).#value(name, rules)),
    );
  }

  #value(name: string, rules: readonly RegoRule[]): Evaluation | undefined {
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

  /** Returns whether the rule uses no external data. */
  isConstant(name: string, rule: RegoRule): boolean {
    return this.#helpers(name, [rule]) !== undefined;
  }

  /**
   * Returns all other rules that these rules need. Returns undefined if one of them uses the request, or if they are
   * recursive.
   */
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
    walkUses({ type: 'rule', node: rule }, ({ type, node }) => {
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

function digestOf(evaluation: Evaluation | undefined): string {
  if (evaluation === undefined) return '';
  const { error } = evaluation;
  if (error !== undefined) return `error ${error.span.start} ${error.span.end} ${error.message}`;
  return evaluation.value === undefined ? 'undefined' : `value ${identityText(evaluation.value)}`;
}

function rootOf({ head: { ref } }: RegoRule): string | undefined {
  if (ref.kind === 'variable') return ref.name;
  return ref.base.kind === 'variable' ? ref.base.name : undefined;
}
