/** Tracks the slots of variables during the compilation of a rule, and which variables are bound at each point. */
import type { AnalyzedQuery } from './analyzeQuery.ts';
import type { Slot } from './program.ts';

export type Found = { readonly kind: 'bound' | 'unbound' | 'elsewhere'; readonly slot: Slot } | undefined;

/** Allocates the slots of one rule. */
export class Slots {
  count = 0;

  next(): Slot {
    this.count += 1;
    return this.count - 1;
  }
}

/** The variables of one query during compilation. */
export class CompileScope {
  readonly slots: Slots;
  readonly names = new Map<string, Slot>();
  private readonly outer: CompileScope | undefined;
  private readonly bound = new Set<string>();
  private readonly declared: ReadonlySet<string>;
  /** Names that are bound on this level, so that `:=` can't bind them again. */
  private readonly sameLevel: Set<string>;

  constructor(
    slots: Slots,
    outer: CompileScope | undefined,
    declared: ReadonlySet<string> = new Set(),
    sharesLevel = false,
  ) {
    this.slots = slots;
    this.outer = outer;
    this.declared = declared;
    this.sameLevel = sharesLevel && outer !== undefined ? new Set(outer.sameLevel) : new Set();
  }

  static forQuery(
    slots: Slots,
    outer: CompileScope | undefined,
    analyzed: AnalyzedQuery | undefined,
    sharesLevel = false,
  ): CompileScope {
    const scope = new CompileScope(slots, outer, analyzed?.declared, sharesLevel);
    for (const name of [...(analyzed?.scope.locals.keys() ?? []), ...(analyzed?.scope.unscoped ?? [])]) scope.own(name);
    return scope;
  }

  own(name: string): Slot {
    const slot = this.names.get(name) ?? this.slots.next();
    this.names.set(name, slot);
    return slot;
  }

  find(name: string): Found {
    const slot = this.names.get(name);
    if (slot !== undefined) return { kind: this.bound.has(name) ? 'bound' : 'unbound', slot };
    const outside = this.outer?.find(name);
    return outside?.kind === 'unbound' ? { kind: 'elsewhere', slot: outside.slot } : outside;
  }

  bind(name: string): void {
    this.bound.add(name);
    this.sameLevel.add(name);
  }

  isBoundHere(name: string): boolean {
    return this.sameLevel.has(name);
  }

  /**
   * Returns whether `some x` declares the variable. If nothing binds it, its value is undefined. Otherwise, an unbound
   * variable is an error.
   */
  isDeclared(name: string): boolean {
    return this.declared.has(name) || (this.outer?.isDeclared(name) ?? false);
  }
}
