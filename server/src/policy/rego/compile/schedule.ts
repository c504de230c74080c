/** In which order the statements of a query run: each when what it uses is there. */

/** Something a statement gives a value to, and what it needs for it. An empty name: the statement defines nothing. */
export interface Definition {
  readonly name: string;
  readonly uses: readonly string[];
}

/**
 * Maximum number of statements of one body that are reordered, because the time grows with the square of their number.
 * Longer bodies, which no one writes manually, keep their order.
 */
const maxStatements = 200;

/**
 * A name that is in the way of a statement; undefined: all its definitions can be had, some perhaps by way of others of
 * the same statement.
 */
const obstacle = (definitions: readonly Definition[], known: ReadonlySet<string>): string | undefined => {
  const here = new Set<string>();
  let waiting = definitions;
  for (;;) {
    const still = waiting.filter(({ name, uses }) => {
      const ready = uses.every((used) => known.has(used) || here.has(used));
      if (ready) here.add(name);
      return !ready;
    });
    if (still.length === 0) return undefined;
    if (still.length === waiting.length) return still[0]?.uses.find((used) => !known.has(used) && !here.has(used));
    waiting = still;
  }
};

/**
 * The order of the statements, by their index. The engine goes by the names of the variables, first those statements
 * that define nothing; where statements wait for each other in a circle, all stay as they are written.
 */
export const schedule = (statements: readonly (readonly Definition[])[]): readonly number[] => {
  if (statements.length > maxStatements) return statements.map((_, index) => index);
  const defining = new Map<string, number[]>();
  for (const [index, definitions] of statements.entries()) {
    for (const { name } of definitions) {
      const indices = defining.get(name);
      if (indices === undefined) defining.set(name, [index]);
      else if (indices.at(-1) !== index) indices.push(index);
    }
  }
  const order: number[] = [];
  const done = new Set<number>();
  const known = new Set<string>();
  const obstacles = new Map<number, string>();
  const canRun = (index: number): boolean => {
    const before = obstacles.get(index);
    if (before !== undefined && !known.has(before) && (statements[index]?.length ?? 0) === 1) return false;
    const now = obstacle(statements[index] ?? [], known);
    if (now !== undefined) obstacles.set(index, now);
    return now === undefined;
  };

  /**
   * Runs what can be run of the statements that define a name, and forgets those; whether any could, whether some wait.
   */
  const process = (name: string): { readonly ran: boolean; readonly waits: boolean } => {
    let ran = false;
    const waiting: number[] = [];
    for (const index of defining.get(name) ?? []) {
      if (done.has(index)) continue;
      if (!canRun(index)) {
        waiting.push(index);
        continue;
      }
      order.push(index);
      done.add(index);
      for (const definition of statements[index] ?? []) known.add(definition.name);
      ran = true;
    }
    defining.set(name, waiting);
    return { ran, waits: waiting.length > 0 };
  };

  process('');
  let names = [...defining.keys()].toSorted((left, right) => (left < right ? -1 : 1));
  for (let again = true; again;) {
    again = false;
    const waiting: string[] = [];
    for (const name of names) {
      const { ran, waits } = process(name);
      if (ran) {
        again = true;
        // What only tests a variable comes right behind what gives it its value.
        process('');
      }
      if (waits) waiting.push(name);
    }
    names = waiting;
  }
  return order.length === statements.length ? order : statements.map((_, index) => index);
};
