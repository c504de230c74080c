/**
 * Questions of one command that depend on each other: each has its number, the total, and a way back. Without VS Code.
 */

/** The number of a question. */
export interface Position {
  /** Counts from 1. */
  readonly step: number;
  /** The number of questions, as far as it is known now. */
  readonly total?: number;
}

/** `back`: the user wants the question before; undefined: the user cancels. */
export type Answered<Value> = { readonly value: Value } | 'back' | undefined;

/** Asks one question. Returns the state with its answer. */
export type WizardPage<State> = (state: State, at: Position) => Promise<Answered<State>>;

export interface Wizard<State> {
  /** Returns the question that comes next. Undefined: there is none left. */
  readonly next: (state: State) => WizardPage<State> | undefined;
  /** Returns the number of questions that are left, `next` included. Undefined: it depends on the answer to `next`. */
  readonly left: (state: State) => number | undefined;
}

/** Asks one question after the other. Returns the state with all answers; undefined if the user cancels. */
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
