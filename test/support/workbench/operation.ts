/** An operation on a cluster, as a user goes through it: its plan, its questions, and the name of the cluster that must be typed. */
import type { Dialog } from './parts/dialogs.ts';
import { until, type Step } from './step.ts';
import type { Workbench } from './workbench.ts';

/** Announces a question: after 20 seconds without the user, no dialog may come up by itself. */
const waiting = 'waiting for your answer';

export class Operation {
  readonly #workbench: Workbench;
  readonly #context: string;

  /** @param context the cluster, whose name some questions have the user type */
  constructor(workbench: Workbench, context = 'kube-admin') {
    this.#workbench = workbench;
    this.#context = context;
  }

  /** Continues with a preview by the button in its title bar, once the language server has checked it. Wait for what it causes. */
  async continueWith(preview: string): Promise<void> {
    const { tabs, editor } = this.#workbench;
    await tabs.activate(preview);
    await this.#workbench.isChecked();
    await editor.pressTitleAction('Continue');
  }

  /** Waits for the dialog of the next question. @returns what it says */
  async asks(...texts: readonly (string | RegExp)[]): Promise<Dialog> {
    const { dialogs, notifications } = this.#workbench;
    const step = this.#step('wait for the next question', 'a dialog, or a notification that announces it');
    await until(step, async () => (await dialogs.isOpen()) || (await notifications.hasAppeared(waiting)));
    if (!(await dialogs.isOpen())) await notifications.press(waiting, 'Answer...');
    return dialogs.shows(...texts);
  }

  /** Waits until the name of the cluster must be typed. */
  async asksForName(): Promise<void> {
    await this.#workbench.quickInput.shows(`Type ${this.#context} to confirm`);
  }

  /** Waits for the plan, which is shown before the first change. @param title of the operation */
  async showsPlan(title: string): Promise<void> {
    await this.#workbench.webview.showsHeading(`Plan: ${title} on ${this.#context}`);
    await this.asksForName();
  }

  /** Types the name of the cluster, which agrees to the plan. */
  async confirm(): Promise<void> {
    await this.asksForName();
    await this.#workbench.quickInput.answer(`Type ${this.#context} to confirm`, this.#context);
  }

  /** Waits for a question that the user, who does something else, is only told of. */
  async announcesQuestion(): Promise<void> {
    const { notifications } = this.#workbench;
    // Its button is pressed later: the notification isn't taken yet.
    await until(this.#step('wait for the next question', 'a notification that announces it'), () => notifications.hasAppeared(waiting));
  }

  /** Presses the button of the message that tells of a question. */
  async answerLater(): Promise<void> {
    await this.#workbench.notifications.press(waiting, 'Answer...');
  }

  /**
   * Agrees to every question and types every name that is asked for, until a notification appears, which is left to the caller.
   * @returns the questions in their order
   */
  async confirmUntil(notification: string | RegExp): Promise<readonly Dialog[]> {
    const { dialogs, quickInput, notifications } = this.#workbench;
    const questions: Dialog[] = [];
    for (;;) {
      const next = await this.#next(notification);
      if (next === 'done') return questions;
      if (next === 'dialog') questions.push(await dialogs.agree());
      else if (next === 'announced') await notifications.press(waiting, 'Answer...');
      else await quickInput.answer(next.prompt, next.word);
    }
  }

  /** Waits for what comes next. */
  async #next(notification: string | RegExp): Promise<'dialog' | 'announced' | 'done' | Typing> {
    const { dialogs, quickInput, notifications } = this.#workbench;
    let next: 'dialog' | 'announced' | 'done' | Typing | undefined;
    await until(this.#step('agree to what the operation asks', `the notification ${String(notification)}, or another question`), async () => {
      if (await dialogs.isOpen()) next = 'dialog';
      else next = typingIn(await quickInput.message());
      if (next === undefined && (await notifications.hasAppeared(notification))) next = 'done';
      if (next === undefined && (await notifications.hasAppeared(waiting))) next = 'announced';
      return next !== undefined;
    });
    return next ?? 'done';
  }

  #step(does: string, expects: string): Step {
    const { dialogs, quickInput, notifications } = this.#workbench;
    return { does, expects, state: async () => [await dialogs.describe(), await quickInput.describe(), await notifications.describe()].join('\n') };
  }
}

/** An input box that has the user type a word. */
interface Typing {
  readonly prompt: string;
  readonly word: string;
}

function typingIn(message: string): Typing | undefined {
  const [prompt, word] = /Type (\S+) to confirm/.exec(message) ?? [];
  return prompt === undefined || word === undefined ? undefined : { prompt, word };
}

/** A request that a simulated cluster has received. */
interface AuditEntry {
  readonly method: string;
  readonly url: string;
  readonly userAgent?: string | undefined;
}

/** The requests of the extension that changed something, as `PATCH kataconfigs/example-kataconfig`. Dry runs and access reviews change nothing. */
export function changesIn(entries: readonly AuditEntry[]): readonly string[] {
  return entries
    .filter(({ method, url, userAgent }) => userAgent?.startsWith('openshift-sandboxed') === true && method !== 'GET' && !url.includes('dryRun=All'))
    .map(({ method, url }) => `${method} ${(url.split('?')[0] ?? '').split('/').slice(-2).join('/')}`)
    .filter((line) => !line.includes('selfsubject'));
}
