/** The page of a log. */
import type { Locator } from 'playwright-core';
import { layoutProblems } from '../layout.ts';
import { perform, until, untilValue } from '../step.ts';
import { WebviewPage } from './webviewPage.ts';

type Text = string | RegExp;

/** What a line must be besides its text. */
export interface LineLook {
  readonly level?: 'error' | 'warning';
  /** The origin, as `Kubelet`. */
  readonly origin?: string;
}

export class LogPage extends WebviewPage {
  /**
   * Waits until the log shows its lines and has the keyboard. VS Code gives it to a new page after that is drawn: a list that is open by then
   * loses the keyboard, and is closed.
   */
  async isOpen(): Promise<void> {
    const step = this.step('wait for the log', 'lines of a log that have the keyboard');
    await until(step, () => this.#lines.isVisible());
    await until(step, async () =>
      this.#lines.evaluate((grid) => grid.ownerDocument.hasFocus() && grid.ownerDocument.activeElement === grid, undefined, { timeout: 1000 }),
    );
  }

  // ---- lines

  /** Waits until a line in view contains a text. */
  async showsLine(text: Text, look: LineLook = {}): Promise<void> {
    await this.becomesVisible(this.#line(text, look), `a line with ${String(text)} ${JSON.stringify(look)}`);
  }

  /** The number of lines in view that contain a text. */
  countLines(text: Text): Promise<number> {
    return this.#line(text, {}).count();
  }

  /** Waits until a line that contains a text is selected. @param index its place among the rows, from 0 */
  async selectsLine(text: Text, look: LineLook & { readonly index?: number } = {}): Promise<void> {
    const step = this.step(`wait until a line with ${String(text)} is selected`, `such a line, ${JSON.stringify(look)}`);
    await until(step, async () => {
      const active = await this.#lines.getAttribute('aria-activedescendant', { timeout: 1000 });
      if (active === null || (look.index !== undefined && active !== `row-${look.index}`)) return false;
      return this.#line(text, look)
        .and(this.frame.locator(`#${active}`))
        .isVisible();
    });
  }

  /** Waits until the row with this index is selected. */
  async selectsRow(index: number): Promise<void> {
    await this.selectsLine('', { index });
  }

  /** The number of rows, also beyond the view. */
  async rowCount(): Promise<number> {
    return Number(await this.#lines.getAttribute('aria-rowcount'));
  }

  /** Waits until there are this number of rows. */
  async hasRows(count: number): Promise<void> {
    await until(this.step(`wait for ${count} rows`, `${count} rows`), async () => (await this.rowCount()) === count);
  }

  /** Gives the keyboard to the lines, and presses keys there. Wait for what they cause. */
  async pressInLines(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await perform(this.step(`press ${key} in the log`, 'lines that take keys'), () => this.#lines.press(key));
  }

  /** Returns the widths of the visible columns in pixels, by their names. */
  async columnWidths(): Promise<Readonly<Record<'time' | 'origin' | 'level' | 'text', number>>> {
    const step = this.step('measure the columns', 'a line with a text');
    return untilValue(step, async () => {
      // All in one look: lines are drawn again when the page gets another width.
      const [time = 0, origin = 0, level = 0, text = 0] = await this.frame
        .locator('.layer')
        .evaluate(
          (layer) => ['time', 'origin', 'level', 'text'].map((column) => layer.querySelector(`.row .${column}`)?.getBoundingClientRect().width ?? 0),
          undefined,
          { timeout: 1000 },
        );
      return text > 0 ? { time, origin, level, text } : undefined;
    });
  }

  /** The texts of a column of the lines in view. */
  columnTexts(column: 'time' | 'origin' | 'level'): Promise<readonly string[]> {
    return this.frame.locator(`.layer .row .${column}`).allInnerTexts();
  }

  /** Waits until the selected line wraps. @returns its text, with line breaks, and whether all of it can be seen */
  async wrappedLine(): Promise<{ readonly text: string; readonly isWhole: boolean }> {
    const line = this.frame.locator('.layer .row.chosen');
    const step = this.step('wait until the selected line wraps', 'a line higher than the others');
    await until(step, async () => ((await line.boundingBox())?.height ?? 0) > 30);
    const [outer, inner] = [await this.#lines.boundingBox(), await line.boundingBox()];
    const bottom = (box: typeof outer) => (box?.y ?? 0) + (box?.height ?? 0);
    return { text: await line.locator('.text').innerText(), isWhole: bottom(inner) <= bottom(outer) + 1 };
  }

  /** Returns everything that doesn't fit into the width of the page, besides lines that aren't selected. */
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
    await until(this.step('close the selected line', 'no line in full'), async () => !(await this.#selectedLine.isVisible()));
  }

  // ---- the filter

  /** Opens the text filter by its key, and types into it. */
  async typeFilter(text: string): Promise<void> {
    const step = this.step(`type "${text}" into the filter`, 'a filter with the keyboard');
    const filter = this.frame.getByRole('searchbox', { name: 'Filter by text' });
    await this.pressInLines('/');
    await until(step, () => filter.evaluate((box) => box.ownerDocument.activeElement === box, undefined, { timeout: 1000 }));
    await perform(step, () => filter.pressSequentially(text));
  }

  /** Goes back from the filter to the lines. */
  async leaveFilter(): Promise<void> {
    const step = this.step('leave the filter', 'lines with the keyboard');
    await perform(step, () => this.frame.getByRole('searchbox', { name: 'Filter by text' }).press('Escape'));
    await until(step, () => this.#lines.evaluate((grid) => grid.ownerDocument.activeElement === grid, undefined, { timeout: 1000 }));
  }

  /** Waits until the list of sandboxes offers one, and selects it. @param id its id, of which the list shows the beginning */
  async selectSandbox(id: string): Promise<void> {
    const list = this.frame.getByRole('combobox', { name: 'Sandbox' });
    const label = await untilValue(this.step(`look for the sandbox ${id}`, 'a list with this sandbox'), async () => {
      const labels = await list.locator('option').allTextContents();
      return labels.find((each) => each.includes(id.slice(0, 12)));
    });
    await this.select('Sandbox', label);
  }

  get #lines(): Locator {
    return this.frame.getByRole('treegrid', { name: 'Lines of the log' });
  }

  get #selectedLine(): Locator {
    return this.frame.getByRole('region', { name: 'Chosen line' });
  }

  #line(text: Text, { level, origin }: LineLook): Locator {
    const lines = this.frame.locator(`.row:not(.head)${level === undefined ? '' : `.${level}`}`).filter({ hasText: text });
    return origin === undefined ? lines : lines.filter({ has: this.frame.locator('.origin', { hasText: origin }) });
  }
}
