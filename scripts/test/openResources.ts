/** Finds the test that left a resource open, such as a timer or a server. Node only says which kinds of resources are open. */

/** Returns the kinds of the resources that keep the process alive, with one item per resource. */
export type ReadResources = () => readonly string[];

/** A resource of one kind, and the test after which there was one more of the kind. */
interface Level {
  readonly count: number;
  readonly test: string;
}

export class OpenResources {
  readonly #read: ReadResources;
  readonly #before: ReadonlyMap<string, number>;
  /** By kind: the tests that raised the number of open resources to one that it hasn't gone below since. */
  readonly #levels = new Map<string, Level[]>();

  /** Resources that are open now belong to no test. */
  constructor(read: ReadResources) {
    this.#read = read;
    this.#before = countsOf(read());
  }

  /** Compares the open resources with those before the test. @param test that has just ended */
  record(test: string): void {
    const counts = countsOf(this.#read());
    for (const kind of this.#levels.keys()) if (!counts.has(kind)) this.#levels.delete(kind);
    for (const [kind, count] of counts) {
      const known = this.#levels.get(kind) ?? [];
      const levels = known.filter((level) => level.count <= count);
      const reached = levels.at(-1)?.count ?? this.#before.get(kind) ?? 0;
      // If some were closed, the test that opened most of the others is the one that was known for a higher number.
      const opener = known[levels.length]?.test ?? test;
      if (reached < count) levels.push({ count, test: opener });
      this.#levels.set(kind, levels);
    }
  }

  /** Describes what is open now: `Timeout (since "waits" in a.test.ts)`. Empty if no more resources are open than at the start. */
  describe(): readonly string[] {
    return [...countsOf(this.#read())]
      .filter(([kind, count]) => count > (this.#before.get(kind) ?? 0))
      .map(([kind, count]) => {
        const levels = this.#levels.get(kind)?.filter((level) => level.count <= count) ?? [];
        const tests = levels.map(({ test }) => test);
        return tests.length === 0 ? kind : `${kind} (since ${tests.join(', ')})`;
      });
  }
}

function countsOf(kinds: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
