/** The names of a rule that nothing defines. */
import type { Span } from '#server/engine/text/span.ts';
import type { Unresolved } from './namedSymbol.ts';
import type { NameScope } from './nameScope.ts';

/** For so many unknown names of one rule it is worked out whether a scope inside has them. */
const maxLookedFor = 200;

/** A use of a name that no scope around it owns. */
export interface MissingName {
  readonly name: string;
  readonly at: Span;
  readonly scope: NameScope | undefined;
}

/** Returns the missing names, each once for a scope, with the place inside of that scope that defines it. */
export function listUnresolved(missing: readonly MissingName[], scopes: readonly NameScope[]): readonly Unresolved[] {
  const unresolved: Unresolved[] = [];
  const reported = new Map<NameScope, Set<string>>();
  for (const { name, at, scope } of missing) {
    if (scope !== undefined) {
      const names = reported.get(scope) ?? new Set();
      reported.set(scope, names);
      if (names.has(name)) continue;
      names.add(name);
    }
    const isWorthIt = scope !== undefined && unresolved.length < maxLookedFor;
    unresolved.push({ ...at, name, inner: isWorthIt ? boundInside(name, scope, scopes) : undefined });
  }
  return unresolved;
}

/** Where a scope inside of this one owns the name. */
const boundInside = (name: string, scope: NameScope, scopes: readonly NameScope[]): Span | undefined => {
  for (const level of scopes) {
    const definition = level.names.get(name)?.definitions[0];
    if (definition === undefined) continue;
    for (let around = level.outer; around !== undefined; around = around.outer) if (around === scope) return definition;
  }
  return undefined;
};
