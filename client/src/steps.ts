/** Questions one after another in the quick pick, with a way back. */
import { QuickInputButtons, window, type QuickPickItem } from 'vscode';

/** One question. */
export interface Step<T> {
  readonly placeHolder: string;
  readonly items: readonly (QuickPickItem & { readonly value: T })[];
  /** The item that is chosen by pressing Enter at once. */
  readonly active?: T;
}

/** Asks the question that follows from the answers so far; undefined when there is none left. */
export type NextStep<T> = (answers: readonly T[]) => Step<T> | undefined;

/** The answers in order, or undefined when the user gave up. A question with one answer is not asked. */
export async function askSteps<T>(title: string, next: NextStep<T>): Promise<readonly T[] | undefined> {
  const answers: { value: T; asked: boolean }[] = [];
  for (;;) {
    const step = next(answers.map(({ value }) => value));
    if (step === undefined) return answers.map(({ value }) => value);
    const [only, ...others] = step.items;
    if (only !== undefined && others.length === 0) {
      answers.push({ value: only.value, asked: false });
      continue;
    }
    const number = answers.filter(({ asked }) => asked).length + 1;
    const answer = await ask(title, number, step);
    if (answer === undefined) return undefined;
    if (answer === 'back') {
      while (answers.pop()?.asked === false);
    } else answers.push({ value: answer.value, asked: true });
  }
}

function ask<T>(title: string, number: number, { placeHolder, items, active }: Step<T>): Promise<{ value: T } | 'back' | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<QuickPickItem & { readonly value: T }>();
    Object.assign(pick, { title, placeholder: placeHolder, items, step: number, matchOnDescription: true, matchOnDetail: true, ignoreFocusOut: true });
    if (number > 1) pick.buttons = [QuickInputButtons.Back];
    const chosen = items.find(({ value }) => value === active);
    if (chosen !== undefined) pick.activeItems = [chosen];
    let answer: { value: T } | 'back' | undefined;
    pick.onDidTriggerButton(() => {
      answer = 'back';
      pick.hide();
    });
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item === undefined) return;
      answer = { value: item.value };
      pick.hide();
    });
    pick.onDidHide(() => {
      pick.dispose();
      resolve(answer);
    });
    pick.show();
  });
}
