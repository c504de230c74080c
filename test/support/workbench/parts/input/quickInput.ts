/**
 * Operates the Command Palette, Quick Open, and the quick picks and input boxes of commands. VS Code shows all of them
 * in one widget.
 */
import type { Locator, Page } from 'playwright-core';
import { isAtRest, perform, until, untilValue, type Step } from '../step.ts';

/** Time in milliseconds after which a closed palette was closed by another part of the window. */
const lostAfter = 5000;

export class QuickInput {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get #widget(): Locator {
    return this.#page.locator('.quick-input-widget');
  }

  get #box(): Locator {
    return this.#widget.locator('.quick-input-box input').first();
  }

  #row(label: string | RegExp): Locator {
    return this.#widget.locator('.quick-input-list .monaco-list-row', { hasText: label }).first();
  }

  // ---- commands and files

  /** Runs a command by its title. Returns when the palette is closed or shows the first prompt of the command. */
  async run(title: string): Promise<void> {
    const step = this.#step(
      `run "${title}" from the Command Palette`,
      `a palette that offers "${title}" and then closes`,
    );
    await this.#openPalette(step, title);
    await this.#click(step, title);
    await until(step, async () => !(await this.#isOpen()) || !(await this.#box.inputValue()).startsWith('>'));
  }

  /**
   * Returns the commands that the palette lists for a text.
   * @param known a command in the list. When it is visible, the list is complete
   */
  async commands(text: string, known: string): Promise<readonly string[]> {
    const step = this.#step(`search the Command Palette for "${text}"`, `a palette that offers "${known}"`);
    await this.#openWith(step, 'F1', `>${text}`);
    await until(step, () => this.#row(known).isVisible());
    const labels = await this.rows();
    await this.close();
    return labels;
  }

  /**
   * Searches the palette for a command that it must not list.
   * @param known a listed command with different words in its title. When its row disappears, the list shows the
   * results of the search
   */
  async lacksCommand(title: string, known: string): Promise<void> {
    const step = this.#step(
      `search the Command Palette for "${title}"`,
      `a palette that offers "${known}", but not "${title}"`,
    );
    await this.#openWith(step, 'F1', `>${known}`);
    await until(step, () => this.#row(known).isVisible());
    await perform(step, () => this.#box.fill(`>${title}`));
    await until(step, async () => !(await this.#row(known).isVisible()) && !(await this.#row(title).isVisible()));
    await this.close();
  }

  /** Opens a file of the workspace by its name. Returns when the list is closed, and doesn't wait for the editor. */
  async openFile(name: string): Promise<void> {
    const step = this.#step(`open ${name} with Quick Open`, `a list that offers ${name} and then closes`);
    await this.#openWith(step, 'Control+P', name);
    // VS Code lists recent files first, and replaces them when the search ends. A click during the replacement is lost.
    await until(
      step,
      async () =>
        (await this.#row(name).isVisible()) &&
        !(await this.isBusy()) &&
        (await isAtRest(this.#page, '.quick-input-list')),
    );
    await this.#click(step, name);
    await until(step, async () => !(await this.#isOpen()));
  }

  /** Moves the cursor of the active editor. Lines and columns start at 1. */
  async goTo(line: number, column: number): Promise<void> {
    const step = this.#step(`go to line ${line}, column ${column}`, 'an input box for the line that then closes');
    await this.#openWith(step, 'Control+G', `:${line}:${column}`);
    await perform(step, () => this.#box.press('Enter'));
    await until(step, async () => !(await this.#isOpen()));
  }

  // ---- prompts of commands

  /** Waits until a list contains a row. */
  async offers(label: string | RegExp): Promise<void> {
    await until(this.#step('wait for a list', `a row ${String(label)}`), () => this.#row(label).isVisible());
  }

  /** Waits until a list or an input box shows a text. */
  async shows(text: string | RegExp): Promise<void> {
    await until(this.#step('wait for a prompt', `the text ${String(text)}`), () =>
      this.#widget.filter({ hasText: text }).isVisible(),
    );
  }

  /** Waits until the placeholder of a list or an input box contains a text. Lists show their prompt there. */
  async asks(text: string): Promise<void> {
    const step = this.#step('wait for a prompt', `the placeholder ${text}`);
    await until(
      step,
      async () => (await this.#box.getAttribute('placeholder', { timeout: 1000 }))?.includes(text) ?? false,
    );
  }

  /** Returns true if the placeholder of an open list or input box is this text. Doesn't wait. */
  async hasPlaceholder(text: string): Promise<boolean> {
    return (await this.#isOpen()) && (await this.#box.getAttribute('placeholder')) === text;
  }

  /** Returns the text below the input box, or an empty string if there is none. */
  async message(): Promise<string> {
    const message = this.#widget.locator('.quick-input-message');
    return (await message.isVisible()) ? ((await message.textContent({ timeout: 1000 })) ?? '') : '';
  }

  /** Selects a row of a list. Returns when VS Code closes or replaces the list. */
  async choose(label: string | RegExp): Promise<void> {
    const step = this.#step(`select ${String(label)}`, `a list with ${String(label)} that then closes`);
    await this.#click(step, label);
  }

  /** Selects a row in each of several lists that appear one after the other. */
  async chooseAll(...labels: readonly (string | RegExp)[]): Promise<void> {
    for (const label of labels) await this.choose(label);
  }

  /** Selects the checkbox of a row. */
  async check(label: string | RegExp): Promise<void> {
    await this.#setCheckbox(label, true);
  }

  /** Clears the checkbox of a row. */
  async uncheck(label: string | RegExp): Promise<void> {
    await this.#setCheckbox(label, false);
  }

  /** Filters a list and selects a row. VS Code renders only the visible rows of a long list. */
  async filterAndChoose(filter: string, label: string | RegExp = filter): Promise<void> {
    const step = this.#step(
      `filter a list by "${filter}" and select ${String(label)}`,
      `a list with ${String(label)} that then closes`,
    );
    await until(step, () => this.#isOpen());
    await perform(step, () => this.#box.fill(filter));
    await this.#click(step, label);
  }

  /** Replaces the text of the open input box. */
  async fill(text: string): Promise<void> {
    const step = this.#step(`enter "${text}" in the input box`, 'an input box');
    await until(step, () => this.#box.isVisible());
    await perform(step, () => this.#box.fill(text));
  }

  /** Enters a text in the input box with this prompt. Returns when VS Code closes the box or shows another prompt. */
  async answer(prompt: string | RegExp, text: string): Promise<void> {
    const step = this.#step(
      `enter "${text}" for the prompt ${String(prompt)}`,
      `an input box with the prompt ${String(prompt)} that then closes`,
    );
    const asked = this.#widget
      .filter({ hasText: prompt })
      .or(this.#widget.filter({ has: this.#page.getByPlaceholder(prompt) }))
      .first();
    await until(step, () => asked.isVisible());
    await perform(step, () => this.#box.fill(text));
    await perform(step, () => this.#box.press('Enter'));
    await until(step, async () => !(await asked.isVisible()));
  }

  /** Presses Enter, which accepts the text of the input box or the focused row. */
  async accept(): Promise<void> {
    await this.#enter(this.#step('press Enter in the input box', 'a closed input box'));
  }

  /** Clicks a button of the widget, such as `OK`, `Back`, or a button of a file dialog. */
  async press(button: string): Promise<void> {
    const step = this.#step(`click ${button}`, `a button ${button}`);
    const target = this.#widget
      .locator('.quick-input-action .monaco-button:visible', { hasText: button })
      .or(this.#widget.locator(`.action-label[aria-label^="${button}"]:visible`))
      .first();
    await until(step, () => target.isVisible());
    const before = await this.describe();
    await perform(step, () => target.click());
    await this.#changed(step, before);
  }

  /** Waits until an input box shows dots instead of its text. */
  async hidesText(): Promise<void> {
    await until(
      this.#step('wait for a prompt', 'an input box that hides its text'),
      async () => (await this.#isOpen()) && (await this.#box.getAttribute('type', { timeout: 1000 })) === 'password',
    );
  }

  /** Returns the text of the input box. */
  value(): Promise<string> {
    return this.#box.inputValue();
  }

  /** Returns the labels of the visible rows. */
  async rows(): Promise<readonly string[]> {
    const labels = await this.#widget
      .locator('.quick-input-list .monaco-list-row')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
    return labels;
  }

  /** Cancels the prompt with Escape. */
  async close(): Promise<void> {
    const step = this.#step('press Escape in the input box', 'a closed input box');
    await perform(step, () => this.#box.press('Escape'));
    await until(step, async () => !(await this.#isOpen()));
  }

  // ---- keyboard only

  /** Runs a command with the keyboard only. */
  async typeCommand(title: string): Promise<void> {
    const step = this.#step(`open the Command Palette and type "${title}"`, `a palette that offers "${title}"`);
    await this.#page.keyboard.press('F1');
    await until(step, async () => (await this.#box.isVisible()) && (await this.#box.inputValue()).startsWith('>'));
    await this.#page.keyboard.type(title);
    await this.#takeFocused(title);
  }

  /** Types a filter whose first match is this row, and selects the row with Enter. */
  async typeAndTake(filter: string, label: string): Promise<void> {
    const step = this.#step(`type "${filter}"`, `a list with "${label}"`);
    await until(step, () => this.#box.isVisible());
    await this.#page.keyboard.type(filter);
    await this.#takeFocused(label);
  }

  /** Types into an empty input box and presses Enter. */
  async typeAndAccept(text: string): Promise<void> {
    const step = this.#step(`type "${text}" and press Enter`, 'an input box with this text that then closes');
    await until(step, () => this.#box.isVisible());
    await this.#page.keyboard.type(text);
    await until(step, async () => (await this.#box.inputValue()) === text);
    await this.#enter(step);
  }

  /**
   * Presses Enter when the row has the focus. VS Code moves the focus to the first row whenever the filter changes the
   * list.
   */
  async #takeFocused(label: string): Promise<void> {
    const step = this.#step(`press Enter on "${label}"`, `a list with the focus on "${label}" that then closes`);
    await until(step, () => this.#widget.locator('.monaco-list-row.focused', { hasText: label }).first().isVisible());
    await this.#enter(step);
  }

  /** Describes the widget for error messages. */
  async describe(): Promise<string> {
    if (!(await this.#isOpen())) return 'no quick input';
    const [text, value] = [
      await this.#widget.innerText(),
      await this.#box.inputValue({ timeout: 1000 }).catch(() => ''),
    ];
    return `a quick input with "${value}": ${text
      .trim()
      .replaceAll(/\s*\n\s*/g, ' | ')
      .slice(0, 600)}`;
  }

  #isOpen(): Promise<boolean> {
    return this.#widget.isVisible();
  }

  /** Returns true while VS Code is computing the rows. */
  async isBusy(): Promise<boolean> {
    return (await this.#widget.locator('.quick-input-progress.active, .monaco-progress-container.active').count()) > 0;
  }

  /**
   * Opens the Command Palette, and waits until it lists a command. If an editor or a terminal that opens at the same
   * time takes the focus, VS Code closes the palette. Then opens it again, as a user does.
   */
  async #openPalette(step: Step, title: string): Promise<void> {
    const row = this.#row(title);
    await this.#openWith(step, 'F1', `>${title}`);
    let openedAt = performance.now();
    await until(step, async () => {
      if (await row.isVisible()) return true;
      if (performance.now() - openedAt > lostAfter && !(await this.#isOpen())) {
        openedAt = performance.now();
        await this.#openWith(step, 'F1', `>${title}`);
      }
      return false;
    });
  }

  async #openWith(step: Step, key: string, text: string): Promise<void> {
    await this.#page.keyboard.press(key);
    await until(step, () => this.#box.isVisible());
    await perform(step, () => this.#box.fill(text));
  }

  async #setCheckbox(label: string | RegExp, isSelected: boolean): Promise<void> {
    const expects = `a list in which ${String(label)} is ${isSelected ? '' : 'not '}selected`;
    const step = this.#step(`click the checkbox of ${String(label)}`, expects);
    const row = this.#row(label);
    const checkbox = row.locator(`[aria-checked="${isSelected}"]`);
    await until(step, () => row.isVisible());
    await until(step, async () => (await row.locator('[aria-checked]').count()) > 0);
    if ((await checkbox.count()) === 0) await perform(step, () => row.click());
    await until(step, async () => (await checkbox.count()) > 0);
  }

  /** Clicks a row. Enter would select the focused row, which can still be a row of the previous list. */
  async #click(step: Step, label: string | RegExp): Promise<void> {
    const row = this.#row(label);
    await until(step, () => row.isVisible());
    const before = await this.#question();
    await perform(step, () => row.click());
    // If the pointer stays over a tab or a line, its tooltip covers other rows.
    await this.#page.mouse.move(0, 0);
    await until(step, async () => (await this.#question()) !== before);
  }

  async #enter(step: Step): Promise<void> {
    const before = await this.#question();
    await this.#page.keyboard.press('Enter');
    await until(step, async () => (await this.#question()) !== before);
  }

  async #changed(step: Step, before: string): Promise<void> {
    await until(step, async () => (await this.describe()) !== before);
  }

  /** Returns the texts of the widget that don't depend on the pointer and the focus. They identify the prompt. */
  async #question(): Promise<string> {
    if (!(await this.#isOpen())) return 'closed';
    return untilValue(this.#step('read the quick input', 'a quick input'), () =>
      this.#widget.evaluate((widget) => {
        const texts = (selector: string): string =>
          Array.from(widget.querySelectorAll<typeof widget>(selector), ({ textContent }) => textContent ?? '').join(
            '|',
          );
        const labels = Array.from<typeof widget, string>(
          widget.querySelectorAll<typeof widget>('.monaco-list-row'),
          (row) => row.getAttribute('aria-label') ?? '',
        );
        const box = widget.querySelector<typeof widget>('.quick-input-box input');
        return [
          texts('.quick-input-title'),
          texts('.quick-input-message'),
          box?.getAttribute('placeholder') ?? '',
          labels.join('|'),
        ].join('\n');
      }),
    );
  }

  #step(does: string, expects: string): Step {
    return { does, expects, state: () => this.describe() };
  }
}
