/** Asks a series of questions in quick picks and input boxes, with a Back button. */
import {
  InputBoxValidationSeverity,
  QuickInputButtons,
  window,
  type InputBox,
  type QuickPick,
  type QuickPickItem,
} from 'vscode';
import { sanitizeLabel, sanitizePrompt } from '#core/text/sanitize.ts';
import { visibleItem } from '../visibleLabels.ts';
import type { Answered, Position } from './wizard.ts';

/** A question with a list of answers. */
export interface PickStep<T> {
  readonly placeHolder: string;
  /** The icon is separate from the label, because the label can be an untrusted name. */
  readonly items: readonly (QuickPickItem & { readonly icon?: string; readonly value: T })[];
  /** Value of the initially active item, which Enter selects. */
  readonly active?: T;
  /** True to ask the question even if there is only one answer, because the user should read it. */
  readonly always?: boolean;
}

/** A question with a text answer. */
export interface InputStep {
  readonly prompt: string;
  readonly placeHolder?: string;
  /** Initial text. */
  readonly value?: string;
  /** True if the input is masked like a password. */
  readonly isHidden?: boolean;
  /**
   * Called after each change. Returns the message below the input, and whether it prevents the user from accepting the
   * text.
   */
  readonly says?: (text: string) => { readonly message: string; readonly wrong: boolean } | undefined;
}

/** Returns the next question based on the previous answers, or undefined if there is none. */
export type NextStep<T> = (answers: readonly T[]) => PickStep<T> | undefined;

/** A question whose answer is stored under its name. */
export type NamedInputStep = (PickStep<string> | InputStep) & { readonly name: string };

/** Returns the answers in order, or undefined if the user cancels. Skips questions with only one answer. */
export function askSteps<T>(title: string, next: NextStep<T>): Promise<readonly T[] | undefined> {
  return walk(next, onlyOf, (number, step) => askPick(title, { step: number }, step));
}

/**
 * Returns the answers by the names of their questions, or undefined if the user cancels. Skips questions with only one
 * answer.
 */
export async function askNamed(
  title: string,
  next: (answers: ReadonlyMap<string, string>) => NamedInputStep | undefined,
): Promise<ReadonlyMap<string, string> | undefined> {
  const answers = await walk<NamedInputStep, readonly [name: string, value: string]>(
    (given) => next(new Map(given)),
    (step) => {
      const only = 'items' in step ? onlyOf(step) : undefined;
      return only === undefined ? undefined : { value: [step.name, only.value] };
    },
    async (number, step) => {
      const answer = await ('items' in step
        ? askPick(title, { step: number }, step)
        : askText(title, { step: number }, step));
      return typeof answer === 'object' ? { value: [step.name, answer.value] } : answer;
    },
  );
  return answers === undefined ? undefined : new Map(answers);
}

/**
 * Asks questions until there are none left or the user cancels.
 * @param only function that returns the answer of a question that has only one answer, and undefined for other
 * questions
 */
async function walk<S, T>(
  next: (answers: readonly T[]) => S | undefined,
  only: (step: S) => { readonly value: T } | undefined,
  ask: (number: number, step: S) => Promise<Answered<T>>,
): Promise<readonly T[] | undefined> {
  const answers: { value: T; asked: boolean }[] = [];
  for (;;) {
    const step = next(answers.map(({ value }) => value));
    if (step === undefined) return answers.map(({ value }) => value);
    const given = only(step);
    if (given !== undefined) {
      answers.push({ value: given.value, asked: false });
      continue;
    }
    const number = answers.filter(({ asked }) => asked).length + 1;
    const answer = await ask(number, step);
    if (answer === undefined) return undefined;
    if (answer === 'back') {
      while (answers.pop()?.asked === false);
    } else answers.push({ value: answer.value, asked: true });
  }
}

function onlyOf<T>({ items, always }: PickStep<T>): { readonly value: T } | undefined {
  const [only, ...others] = items;
  return only !== undefined && others.length === 0 && always !== true ? { value: only.value } : undefined;
}

/** Shows one question as a list. The first question has no Back button. */
export function askPick<T>(
  title: string,
  at: Position,
  { placeHolder, items, active }: PickStep<T>,
): Promise<Answered<T>> {
  const input = window.createQuickPick<QuickPickItem & { readonly value: T }>();
  const shown = items.map(visibleItem);
  Object.assign(input, {
    placeholder: sanitizeLabel(placeHolder),
    items: shown,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  const chosen = shown.find(({ value }) => value === active);
  if (chosen !== undefined) input.activeItems = [chosen];
  return answerOf(title, at, input, () => {
    const [item] = input.selectedItems;
    return item === undefined ? undefined : { value: item.value };
  });
}

/** Shows one question as an input box. The first question has no Back button. */
export function askText(
  title: string,
  at: Position,
  { prompt, placeHolder, value, isHidden = false, says }: InputStep,
): Promise<Answered<string>> {
  const input = window.createInputBox();
  Object.assign(input, {
    prompt: sanitizePrompt(prompt),
    value: value ?? '',
    placeholder: sanitizeLabel(placeHolder ?? ''),
    password: isHidden,
  });
  const say = (text: string): boolean => {
    const said = says?.(text);
    const { Error, Info } = InputBoxValidationSeverity;
    input.validationMessage =
      said === undefined ? undefined : { message: sanitizePrompt(said.message), severity: said.wrong ? Error : Info };
    return said?.wrong !== true;
  };
  // The prompt stays visible until the user types something.
  const sayOfWritten = (text: string): void => {
    if (text === '') input.validationMessage = undefined;
    else say(text);
  };
  sayOfWritten(input.value);
  input.onDidChangeValue(sayOfWritten);
  return answerOf(title, at, input, () => (say(input.value) ? { value: input.value } : undefined));
}

/**
 * Shows the input and returns the answer.
 * @param read returns the current answer, or undefined if it can't be accepted
 */
function answerOf<T>(
  title: string,
  { step, total }: Position,
  input: QuickPick<QuickPickItem & { readonly value: T }> | InputBox,
  read: () => { readonly value: T } | undefined,
) {
  return new Promise<Answered<T>>((resolve) => {
    Object.assign(input, { title: sanitizeLabel(title), step, totalSteps: total, ignoreFocusOut: true });
    if (step > 1) input.buttons = [QuickInputButtons.Back];
    let answer: Answered<T>;
    input.onDidTriggerButton(() => {
      answer = 'back';
      input.hide();
    });
    input.onDidAccept(() => {
      answer = read();
      if (answer !== undefined) input.hide();
    });
    input.onDidHide(() => {
      input.dispose();
      resolve(answer);
    });
    input.show();
  });
}
