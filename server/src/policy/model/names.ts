/**
 * Resolves the names in a policy: rules, imports, parameters, and variables, with all places where they occur. Scopes
 * are the same as in the engine (scopes.ts of the evaluator). Reports names for which the engine would reject the
 * policy or stop.
 */
import { getBuiltinAvailability } from '#core/agent/builtinReference/builtins.ts';
import type { Guest } from '#core/agent/guests.ts';
import type { Module, RegoRule } from '../rego/syntax/ast.ts';
import { getRefNames } from '../rego/compile/functionArity.ts';
import type { Span } from '#server/engine/text/span.ts';
import { NameReader } from './nameReader.ts';
import type { YieldingTask } from '#server/engine/scheduling/steps.ts';
import type { NamedCall, NamedPosition } from './namedPlaces.ts';
import type { NamedSymbol, UnsafeVariable } from './namedSymbol.ts';

/**
 * An undefined name. For variables, the engine rejects the policy. For functions, it stops when it evaluates the call.
 */
export interface UndefinedName extends Span {
  readonly kind: 'variable' | 'function';
  readonly name: string;
  /** True if a rule with this name exists but accepts no arguments. */
  readonly isRule: boolean;
}

/** Names of a module. Created by `getSymbolTable`. */
export class SymbolTable {
  readonly module: Module;
  /** All rules and functions by name, in the order of the text. */
  readonly rules: ReadonlyMap<string, NamedSymbol>;
  readonly imports: ReadonlyMap<string, NamedSymbol>;
  readonly #reader: NameReader;
  readonly #calls = new Map<NamedSymbol, readonly NamedCall[]>();
  readonly #users = new Map<NamedSymbol, readonly RegoRule[]>();

  constructor(module: Module, text: string) {
    this.module = module;
    this.#reader = new NameReader(module, text);
    this.rules = this.#reader.rules;
    this.imports = this.#reader.imports;
  }

  /** Reads one rule per step, so that later requests are fast. */
  *readSteps(): YieldingTask<void> {
    for (const rule of this.module.rules) {
      this.#reader.of(rule);
      yield;
    }
  }

  /**
   * Returns the symbol whose name is at this offset. Returns undefined for built-in functions, `input`, `data`, and
   * undefined names.
   */
  at(offset: number): NamedSymbol | undefined {
    return this.placeAt(offset)?.named;
  }

  /** Returns the name at this offset with its range. Also works for `f` in `data.agent_policy.f`. */
  placeAt(offset: number): { readonly named: NamedSymbol; readonly start: number; readonly end: number } | undefined {
    return this.#reader.placeAt(offset);
  }

  /** Returns the symbol that a node refers to: a variable, a rule head, the name of an import, or a callee. */
  definitionOf(node: Span): NamedSymbol | undefined {
    return this.at(node.start);
  }

  /** Returns all places that refer to the same symbol. */
  referencesOf(named: NamedSymbol): readonly Span[] {
    return named.places;
  }

  /**
   * Returns the parameters and variables that can be used at this offset, from the innermost scope outward. Omits
   * hidden ones.
   */
  variablesAt(offset: number): readonly NamedSymbol[] {
    return this.#reader.variablesAt(offset);
  }

  /** Returns all parameters and variables of a rule, in all scopes. */
  variablesIn(rule: RegoRule): readonly NamedSymbol[] {
    return this.#reader.of(rule).scopes.flatMap(({ names }) => [...names.values()]);
  }

  /** All places with a name, rule heads first. */
  get places(): readonly NamedPosition[] {
    return this.#reader.places;
  }

  /** Returns the rules that call or use this symbol, each only once. */
  usersOf(named: NamedSymbol): readonly RegoRule[] {
    const known = this.#users.get(named);
    if (known !== undefined) return known;
    const users = this.#reader
      .rulesWith(named.name)
      .filter((rule) => this.#reader.of(rule).places.some((place) => place.named === named));
    this.#users.set(named, users);
    return users;
  }

  /** Returns all calls of a function, by rule in the order of the text. */
  callsOf(named: NamedSymbol): readonly NamedCall[] {
    const known = this.#calls.get(named);
    if (known !== undefined) return known;
    const calls = this.#reader
      .rulesWith(named.name)
      .flatMap((rule) => this.#reader.of(rule).calls.filter(({ callee }) => callee === named));
    this.#calls.set(named, calls);
    return calls;
  }

  /** All calls, by rule in the order of the text. */
  get calls(): readonly NamedCall[] {
    return this.#reader.all.flatMap(({ calls }) => calls);
  }

  /**
   * Returns variables and called functions that aren't defined anywhere. Functions that OPA or another guest has aren't
   * included, because they're reported as missing built-in functions (`getBuiltinAvailability`). Variables that exist
   * but have no value at this position aren't included either, because they're reported as unsafe variables.
   */
  undefinedNames(guest: Pick<Guest, 'engines'>): readonly UndefinedName[] {
    const variables = this.#reader.all
      .flatMap(({ unresolved }) => unresolved)
      .filter(({ inner }) => inner === undefined)
      .map(({ start, end, name }): UndefinedName => ({ start, end, name, kind: 'variable', isRule: false }));
    const functions = this.calls.flatMap(({ call: { callee: written }, callee }): UndefinedName[] => {
      const parts = getRefNames(written);
      if (parts === undefined || callee?.kind === 'function') return [];
      const name = parts.join('.');
      if (callee === undefined && getBuiltinAvailability(name, guest).state !== 'unknown') return [];
      // A rule with the same name doesn't hide a built-in function.
      if (callee?.kind === 'rule' && parts.length === 1 && getBuiltinAvailability(name, guest).state === 'available')
        return [];
      return [{ start: written.start, end: written.end, name, kind: 'function', isRule: callee?.kind === 'rule' }];
    });
    return [...variables, ...functions].sort((one, other) => one.start - other.start);
  }

  /** Returns variables that are used where they have no value, each once per scope. */
  unsafeVariables(): readonly UnsafeVariable[] {
    const found = this.#reader.all;
    const elsewhere = found
      .flatMap(({ unresolved }) => unresolved)
      .flatMap(({ start, end, name, inner }): UnsafeVariable[] =>
        inner === undefined ? [] : [{ start, end, name, why: 'inner only', elsewhere: inner }],
      );
    return [...elsewhere, ...found.flatMap(({ unsafe }) => unsafe)].sort((one, other) => one.start - other.start);
  }
}

const known = new WeakMap<Module, SymbolTable>();

/**
 * Returns the names of a module. Cached per module.
 * @param text source text of the module
 */
export function getSymbolTable(module: Module, text: string): SymbolTable {
  const names = known.get(module) ?? new SymbolTable(module, text);
  known.set(module, names);
  return names;
}
