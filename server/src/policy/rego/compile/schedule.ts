/** Orders the statements of a query, so that each runs when the variables that it uses are bound. */

/**
 * A variable that a statement binds, and the variables that it requires. An empty name means that the statement binds
 * nothing.
 */
export interface Definition {
  readonly name: string;
  readonly uses: readonly string[];
}

/**
 * Maximum number of statements in a body that are reordered, because the time grows with the square of their number.
 * Longer bodies, which aren't written manually, keep their order.
 */
const maxStatements = 200;

/**
 * Returns a name that prevents a statement from running. Returns undefined if all its definitions are possible,
 * including those that depend on others in the same statement.
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
 * Returns the indexes of the statements in evaluation order. Like the policy engine, processes variables in the order
 * of their names, and statements that bind nothing first. If statements depend on each other in a cycle, keeps the
 * original order.
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
   * Runs the statements that bind a name, if possible, and removes them. Returns whether any ran and whether some are
   * still waiting.
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
        // Statements that only test a variable run directly after the variable is bound.
        process('');
      }
      if (waits) waiting.push(name);
    }
    names = waiting;
  }
  return order.length === statements.length ? order : statements.map((_, index) => index);
};
