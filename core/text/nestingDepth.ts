/**
 * Determines how deeply the tokens of a YAML text are nested. The parser library reads tokens without recursion, but
 * composes documents from them recursively. If it runs out of stack space while it compiles a regular expression, the
 * process ends, so a text that is nested too deeply must not reach it.
 */
import { isJsonObject } from '../common/json.ts';

/** Maximum nesting that the library composes. Its stack is sufficient for about 800 levels. */
export const maxComposedDepth = 250;

/** Returns whether tokens of the library contain more nested collections than it can compose safely. */
export function isNestedTooDeeply(tokens: Iterable<unknown>): boolean {
  let level: readonly unknown[] = [...tokens];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxComposedDepth) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
}

function childrenOf(token: unknown): readonly unknown[] {
  if (!isJsonObject(token)) return [];
  const { value, items } = token;
  const pairs: readonly unknown[] = Array.isArray(items) ? items : [];
  return [value, ...pairs.flatMap((pair) => (isJsonObject(pair) ? [pair['key'], pair['value']] : []))].filter(
    isJsonObject,
  );
}
