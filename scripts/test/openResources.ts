/**
 * Finds the test that left a resource open, such as a timer or a server. Node reports only the kinds of open resources.
 */

/** Returns the kinds of the resources that keep the process alive, with one item per resource. */
export type ReadResources = () => readonly string[];

/** A number of open resources of one kind, and the test that reached this number. */
interface Level {
  readonly count: number;
  readonly test: string;
}

export class OpenResources {
  readonly #read: ReadResources;
  readonly #before: ReadonlyMap<string, number>;
  /**
   * For each kind, the tests that increased the number of open resources. Levels above the current number are removed.
   */
  readonly #levels = new Map<string, Level[]>();

  /** Creates a tracker that ignores resources that are already open. */
  constructor(read: ReadResources) {
    this.#read = read;
    this.#before = countsOf(read());
  }

  /**
   * Compares the open resources with those before a test.
   * @param test test that has ended
   */
  record(test: string): void {
    const counts = countsOf(this.#read());
    for (const kind of this.#levels.keys()) if (!counts.has(kind)) this.#levels.delete(kind);
    for (const [kind, count] of counts) {
      const known = this.#levels.get(kind) ?? [];
      const levels = known.filter((level) => level.count <= count);
      const reached = levels.at(-1)?.count ?? this.#before.get(kind) ?? 0;
      // If the number decreased to a value between two levels, the test of the higher level opened the additional
      // resources.
      const opener = known[levels.length]?.test ?? test;
      if (reached < count) levels.push({ count, test: opener });
      this.#levels.set(kind, levels);
    }
  }

  /** Describes the resources that tests left open, such as `Timeout (since "waits" in a.test.ts)`. */
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
