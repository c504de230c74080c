/**
 * Wraps the known part of a request so that an evaluation reports whether it needs a field that isn't known. Lookups of
 * known fields aren't reported.
 */
import { makeObject, RegoObject, type RegoValue } from '../rego/values/values.ts';

/** An input and whether the evaluation needed more than the input contains. */
export interface PartialInput {
  readonly input: RegoValue;
  readonly needsMore: () => boolean;
}

/** Wraps an input. Objects in arrays are complete. */
export function wrapPartialInput(known: RegoValue): PartialInput {
  const state = { needsMore: false };
  const note = (): void => {
    state.needsMore = true;
  };
  return { input: wrap(known, note), needsMore: () => state.needsMore };
}

function wrap(value: RegoValue, note: () => void): RegoValue {
  if (!(value instanceof RegoObject)) return value;
  const object = makeObject(value.entries.map(([key, inner]) => [key, wrap(inner, note)]));
  return new Proxy(object, {
    get(target, property): unknown {
      if (property === 'get')
        return (key: RegoValue): RegoValue | undefined => {
          const found = target.get(key);
          if (found === undefined) note();
          return found;
        };
      // Everything that isn't a lookup of one key reads all entries: loops, comparisons, and functions.
      if (property === 'entries') note();
      return Reflect.get(target, property);
    },
  });
}
