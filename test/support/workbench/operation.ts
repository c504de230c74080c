/**
 * Steps through an operation on a cluster as a user does: the plan, the confirmations, and the cluster name that the
 * user must type.
 */
import type { Dialog } from './parts/input/dialogs.ts';
import { until, type Step } from './parts/step.ts';
import type { Workbench } from './workbench.ts';

/**
 * The notification that announces a question. After 20 seconds without user input, the extension shows it instead of a
 * dialog.
 */
const waiting = 'requires confirmation: ';

/** The placeholder of the list in which the user confirms a plan without reboots. */
const planPrompt = 'Confirm or cancel the plan';

export class Operation {
  readonly #workbench: Workbench;
  readonly #context: string;

  /** @param context the name of the cluster, which the user types to confirm */
  constructor(workbench: Workbench, context = 'kube-admin') {
    this.#workbench = workbench;
    this.#context = context;
  }

  /**
   * Waits until the language server has checked a preview, and presses Continue in its title bar. Doesn't wait for the
   * result.
   */
  async continueWith(preview: string): Promise<void> {
    const { tabs, editor } = this.#workbench;
    await tabs.activate(preview);
    await this.#workbench.isChecked();
    await editor.pressTitleAction('Continue');
  }

  /**
   * Waits for the dialog with the next question.
   * @returns the text of the dialog
   */
  async asks(...texts: readonly (string | RegExp)[]): Promise<Dialog> {
    const { dialogs, notifications } = this.#workbench;
    const step = this.#step('wait for the next question', 'a dialog, or a notification that announces it');
    await until(step, async () => (await dialogs.isOpen()) || (await notifications.hasAppeared(waiting)));
    if (!(await dialogs.isOpen())) await notifications.press(waiting, 'Answer...');
    return dialogs.shows(...texts);
  }

  /** Waits for the prompt to type the name of the cluster. */
  async asksForName(): Promise<void> {
    await this.#workbench.quickInput.shows(`Type ${this.#context} to confirm`);
  }

  /**
   * Waits for the plan, which the extension shows before the first change.
   * @param title title of the operation
   */
  async showsPlan(title: string): Promise<void> {
    await this.#workbench.webview.showsHeading(`Plan: ${title} on ${this.#context}`);
    await this.asksForName();
  }

  /** Types the name of the cluster to confirm the plan. */
  async confirm(): Promise<void> {
    await this.asksForName();
    await this.#workbench.quickInput.answer(`Type ${this.#context} to confirm`, this.#context);
  }

  /** Waits until a notification announces a question, and keeps the notification open. */
  async announcesQuestion(): Promise<void> {
    await this.#workbench.notifications.pointAt(waiting);
  }

  /** Presses the button of the notification that announces a question. */
  async answerLater(): Promise<void> {
    await this.#workbench.notifications.press(waiting, 'Answer...');
  }

  /**
   * Agrees to every question and types every requested name until a notification appears. The caller handles the
   * notification.
   * @returns the questions, in order
   */
  async confirmUntil(notification: string | RegExp): Promise<readonly Dialog[]> {
    const { dialogs, quickInput, notifications } = this.#workbench;
    const questions: Dialog[] = [];
    for (;;) {
      const next = await this.#next(notification);
      if (next === 'done') return questions;
      if (next === 'dialog') questions.push(await dialogs.agree());
      else if (next === 'plan') await quickInput.choose('Confirm');
      else if (next === 'announced') await notifications.press(waiting, 'Answer...');
      else await quickInput.answer(next.prompt, next.word);
    }
  }

  /**
   * Waits for the next question or for the notification.
   * @returns which of them appeared
   */
  async #next(notification: string | RegExp): Promise<'dialog' | 'plan' | 'announced' | 'done' | Typing> {
    const { dialogs, quickInput, notifications } = this.#workbench;
    let next: 'dialog' | 'plan' | 'announced' | 'done' | Typing | undefined;
    await until(
      this.#step(
        'wait for the next question or the end of the operation',
        `the notification ${String(notification)}, or another question`,
      ),
      async () => {
        if (await dialogs.isOpen()) next = 'dialog';
        else if (await quickInput.hasPlaceholder(planPrompt)) next = 'plan';
        else next = typingIn(await quickInput.message());
        if (next === undefined && (await notifications.hasAppeared(notification))) next = 'done';
        if (next === undefined && (await notifications.hasAppeared(waiting))) next = 'announced';
        return next !== undefined;
      },
    );
    return next ?? 'done';
  }

  #step(does: string, expects: string): Step {
    const { dialogs, quickInput, notifications } = this.#workbench;
    return {
      does,
      expects,
      state: async () =>
        [await dialogs.describe(), await quickInput.describe(), await notifications.describe()].join('\n'),
    };
  }
}

/** An input box in which the user must type a word. */
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

/**
 * Lists the requests of the extension that changed the cluster, such as `PATCH kataconfigs/example-kataconfig`. Dry
 * runs and access reviews don't change it.
 */
export function changesIn(entries: readonly AuditEntry[]): readonly string[] {
  return entries
    .filter(
      ({ method, url, userAgent }) =>
        userAgent?.startsWith('openshift-sandboxed') === true && method !== 'GET' && !url.includes('dryRun=All'),
    )
    .map(({ method, url }) => `${method} ${(url.split('?')[0] ?? '').split('/').slice(-2).join('/')}`)
    .filter((line) => !line.includes('selfsubject'));
}
