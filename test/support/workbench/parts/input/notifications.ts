/**
 * Finds notifications of VS Code. A toast disappears after some seconds, and VS Code shows at most three new ones
 * within 800 ms. But it announces every notification to screen readers. A recorder in the window records all
 * announcements, so that a test also finds a notification that has disappeared.
 */
import type { Locator, Page } from 'playwright-core';
import type { QuickInput } from './quickInput.ts';
import { click, perform, until, untilValue, type Step } from '../step.ts';

/**
 * Runs in the window before VS Code. Each entry is the text of a notification. If the text changes, the recorder adds
 * an entry. VS Code announces links as Markdown. Source: microsoft/vscode@1.139.1
 * src/vs/workbench/browser/parts/notifications/notificationsAlerts.ts, notificationsToasts.ts (SPAM_PROTECTION)
 */
const recorder = String.raw`(() => {
  const entries = [];
  globalThis.recordedNotifications = { window: String(Math.random()), entries };
  const record = (text) => {
    const message = /^(?:Info|Warning|Error): ([^]*)$/.exec(text)?.[1];
    if (message !== undefined) entries.push(message.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1'));
  };
  const start = new MutationObserver(() => {
    const announcements = document.querySelector('.monaco-aria-container');
    if (announcements === null) return;
    start.disconnect();
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        if (target.classList?.contains('monaco-alert')) for (const { textContent } of addedNodes) record(textContent ?? '');
    }).observe(announcements, { childList: true, subtree: true });
    for (const { textContent } of announcements.querySelectorAll('.monaco-alert')) record(textContent ?? '');
  });
  start.observe(document, { childList: true, subtree: true });
})()`;

interface Recorded {
  readonly window: string;
  readonly entries: readonly string[];
}

export class Notifications {
  readonly #page: Page;
  readonly #quickInput: QuickInput;
  /** Entries that `appears` has already found. */
  readonly #found = new Set<string>();

  constructor(page: Page, quickInput: QuickInput) {
    this.#page = page;
    this.#quickInput = quickInput;
  }

  /** Starts the recorder. Call it before the window opens. */
  async record(): Promise<void> {
    await this.#page.addInitScript(recorder);
  }

  /**
   * Waits for a notification that contains a text, even if it has disappeared. Finds each entry only once.
   * @returns the text of the notification
   */
  async appears(text: string | RegExp): Promise<string> {
    const step = this.#step(`wait for the notification ${String(text)}`, 'a notification with this text');
    return untilValue(step, async () => {
      const { window, entries } = await this.#recorded();
      const index = entries.findIndex((entry, at) => matches(entry, text) && !this.#found.has(`${window} ${at}`));
      if (index >= 0) this.#found.add(`${window} ${index}`);
      return entries[index];
    });
  }

  /** Returns true if a notification with this text has appeared and `appears` hasn't found it yet. */
  async hasAppeared(text: string | RegExp): Promise<boolean> {
    const { window, entries } = await this.#recorded();
    return entries.some((entry, at) => matches(entry, text) && !this.#found.has(`${window} ${at}`));
  }

  /**
   * Waits for a notification, and closes all open notifications.
   * @returns the text of the notification
   */
  async dismiss(text: string | RegExp): Promise<string> {
    const found = await this.appears(text);
    await this.clear();
    return found;
  }

  /**
   * Closes all notifications with the VS Code command, because their buttons are visible only under the pointer.
   * Notifications with progress stay open.
   */
  async clear(): Promise<void> {
    const before = await this.#closable();
    const step = this.#step('close all notifications', `none of these notifications: ${before.join('; ')}`);
    await this.#quickInput.run('Notifications: Clear All Notifications');
    await until(step, async () => (await this.#closable()).every((message) => !before.includes(message)));
  }

  /** Returns the messages of the open notifications without progress. */
  async #closable(): Promise<readonly string[]> {
    return this.#toasts
      .filter({ hasNot: this.#page.locator('.monaco-progress-container.active') })
      .locator('.notification-list-item-message')
      .allTextContents();
  }

  /** Moves the pointer onto an open notification. VS Code keeps the notification open while the pointer is there. */
  async pointAt(text: string | RegExp): Promise<void> {
    const step = this.#step(`point at the notification ${String(text)}`, 'an open notification with this text');
    const message = this.#toast(text).locator('.notification-list-item-message');
    await until(step, () => message.isVisible());
    await perform(step, () => message.hover());
  }

  /**
   * Clicks a button of a notification, and waits until the notification is closed.
   * @returns the text of the notification
   */
  async press(text: string | RegExp, button: string): Promise<string> {
    const found = await this.appears(text);
    const step = this.#step(
      `click "${button}" in the notification ${String(text)}`,
      `a notification with "${button}" that then closes`,
    );
    const toast = this.#toast(text);
    const target = toast.getByRole('button', { name: button, exact: true });
    await until(step, () => target.isVisible());
    await click(step, target);
    await until(step, async () => !(await toast.isVisible()));
    await this.#page.mouse.move(0, 0);
    return found;
  }

  /** Returns the labels of the buttons of an open notification. */
  async buttons(text: string | RegExp): Promise<readonly string[]> {
    const step = this.#step(`read the buttons of the notification ${String(text)}`, 'a notification with buttons');
    const buttons = this.#toast(text).locator('.monaco-button:not(.monaco-dropdown-button)');
    return untilValue(step, async () => {
      const labels = await buttons.allTextContents();
      return labels.length > 0 ? labels : undefined;
    });
  }

  /**
   * Waits until no open notification contains a text. VS Code closes a progress notification shortly after the
   * operation ends.
   */
  async lacks(text: string | RegExp): Promise<void> {
    await until(
      this.#step(`wait until the notification ${String(text)} closes`, 'no open notification with this text'),
      async () => !(await this.isOpen(text)),
    );
  }

  /** Waits until a progress notification contains all these texts. */
  async progress(...texts: readonly (string | RegExp)[]): Promise<void> {
    const step = this.#step(
      `wait for the progress notification ${texts.map(String).join(', ')}`,
      'a notification with these texts',
    );
    const toast = texts.reduce<Locator>((found, text) => found.filter({ hasText: text }), this.#toasts);
    await until(step, () => toast.first().isVisible());
  }

  /** Clicks Cancel in a progress notification, and waits until the notification is closed. */
  async cancel(text: string | RegExp): Promise<void> {
    const step = this.#step(
      `click "Cancel" in the notification ${String(text)}`,
      'a notification with "Cancel" that then closes',
    );
    const toast = this.#toast(text);
    await until(step, () => toast.isVisible());
    await click(step, toast.getByRole('button', { name: 'Cancel', exact: true }));
    await until(step, async () => !(await toast.isVisible()));
    await this.#page.mouse.move(0, 0);
  }

  /** Returns the messages of all open notifications. */
  open(): Promise<readonly string[]> {
    return this.#toasts.locator('.notification-list-item-message').allTextContents();
  }

  /** Returns true if an open notification contains a text. */
  isOpen(text: string | RegExp): Promise<boolean> {
    return this.#toast(text).isVisible();
  }

  /** Describes all notifications of the window for error messages. */
  async describe(): Promise<string> {
    const { entries } = await this.#recorded();
    const open = await this.#toasts.allInnerTexts();
    return [
      `open notifications: ${open.map((text) => text.replaceAll(/\s*\n\s*/g, ' | ')).join('; ') || 'none'}`,
      `shown so far: ${entries.join('; ') || 'none'}`,
    ].join('\n');
  }

  get #toasts(): Locator {
    return this.#page.locator('.notifications-toasts .notification-toast');
  }

  #toast(text: string | RegExp): Locator {
    return this.#toasts.filter({ hasText: text }).first();
  }

  async #recorded(): Promise<Recorded> {
    return this.#page.evaluate<Recorded>('globalThis.recordedNotifications');
  }

  #step(does: string, expects: string): Step {
    return { does, expects, state: () => this.describe() };
  }
}

function matches(entry: string, text: string | RegExp): boolean {
  return typeof text === 'string' ? entry.toLowerCase().includes(text.toLowerCase()) : text.test(entry);
}
