/** Represents a scope while the names of a policy are resolved: its names, and whether all of them have a value. */
import type { Import, RegoRule } from '../rego/syntax/ast.ts';
import { isOwn, type Scope } from '../rego/syntax/scopes.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { NamedSymbol, NameKind, UnsafeVariable } from './namedSymbol.ts';

/** A name whose places are still being collected. */
export class GrowingName implements NamedSymbol {
  kind: NameKind;
  readonly name: string;
  readonly definitions: Span[] = [];
  readonly rules: RegoRule[] = [];
  readonly import: Import | undefined;
  readonly scope: Span;
  readonly #places: Span[] = [];
  readonly #complete: () => void;
  #sorted = true;

  /**
   * Creates a name.
   * @param complete reads the code that might contain further places
   */
  constructor(kind: NameKind, name: string, scope: Span, complete: () => void, imported?: Import) {
    this.kind = kind;
    this.name = name;
    this.scope = scope;
    this.import = imported;
    this.#complete = complete;
  }

  add(place: Span): void {
    this.#places.push(place);
    this.#sorted = false;
  }

  get places(): readonly Span[] {
    this.#complete();
    if (!this.#sorted) this.#places.sort((one, other) => one.start - other.start);
    this.#sorted = true;
    return this.#places;
  }
}

/** Names that one statement binds together, and the names that must have values first. */
interface Binding {
  readonly names: readonly string[];
  readonly needs: ReadonlySet<string>;
}

export class NameScope {
  readonly scope: Scope;
  readonly span: Span;
  readonly outer: NameScope | undefined;
  /** Set for the scopes of parameters and of `every` variables, which get their values from outside of the scope. */
  readonly given: NameKind | undefined;
  noteUses = true;
  readonly names = new Map<string, GrowingName>();
  readonly #bindings: Binding[] = [];
  readonly #firstUse = new Map<string, Span>();
  readonly #declared = new Map<string, Span[]>();
  readonly #gives = new Set<string>();
  readonly #givenTwice = new Map<string, Span>();

  constructor(scope: Scope, span: Span, outer: NameScope | undefined, given?: NameKind) {
    this.scope = scope;
    this.span = span;
    this.outer = outer;
    this.given = given;
  }

  owns(name: string): boolean {
    return isOwn(this.scope, name);
  }

  named(name: string): GrowingName {
    const known = this.names.get(name) ?? new GrowingName(this.given ?? 'variable', name, this.span, isComplete);
    this.names.set(name, known);
    return known;
  }

  binds(names: readonly string[], needs: ReadonlySet<string>): void {
    if (names.length > 0) this.#bindings.push({ names, needs });
  }

  /**
   * Records a declaration.
   * @param gives true if the declaration also assigns a value, which is allowed only once per scope
   */
  declares(name: string, at: Span, gives: boolean): void {
    const places = this.#declared.get(name) ?? [];
    places.push(at);
    this.#declared.set(name, places);
    if (!gives) return;
    if (this.#gives.has(name) || (this.outer?.given === 'parameter' && this.outer.owns(name))) {
      if (!this.#givenTwice.has(name)) this.#givenTwice.set(name, at);
    }
    this.#gives.add(name);
  }

  /** Records a use in this scope, in the order of the statements. */
  uses(name: string, at: Span): void {
    if (this.noteUses && !this.#firstUse.has(name)) this.#firstUse.set(name, at);
  }

  /**
   * Returns the declared variables that are used without a value, used before their declaration, or declared twice.
   * Calls `undeclared` for each used name that has no declaration and no value. Omits uncertain cases.
   */
  unsafe(undeclared: (name: string, at: Span) => void): UnsafeVariable[] {
    if (this.given !== undefined) return [];
    const bound = this.#bound();
    const found: UnsafeVariable[] = [];
    for (const { name, places } of this.names.values()) {
      const declared = this.#declared.get(name) ?? [];
      const [only] = declared;
      const twice = this.#givenTwice.get(name);
      if (twice !== undefined) {
        found.push({
          start: twice.start,
          end: twice.end,
          name,
          why: 'declared twice',
          elsewhere: declared.find((place) => place !== twice),
        });
        continue;
      }
      const first = this.#firstUse.get(name);
      if (!bound.has(name)) {
        const starts = new Set(declared.map(({ start }) => start));
        const use = places.find(({ start }) => !starts.has(start));
        if (use === undefined) continue;
        if (declared.length === 0) undeclared(name, use);
        else found.push({ start: use.start, end: use.end, name, why: 'never bound', elsewhere: only });
      } else if (first !== undefined && only !== undefined && declared.length === 1 && first.start < only.start)
        found.push({ start: first.start, end: first.end, name, why: 'used before', elsewhere: only });
    }
    return found;
  }

  /** Returns the names with a value. A binding assigns its names as soon as all names that it needs have a value. */
  #bound(): ReadonlySet<string> {
    const bound = new Set<string>();
    const waiting = new Map<string, Binding[]>();
    const ready: Binding[] = [];
    const nextNeed = (binding: Binding): string | undefined => [...binding.needs].find((need) => !bound.has(need));
    const place = (binding: Binding): void => {
      const need = nextNeed(binding);
      if (need === undefined) {
        ready.push(binding);
        return;
      }
      const others = waiting.get(need);
      if (others === undefined) waiting.set(need, [binding]);
      else others.push(binding);
    };
    for (const binding of this.#bindings) place(binding);
    for (let binding = ready.pop(); binding !== undefined; binding = ready.pop()) {
      for (const name of binding.names) {
        if (bound.has(name)) continue;
        bound.add(name);
        const freed = waiting.get(name) ?? [];
        waiting.delete(name);
        for (const one of freed) place(one);
      }
    }
    return bound;
  }
}

/** Does nothing, because all places of a variable are in one rule, which is read completely. */
const isComplete = (): void => undefined;
