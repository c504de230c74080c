/** Resolves the names in a policy. Reads the heads of all rules immediately and the contents of a rule on demand. */
import { findFirstIndex } from '#core/common/binarySearch.ts';
import type { Module, RegoRule } from '../rego/syntax/ast.ts';
import { listGuestBuiltins } from '../rego/builtins/index.ts';
import type { ModuleNames } from '../rego/compile/compileTerm.ts';
import { FunctionArities } from '../rego/compile/functionArity.ts';
import { describeModules, createLineFinder } from '../rego/evaluate/load.ts';
import { newScope } from '../rego/syntax/scopes.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { NamedSymbol } from './namedSymbol.ts';
import { GrowingName } from './nameScope.ts';
import type { Globals, NamedPosition } from './namedPlaces.ts';
import { RuleNames } from './ruleNames.ts';

const everything = listGuestBuiltins({ base64: true });

export class NameReader {
  readonly rules = new Map<string, GrowingName>();
  readonly imports = new Map<string, GrowingName>();
  readonly #module: Module;
  readonly #text: string;
  readonly #globals: Globals;
  readonly #heads: NamedPosition[] = [];
  readonly #byRule = new Map<RegoRule, RuleNames>();
  readonly #complete = new Set<string>();
  readonly #rulesWith = new Map<string, readonly RegoRule[]>();

  constructor(module: Module, text: string) {
    this.#module = module;
    this.#text = text;
    const described: ModuleNames | undefined = describeModules([module], everything)[0];
    const packagePath = described?.packagePath ?? [];
    const functions = described?.functions ?? new FunctionArities([], new Map(), new Map(), everything);
    for (const imported of module.imports) {
      const name = imported.alias ?? imported.path.at(-1);
      if (name === undefined || described?.imports.has(name.text) !== true) continue;
      const named =
        this.imports.get(name.text) ??
        new GrowingName('import', name.text, module, () => this.#readAllWith(name.text), imported);
      this.imports.set(name.text, named);
      this.#define(named, name);
    }
    for (const rule of module.rules) this.#head(rule);
    const scope = newScope();
    for (const name of [...this.rules.keys(), ...this.imports.keys()]) scope.unscoped.add(name);
    this.#globals = {
      rules: this.rules,
      imports: this.imports,
      scope,
      lineOf: createLineFinder(text),
      functions,
      packagePath,
    };
  }

  /** Names in each rule, in the order of the text. */
  get all(): readonly RuleNames[] {
    return this.#module.rules.map((rule) => this.of(rule));
  }

  /** All places with a name, rule heads first. */
  get places(): readonly NamedPosition[] {
    return [...this.#heads, ...this.all.flatMap(({ places }) => places)];
  }

  /** Returns the names in a rule. */
  of(rule: RegoRule): RuleNames {
    const names = this.#byRule.get(rule) ?? new RuleNames(rule, this.#globals);
    this.#byRule.set(rule, names);
    return names;
  }

  /** Returns the rules whose text contains a word. No other rule can use it as a name. */
  rulesWith(word: string): readonly RegoRule[] {
    const known = this.#rulesWith.get(word) ?? this.#findRulesWith(word);
    this.#rulesWith.set(word, known);
    return known;
  }

  #findRulesWith(word: string): readonly RegoRule[] {
    const { rules } = this.#module;
    const found: RegoRule[] = [];
    let next = 0;
    for (let at = this.#text.indexOf(word); at >= 0; at = this.#text.indexOf(word, at + 1)) {
      while ((rules[next]?.end ?? Infinity) <= at) next += 1;
      const rule = rules[next];
      if (rule === undefined) break;
      if (rule.start > at || isWord(this.#text, at - 1) || isWord(this.#text, at + word.length)) continue;
      found.push(rule);
      // Continues after the rule.
      at = rule.end - 1;
    }
    return found;
  }

  placeAt(offset: number): NamedPosition | undefined {
    const rule = this.#ruleAt(offset);
    const inside = rule === undefined ? undefined : this.of(rule);
    return inside?.index.at(offset) ?? lastAt(this.#heads, offset);
  }

  variablesAt(offset: number): readonly NamedSymbol[] {
    const found = new Map<string, NamedSymbol>();
    const rule = this.#ruleAt(offset);
    for (const { span, names } of rule === undefined ? [] : this.of(rule).scopes.toReversed()) {
      if (offset < span.start || offset > span.end) continue;
      for (const [name, named] of names) if (!found.has(name)) found.set(name, named);
    }
    return [...found.values()];
  }

  /** Returns the rule at this offset. If two rules are adjacent, returns the later one. */
  #ruleAt(offset: number): RegoRule | undefined {
    return lastAt(this.#module.rules, offset);
  }

  #readAllWith(word: string): void {
    if (this.#complete.has(word)) return;
    this.#complete.add(word);
    for (const rule of this.rulesWith(word)) this.of(rule);
  }

  #head(rule: RegoRule): void {
    const { ref, parameters } = rule.head;
    const base = ref.kind === 'variable' ? ref : ref.base;
    if (base.kind !== 'variable' || base.start === base.end) return;
    const { name } = base;
    const named = this.rules.get(name) ?? new GrowingName('rule', name, this.#module, () => this.#readAllWith(name));
    this.rules.set(name, named);
    if (parameters !== undefined) named.kind = 'function';
    named.rules.push(rule);
    this.#define(named, base);
  }

  #define(named: GrowingName, { start, end }: Span): void {
    const span = { start, end };
    named.definitions.push(span);
    named.add(span);
    this.#heads.push({ ...span, named });
  }
}

const isWord = (text: string, at: number): boolean => /\w/.test(text[at] ?? '');

/** Returns the last range that contains this offset. The ranges must be sorted. */
function lastAt<Of extends Span>(all: readonly Of[], offset: number): Of | undefined {
  const found = all[findFirstIndex(all.length, (index) => (all[index]?.start ?? Infinity) > offset) - 1];
  return found !== undefined && offset <= found.end ? found : undefined;
}
