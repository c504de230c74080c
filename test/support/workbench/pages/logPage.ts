/** Operates the page of a log. */
import type { Locator } from 'playwright-core';
import { layoutProblems } from '../layout.ts';
import { perform, until, untilValue } from '../parts/step.ts';
import { WebviewPage } from '../webviewPage.ts';

type Text = string | RegExp;

/** Properties that a line must have in addition to its text. */
export interface LineLook {
  readonly level?: 'error' | 'warning';
  /** The origin, such as `Kubelet`. */
  readonly origin?: string;
}

export class LogPage extends WebviewPage {
  /**
   * Waits until the log shows its lines and has the focus. VS Code moves the focus to a new page after it renders the
   * page. If a list is open at that time, the list closes.
   */
  async isOpen(): Promise<void> {
    const step = this.step('wait for the log', 'lines of a log that have the focus');
    await until(step, () => this.#lines.isVisible());
    await until(step, async () =>
      this.#lines.evaluate(
        (grid) => grid.ownerDocument.hasFocus() && grid.ownerDocument.activeElement === grid,
        undefined,
        { timeout: 1000 },
      ),
    );
  }

  // ---- lines

  /** Waits until a visible line contains a text. */
  async showsLine(text: Text, look: LineLook = {}): Promise<void> {
    await this.becomesVisible(this.#line(text, look), `a line with ${String(text)} ${JSON.stringify(look)}`);
  }

  /** Resolves when a line that contains a text is visible to its end. */
  async showsWholeLine(text: Text): Promise<void> {
    const message = this.#line(text, {}).first().locator('.text');
    await until(this.step(`wait for ${String(text)}`, 'a line that is not cut off'), () =>
      message.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > 0 && scrollWidth <= clientWidth),
    );
  }

  /** Returns the number of visible lines that contain a text. */
  countLines(text: Text): Promise<number> {
    return this.#line(text, {}).count();
  }

  /**
   * Waits until a line that contains a text is selected.
   * @param look can contain the index of the row, starting at 0
   */
  async selectsLine(text: Text, look: LineLook & { readonly index?: number } = {}): Promise<void> {
    const step = this.step(
      `wait until a line with ${String(text)} is selected`,
      `a selected line with ${String(text)} ${JSON.stringify(look)}`,
    );
    await until(step, async () => {
      const active = await this.#lines.getAttribute('aria-activedescendant', { timeout: 1000 });
      if (active === null || (look.index !== undefined && active !== `row-${look.index}`)) return false;
      return this.#line(text, look)
        .and(this.frame.locator(`#${active}`))
        .isVisible();
    });
  }

  /** Waits until the row with this index is selected. The index starts at 0. */
  async selectsRow(index: number): Promise<void> {
    await this.selectsLine('', { index });
  }

  /** Returns the number of all rows, including those that aren't visible. */
  async rowCount(): Promise<number> {
    return Number(await this.#lines.getAttribute('aria-rowcount'));
  }

  /** Waits until the log has this number of rows. */
  async hasRows(count: number): Promise<void> {
    await until(this.step(`wait for ${count} rows`, `${count} rows`), async () => (await this.rowCount()) === count);
  }

  /** Moves the focus to the lines, and presses keys there. Doesn't wait for the result. */
  async pressInLines(...keys: readonly string[]): Promise<void> {
    for (const key of keys)
      await perform(this.step(`press ${key} in the log`, 'lines with the focus'), () => this.#lines.press(key));
  }

  /** Returns the widths of the visible columns in pixels, by their names. */
  async columnWidths(): Promise<Readonly<Record<'time' | 'origin' | 'level' | 'text', number>>> {
    const step = this.step('measure the columns', 'a line with a text');
    return untilValue(step, async () => {
      // Measures all columns in one call, because the page redraws its lines when its width changes.
      const [time = 0, origin = 0, level = 0, text = 0] = await this.frame
        .locator('.layer')
        .evaluate(
          (layer) =>
            ['time', 'origin', 'level', 'text'].map(
              (column) => layer.querySelector(`.row .${column}`)?.getBoundingClientRect().width ?? 0,
            ),
          undefined,
          { timeout: 1000 },
        );
      return text > 0 ? { time, origin, level, text } : undefined;
    });
  }

  /** Returns the texts of a column in the visible lines. */
  columnTexts(column: 'time' | 'origin' | 'level'): Promise<readonly string[]> {
    return this.frame.locator(`.layer .row .${column}`).allInnerTexts();
  }

  /**
   * Waits until the selected line wraps.
   * @returns the text with line breaks, and whether the whole line is visible
   */
  async wrappedLine(): Promise<{ readonly text: string; readonly isWhole: boolean }> {
    const line = this.frame.locator('.layer .row.chosen');
    const step = this.step('wait until the selected line wraps', 'a line that is higher than the others');
    await until(step, async () => ((await line.boundingBox())?.height ?? 0) > 30);
    const [outer, inner] = [await this.#lines.boundingBox(), await line.boundingBox()];
    const bottom = (box: typeof outer) => (box?.y ?? 0) + (box?.height ?? 0);
    return { text: await line.locator('.text').innerText(), isWhole: bottom(inner) <= bottom(outer) + 1 };
  }

  /** Describes everything that doesn't fit into the width of the page, except lines that aren't selected. */
  override layoutProblems(): Promise<readonly string[]> {
    return layoutProblems(this.frame, '.row:not(.chosen) .text, .from');
  }

  // ---- the selected line in full

  /** Opens the selected line in full. */
  async openLine(): Promise<void> {
    await this.pressInLines('Enter');
    await this.becomesVisible(this.#selectedLine, 'the selected line in full');
  }

  async closeLine(): Promise<void> {
    await this.pressInLines('Escape');
    await until(
      this.step('close the selected line', 'no line in full'),
      async () => !(await this.#selectedLine.isVisible()),
    );
  }

  // ---- the filter

  /** Moves the focus to the text filter with its key, and types a text. */
  async typeFilter(text: string): Promise<void> {
    const step = this.step(`type "${text}" in the filter`, 'a filter with the focus');
    const filter = this.frame.getByRole('searchbox', { name: 'Filter by text' });
    await this.pressInLines('/');
    await until(step, () =>
      filter.evaluate((box) => box.ownerDocument.activeElement === box, undefined, { timeout: 1000 }),
    );
    await perform(step, () => filter.pressSequentially(text));
  }

  /** Moves the focus from the filter to the lines. */
  async leaveFilter(): Promise<void> {
    const step = this.step('leave the filter', 'lines with the focus');
    await perform(step, () => this.frame.getByRole('searchbox', { name: 'Filter by text' }).press('Escape'));
    await until(step, () =>
      this.#lines.evaluate((grid) => grid.ownerDocument.activeElement === grid, undefined, { timeout: 1000 }),
    );
  }

  /**
   * Waits until the list of sandboxes contains a sandbox, and selects it.
   * @param id of the sandbox. The list shows the first characters
   */
  async selectSandbox(id: string): Promise<void> {
    const list = this.frame.getByRole('combobox', { name: 'Sandbox' });
    const label = await untilValue(this.step(`wait for the sandbox ${id}`, 'a list with this sandbox'), async () => {
      const labels = await list.locator('option').allTextContents();
      return labels.find((each) => each.includes(id.slice(0, 12)));
    });
    await this.select('Sandbox', label);
  }

  get #lines(): Locator {
    return this.frame.getByRole('treegrid', { name: 'Log lines' });
  }

  get #selectedLine(): Locator {
    return this.frame.getByRole('region', { name: 'Selected line' });
  }

  #line(text: Text, { level, origin }: LineLook): Locator {
    const lines = this.frame
      .locator(`.row:not(.head)${level === undefined ? '' : `.${level}`}`)
      .filter({ hasText: text });
    return origin === undefined ? lines : lines.filter({ has: this.frame.locator('.origin', { hasText: origin }) });
  }
}
