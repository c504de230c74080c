/** Operates the page with the metrics of a cluster. Each panel has an id, such as `guestMemory`. */
import type { Locator, Page } from 'playwright-core';
import { perform, until, untilValue } from '../parts/step.ts';
import { WebviewPage } from '../webviewPage.ts';

type Text = string | RegExp;

/**
 * Runs in the page. Returns the number of line colors. Ignores grays, which are the colors of the axes and the grid.
 */
const colorsOf = `(canvas) => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const seen = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue, alpha] = data.slice(at, at + 4);
    if (alpha < 250 || Math.max(red, green, blue) - Math.min(red, green, blue) < 60) continue;
    const color = [red, green, blue].join();
    seen.set(color, (seen.get(color) ?? 0) + 1);
  }
  return [...seen.values()].filter((count) => count > 40).length;
}`;

export class MetricsPage extends WebviewPage {
  readonly query: QueryBox;

  constructor(page: Page) {
    super(page);
    this.query = new QueryBox(this, page);
  }

  /** Waits until the page has read the metrics. Only then does it show a time without a note about reading. */
  async isRead(): Promise<void> {
    await this.shows(/^Last updated \d\d:\d\d$/);
  }

  /** Clicks the title, which removes the focus from elements of the page. */
  async clickTitle(): Promise<void> {
    await perform(this.step('click the title', 'a title'), () => this.frame.getByRole('heading', { level: 1 }).click());
    await this.page.mouse.move(0, 0);
  }

  panel(id: string): MetricsPanel {
    return new MetricsPanel(this.frame.locator(`section[data-panel="${id}"]`), id);
  }

  /** Waits until a tile has a state and shows all these texts. */
  async showsTile(id: string, state: string, ...texts: readonly Text[]): Promise<void> {
    const tile = this.frame.locator(`section[data-tile="${id}"][data-state="${state}"]`);
    for (const text of texts) await this.becomesVisible(tile.getByText(text), `the tile ${id} with ${String(text)}`);
  }

  /** Opens an alert in the web console. VS Code shows a dialog before it opens the address. */
  async openAlertInConsole(name: string): Promise<void> {
    await this.press(`Open in Web Console: ${name}`);
  }

  /** Waits for an alert of the cluster with all these texts. */
  async showsAlert(name: string, ...texts: readonly Text[]): Promise<void> {
    const alert = this.frame.getByRole('listitem').filter({ hasText: name });
    await this.becomesVisible(alert, `the alert ${name}`);
    for (const text of texts)
      await this.becomesVisible(alert.getByText(text), `the alert ${name} with ${String(text)}`);
  }

  /** Waits until the page shows a problem at its top. */
  async showsProblem(text: Text): Promise<void> {
    await this.becomesVisible(this.frame.getByRole('alert').getByText(text), `a problem with ${String(text)}`);
  }

  /** Returns the number of problems on the page. */
  problemCount(): Promise<number> {
    return this.frame.getByRole('alert').count();
  }

  /** Returns the number of charts on the page. */
  chartCount(): Promise<number> {
    return this.frame.locator('canvas').count();
  }

  /** Returns the number of charts in the first row. */
  async chartsPerRow(): Promise<number> {
    const tops = await this.frame
      .locator('.grid > .panel')
      .evaluateAll((panels) => panels.map((panel) => Math.round(panel.getBoundingClientRect().top)));
    return tops.filter((top) => top === tops[0]).length;
  }

  /** Returns the number of options in a list. */
  optionCount(list: string): Promise<number> {
    return this.frame.getByLabel(list, { exact: true }).locator('option').count();
  }
}

export class MetricsPanel {
  readonly #panel: Locator;
  readonly #id: string;

  constructor(panel: Locator, id: string) {
    this.#panel = panel;
    this.#id = id;
  }

  /** Waits for a text. */
  async shows(text: Text): Promise<void> {
    await this.#becomesVisible(this.#panel.getByText(text), `the text ${String(text)}`);
  }

  /** Returns the number of elements with a text. */
  count(text: Text): Promise<number> {
    return this.#panel.getByText(text).count();
  }

  // ---- chart

  async showsChart(): Promise<void> {
    await this.#becomesVisible(this.#panel.locator('canvas'), 'a chart');
  }

  /** Waits until the lines have at least this number of colors. Counts the colors of all pixels. */
  async drawsColors(atLeast: number): Promise<void> {
    const step = this.#step('count the colors of the lines', `${atLeast} or more colors`);
    const count = `(${colorsOf})(document.querySelector('section[data-panel="${this.#id}"] canvas'))`;
    await until(
      step,
      async () => (await this.#panel.evaluate<number, unknown>(count, undefined, { timeout: 1000 })) >= atLeast,
    );
  }

  /** Presses a key in the chart, which moves its cursor. Doesn't wait for the announcement. */
  async pressInChart(key: string): Promise<void> {
    await perform(this.#step(`press ${key} in the chart`, 'a chart that accepts keys'), () =>
      this.#panel.getByRole('slider').press(key),
    );
  }

  /**
   * Waits until the page announces the values at the cursor to screen readers.
   * @param options.other a text that the announcement must not contain
   * @returns the announcement
   */
  async says(text: string, options: { readonly other?: string } = {}): Promise<string> {
    const step = this.#step(
      'wait for the announcement to screen readers',
      `${text}${options.other === undefined ? '' : `, without ${options.other}`}`,
    );
    return untilValue(step, async () => {
      const said = (await this.#panel.locator('.spoken').textContent({ timeout: 1000 })) ?? '';
      return said !== '' && said.includes(text) && (options.other === undefined || !said.includes(options.other))
        ? said
        : undefined;
    });
  }

  /** Returns the time at the cursor, as a screen reader reads it. */
  async moment(): Promise<string> {
    return (await this.#panel.getByRole('slider').getAttribute('aria-valuetext')) ?? '';
  }

  // ---- legend

  /** Waits until the chart has exactly these lines. */
  async hasLines(...names: readonly string[]): Promise<void> {
    await until(
      this.#step('read the lines', names.join(', ')),
      async () => (await this.#lines()).join('\n') === names.join('\n'),
    );
  }

  /** Waits until the chart has this line. It can also have other lines. */
  async hasLine(name: Text): Promise<void> {
    await this.#becomesVisible(this.#names.filter({ hasText: name }), `the line ${String(name)}`);
  }

  /** Waits until the chart has at least this number of lines. */
  async hasLineCount(atLeast: number): Promise<void> {
    await until(
      this.#step('count the lines', `${atLeast} or more lines`),
      async () => (await this.#names.count()) >= atLeast,
    );
  }

  /** Returns the distance in pixels between the name and the value of the first line. */
  async distanceToValue(): Promise<number> {
    const line = this.#panel.locator('.legend li').first();
    const [name, value] = [await line.locator('.name').boundingBox(), await line.locator('.value').boundingBox()];
    return (value?.x ?? 0) - ((name?.x ?? 0) + (name?.width ?? 0));
  }

  /** Waits until the legend shows this value for a line. */
  async showsValue(line: string, value: string): Promise<void> {
    await this.#becomesVisible(
      this.#panel.locator('.legend li', { hasText: line }).getByText(value),
      `${value} for ${line}`,
    );
  }

  // ---- table and tools

  async openTable(): Promise<void> {
    await this.#press(/^Show as table/);
    await this.#becomesVisible(this.#panel.getByRole('table'), 'a table');
  }

  async closeTable(): Promise<void> {
    await this.#press(/^Hide table/);
    await until(
      this.#step('hide the table', 'no table'),
      async () => (await this.#panel.getByRole('table').count()) === 0,
    );
  }

  async showsRowOfTable(name: string): Promise<void> {
    await this.#becomesVisible(this.#panel.getByRole('rowheader', { name }), `the row ${name}`);
  }

  /** Copies the query of the panel. Doesn't wait for the clipboard. */
  async copyQuery(): Promise<void> {
    await this.#press(/Copy PromQL/);
  }

  /** Opens the query in the web console of the cluster. VS Code shows a dialog before it opens the address. */
  async openInConsole(): Promise<void> {
    await this.#press(/^Open in Web Console/);
  }

  /** Selects the percentile that the panel shows. */
  async selectPercentile(label: string): Promise<void> {
    await perform(this.#step(`select ${label}`, `a list with ${label}`), () =>
      this.#panel
        .getByLabel(/^Percentile/)
        .first()
        .selectOption({ label }),
    );
  }

  get #names(): Locator {
    return this.#panel.locator('.legend button .name');
  }

  #lines(): Promise<readonly string[]> {
    return this.#names.allTextContents();
  }

  async #press(name: RegExp): Promise<void> {
    const button = this.#panel.getByRole('button', { name });
    await this.#becomesVisible(button, `the button ${String(name)}`);
    await perform(this.#step(`click ${String(name)}`, 'an enabled button'), () => button.click());
  }

  async #becomesVisible(locator: Locator, what: string): Promise<void> {
    await until(this.#step(`wait for ${what}`, what), () => locator.first().isVisible());
  }

  #step(does: string, expects: string) {
    return {
      does: `${this.#id}: ${does}`,
      expects,
      state: async () => (await this.#panel.innerText({ timeout: 1000 })).replaceAll(/\s*\n\s*/g, ' | '),
    };
  }
}

/** Operates the input box for queries. */
export class QueryBox {
  readonly #view: WebviewPage;
  readonly #page: Page;

  constructor(view: WebviewPage, page: Page) {
    this.#view = view;
    this.#page = page;
  }

  get #box(): Locator {
    return this.#view.frame.getByRole('combobox', { name: 'Run PromQL Query' });
  }

  /** Waits until the box has the focus. */
  async hasFocus(): Promise<void> {
    const step = this.#step('wait for the focus', 'a box with the focus');
    await until(step, () =>
      this.#box.evaluate((box) => box.ownerDocument.hasFocus() && box.ownerDocument.activeElement === box, undefined, {
        timeout: 1000,
      }),
    );
  }

  /** Types a text in the focused box, and waits until the box contains only this text. */
  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    await this.holds(text);
  }

  /** Waits until the box contains exactly this text. */
  async holds(text: string): Promise<void> {
    await until(this.#step('read the box', text), async () => (await this.#box.inputValue({ timeout: 1000 })) === text);
  }

  /** Replaces the text of the box. */
  async fill(text: string): Promise<void> {
    await perform(this.#step(`enter "${text}"`, 'a box'), () => this.#box.fill(text));
  }

  /** Waits for a completion. */
  async offers(name: Text): Promise<void> {
    const option = this.#view.frame.getByRole('option', { name });
    await until(this.#step('wait for a completion', String(name)), () => option.first().isVisible());
  }

  /** Presses a key in the box. Doesn't wait for the result. */
  async press(key: string): Promise<void> {
    await perform(this.#step(`press ${key}`, 'a box that accepts keys'), () => this.#box.press(key));
  }

  #step(does: string, expects: string) {
    const state = async (): Promise<string> => {
      const offered = await this.#view.frame.getByRole('option').allInnerTexts();
      return `"${await this.#box.inputValue({ timeout: 1000 })}"; completions: ${offered.join('; ') || 'none'}`;
    };
    return { does: `query box: ${does}`, expects, state };
  }
}
