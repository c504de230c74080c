/** Stores a value that the language server receives on every change and after every start. */

export interface ValueStore<T> {
  set(value: T): void;
  now(): T;
  /** Registers a listener that is called after every `set`. */
  onChange(listener: () => void): void;
}

/** Creates a store with its first value. */
export function createValueStore<T>(first: T): ValueStore<T> {
  const listeners: (() => void)[] = [];
  let value = first;
  return {
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    now: () => value,
    onChange(listener) {
      listeners.push(listener);
    },
  };
}
