/**
 * What the names in a policy mean: rules, imports, parameters and variables, with all places where each is written.
 * Scopes are those of the engine (scopes.ts of the evaluator); where the engine refuses or would stop, that is told.
 */
import { getBuiltinAvailability } from '#core/agent/builtinReference/builtins.ts';
import type { Guest } from '#core/agent/guests.ts';
import type { Module, RegoRule } from '../rego/syntax/ast.ts';
import { getRefNames } from '../rego/compile/functionArity.ts';
import type { Span } from '#server/engine/text/span.ts';
import { NameReader } from './nameReader.ts';
import type { YieldingTask } from '#server/engine/scheduling/steps.ts';
import type { NamedCall, NamedPlace } from './namedPlaces.ts';
import type { NamedSymbol, UnsafeVariable } from './namedSymbol.ts';

/**
 * A name that stands for nothing: the engine refuses the policy (variables), or stops when it gets there (functions).
 */
export interface UndefinedName extends Span {
  readonly kind: 'variable' | 'function';
  readonly name: string;
  /** A rule of that name exists, but takes no arguments. */
  readonly isRule: boolean;
}

/** The names of a module. Make it with `getSymbolTable`. */
export class SymbolTable {
  readonly module: Module;
  /** All rules and functions, by name, in the order of the text. */
  readonly rules: ReadonlyMap<string, NamedSymbol>;
  readonly imports: ReadonlyMap<string, NamedSymbol>;
  readonly #reader: NameReader;

  constructor(module: Module, text: string) {
    this.module = module;
    this.#reader = new NameReader(module, text);
    this.rules = this.#reader.rules;
    this.imports = this.#reader.imports;
  }

  /** Reads rule after rule, so that whoever asks afterwards has it at once. */
  *readSteps(): YieldingTask<void> {
    for (const rule of this.module.rules) {
      this.#reader.of(rule);
      yield;
    }
  }

  /**
   * What the name means that is written at this place; undefined for built-ins, `input`, `data` and names that mean
   * nothing.
   */
  at(offset: number): NamedSymbol | undefined {
    return this.placeAt(offset)?.named;
  }

  /** The name that is written at this place, with its span: also that of `f` in `data.agent_policy.f`. */
  placeAt(offset: number): { readonly named: NamedSymbol; readonly start: number; readonly end: number } | undefined {
    return this.#reader.placeAt(offset);
  }

  /** What the name of this node means: a variable, a head's ref, a name of an import, a callee. */
  definitionOf(node: Span): NamedSymbol | undefined {
    return this.at(node.start);
  }

  /** Every place where a name is written that means the same. */
  referencesOf(named: NamedSymbol): readonly Span[] {
    return named.places;
  }

  /**
   * The parameters and variables that may be used here, the nearest first; of two with one name only that which is
   * meant.
   */
  variablesAt(offset: number): readonly NamedSymbol[] {
    return this.#reader.variablesAt(offset);
  }

  /** All parameters and variables of a rule, whatever their scopes. */
  variablesIn(rule: RegoRule): readonly NamedSymbol[] {
    return this.#reader.of(rule).scopes.flatMap(({ names }) => [...names.values()]);
  }

  /** Every name where it is written, heads first. */
  get places(): readonly NamedPlace[] {
    return this.#reader.places;
  }

  /** The rules that call or use this one, each once. */
  usersOf(named: NamedSymbol): readonly RegoRule[] {
    return this.#reader
      .rulesWith(named.name)
      .filter((rule) => this.#reader.of(rule).places.some((place) => place.named === named));
  }

  /** All calls of a function, by rules in the order of the text. */
  callsOf(named: NamedSymbol): readonly NamedCall[] {
    return this.#reader
      .rulesWith(named.name)
      .flatMap((rule) => this.#reader.of(rule).calls.filter(({ callee }) => callee === named));
  }

  /** All calls, by rules in the order of the text. */
  get calls(): readonly NamedCall[] {
    return this.#reader.all.flatMap(({ calls }) => calls);
  }

  /**
   * Variables and called functions that exist nowhere. Functions that OPA or another guest has are not among them:
   * those are missing built-ins (`getBuiltinAvailability`). Variables that only have no value here are among the unsafe
   * ones.
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
      // A rule of the same name does not hide a built-in.
      if (callee?.kind === 'rule' && parts.length === 1 && getBuiltinAvailability(name, guest).state === 'available')
        return [];
      return [{ start: written.start, end: written.end, name, kind: 'function', isRule: callee?.kind === 'rule' }];
    });
    return [...variables, ...functions].sort((one, other) => one.start - other.start);
  }

  /** Variables that are used where they have no value; each once a scope. */
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

/** The names of a module, worked out once. `text` is what it was parsed of. */
export function getSymbolTable(module: Module, text: string): SymbolTable {
  const names = known.get(module) ?? new SymbolTable(module, text);
  known.set(module, names);
  return names;
}
