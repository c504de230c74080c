/**
 * Asks a command's questions one after another. A question can depend on earlier answers. Each question shows its
 * number, the total, and a Back button. Doesn't use VS Code.
 */

/** The position of a question. */
export interface Position {
  /** Number of the question, starting at 1. */
  readonly step: number;
  /** Total number of questions, if it's known. */
  readonly total?: number;
}

/** The result of a question. `back`: the user wants to return to the previous question; undefined: the user cancels. */
export type Answered<Value> = { readonly value: Value } | 'back' | undefined;

/** Asks one question and returns the state with its answer. */
export type WizardPage<State> = (state: State, at: Position) => Promise<Answered<State>>;

export interface Wizard<State> {
  /** Returns the next question, or undefined if there is none. */
  readonly next: (state: State) => WizardPage<State> | undefined;
  /**
   * Returns the number of remaining questions, including `next`. Returns undefined if the number depends on the answer
   * to `next`.
   */
  readonly left: (state: State) => number | undefined;
}

/** Asks one question after another. Returns the state with all answers, or undefined if the user cancels. */
export async function runWizard<State>(begin: State, { next, left }: Wizard<State>): Promise<State | undefined> {
  const before: State[] = [];
  let state = begin;
  for (;;) {
    const page = next(state);
    if (page === undefined) return state;
    const ahead = left(state);
    const total = ahead === undefined ? {} : { total: before.length + Math.max(1, ahead) };
    const answer = await page(state, { step: before.length + 1, ...total });
    if (answer === undefined) return undefined;
    if (answer === 'back') state = before.pop() ?? state;
    else {
      before.push(state);
      state = answer.value;
    }
  }
}
