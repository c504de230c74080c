/** Finds the names in a rule that aren't defined. */
import type { Span } from '#server/engine/text/span.ts';
import type { Unresolved } from './namedSymbol.ts';
import type { NameScope } from './nameScope.ts';

/** Maximum number of unknown names of a rule for which inner scopes are searched. */
const maxLookedFor = 200;

/** A use of a name that no enclosing scope owns. */
export interface MissingName {
  readonly name: string;
  readonly at: Span;
  readonly scope: NameScope | undefined;
}

/** Returns the missing names, each once per scope, with the place in an inner scope that defines it. */
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

/** Returns where a scope inside this one defines the name. */
const boundInside = (name: string, scope: NameScope, scopes: readonly NameScope[]): Span | undefined => {
  for (const level of scopes) {
    const definition = level.names.get(name)?.definitions[0];
    if (definition === undefined) continue;
    for (let around = level.outer; around !== undefined; around = around.outer) if (around === scope) return definition;
  }
  return undefined;
};
