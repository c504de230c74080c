/** The page with the metrics of a cluster. Its panels are named by their ids, as `guestMemory`. */
import type { Locator, Page } from 'playwright-core';
import { perform, until, untilValue } from '../step.ts';
import { WebviewPage } from './webviewPage.ts';

type Text = string | RegExp;

/** Runs in the page: the number of colors that lines are drawn in. Grays are axes and grid. */
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

  /** Waits until the metrics have been read: only then the page shows a time without a note that it is reading. */
  async isRead(): Promise<void> {
    await this.shows(/^as of \d\d:\d\d$/);
  }

  /** Clicks the title: nothing on the page has the keyboard then. */
  async clickTitle(): Promise<void> {
    await perform(this.step('click the title', 'a title'), () => this.frame.getByRole('heading', { level: 1 }).click());
    await this.page.mouse.move(0, 0);
  }

  panel(id: string): MetricsPanel {
    return new MetricsPanel(this.frame.locator(`section[data-panel="${id}"]`), id);
  }

  /** Waits for an alert of the cluster with all these texts. */
  async showsAlert(name: string, ...texts: readonly Text[]): Promise<void> {
    const alert = this.frame.getByRole('listitem').filter({ hasText: name });
    await this.becomesVisible(alert, `the alert ${name}`);
    for (const text of texts) await this.becomesVisible(alert.getByText(text), `the alert ${name} with ${String(text)}`);
  }

  /** Waits until the page shows a problem at its top. */
  async showsProblem(text: Text): Promise<void> {
    await this.becomesVisible(this.frame.getByRole('alert').getByText(text), `a problem with ${String(text)}`);
  }

  /** The number of problems on the page. */
  problemCount(): Promise<number> {
    return this.frame.getByRole('alert').count();
  }

  /** The number of charts on the page. */
  chartCount(): Promise<number> {
    return this.frame.locator('canvas').count();
  }

  /** The number of charts next to each other in the first row. */
  async chartsPerRow(): Promise<number> {
    const tops = await this.frame.locator('.grid > .panel').evaluateAll((panels) => panels.map((panel) => Math.round(panel.getBoundingClientRect().top)));
    return tops.filter((top) => top === tops[0]).length;
  }

  /** The number of options of a list. */
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

  /** The number of elements with a text. */
  count(text: Text): Promise<number> {
    return this.#panel.getByText(text).count();
  }

  // ---- chart

  async showsChart(): Promise<void> {
    await this.#becomesVisible(this.#panel.locator('canvas'), 'a chart');
  }

  /** Waits until lines are drawn in at least this number of colors: every pixel is looked at. */
  async drawsColors(atLeast: number): Promise<void> {
    const step = this.#step('look at the lines', `${atLeast} colors`);
    const count = `(${colorsOf})(document.querySelector('section[data-panel="${this.#id}"] canvas'))`;
    await until(step, async () => (await this.#panel.evaluate<number, unknown>(count, undefined, { timeout: 1000 })) >= atLeast);
  }

  /** Moves the cursor of the chart by a key. Wait for what the page then says. */
  async pressInChart(key: string): Promise<void> {
    await perform(this.#step(`press ${key} in the chart`, 'a chart that takes keys'), () => this.#panel.getByRole('slider').press(key));
  }

  /** Waits until screen readers are told the values at the cursor. @returns what they are told */
  async says(text: string, options: { readonly other?: string } = {}): Promise<string> {
    const step = this.#step('wait for what a screen reader says', `${text}${options.other === undefined ? '' : `, and something else than ${options.other}`}`);
    return untilValue(step, async () => {
      const said = (await this.#panel.locator('.spoken').textContent({ timeout: 1000 })) ?? '';
      return said !== '' && said.includes(text) && (options.other === undefined || !said.includes(options.other)) ? said : undefined;
    });
  }

  /** The moment of the cursor, as a screen reader reads the chart. */
  async moment(): Promise<string> {
    return (await this.#panel.getByRole('slider').getAttribute('aria-valuetext')) ?? '';
  }

  // ---- legend

  /** Waits until the chart has exactly these lines. */
  async hasLines(...names: readonly string[]): Promise<void> {
    await until(this.#step('read the lines', names.join(', ')), async () => (await this.#lines()).join('\n') === names.join('\n'));
  }

  /** Waits until the chart has a line among others. */
  async hasLine(name: Text): Promise<void> {
    await this.#becomesVisible(this.#names.filter({ hasText: name }), `the line ${String(name)}`);
  }

  /** Waits until the chart has at least this number of lines. */
  async hasLineCount(atLeast: number): Promise<void> {
    await until(this.#step('count the lines', `${atLeast} or more`), async () => (await this.#names.count()) >= atLeast);
  }

  /** The distance in pixels between the name of the first line and its value. */
  async distanceToValue(): Promise<number> {
    const line = this.#panel.locator('.legend li').first();
    const [name, value] = [await line.locator('.name').boundingBox(), await line.locator('.value').boundingBox()];
    return (value?.x ?? 0) - ((name?.x ?? 0) + (name?.width ?? 0));
  }

  /** Waits until the legend shows a line with a value. */
  async showsValue(line: string, value: string): Promise<void> {
    await this.#becomesVisible(this.#panel.locator('.legend li', { hasText: line }).getByText(value), `${value} for ${line}`);
  }

  // ---- table and tools

  async openTable(): Promise<void> {
    await this.#press(/^Show as table/);
    await this.#becomesVisible(this.#panel.getByRole('table'), 'a table');
  }

  async closeTable(): Promise<void> {
    await this.#press(/^Hide the table/);
    await until(this.#step('hide the table', 'no table'), async () => (await this.#panel.getByRole('table').count()) === 0);
  }

  async showsRowOfTable(name: string): Promise<void> {
    await this.#becomesVisible(this.#panel.getByRole('rowheader', { name }), `the row ${name}`);
  }

  /** Copies the query of the panel. Wait for the clipboard. */
  async copyQuery(): Promise<void> {
    await this.#press(/Copy PromQL/);
  }

  /** Opens the query in the console of the cluster. VS Code asks before it opens an address. */
  async openInConsole(): Promise<void> {
    await this.#press(/^Open in the console/);
  }

  /** Selects the percentile that the panel shows. */
  async selectPercentile(label: string): Promise<void> {
    await perform(this.#step(`select ${label}`, 'a list with it'), () =>
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
    await perform(this.#step(`press ${String(name)}`, 'an enabled button'), () => button.click());
  }

  async #becomesVisible(locator: Locator, what: string): Promise<void> {
    await until(this.#step(`look for ${what}`, what), () => locator.first().isVisible());
  }

  #step(does: string, expects: string) {
    return { does: `${this.#id}: ${does}`, expects, state: async () => (await this.#panel.innerText({ timeout: 1000 })).replaceAll(/\s*\n\s*/g, ' | ') };
  }
}

/** The box for queries. */
export class QueryBox {
  readonly #view: WebviewPage;
  readonly #page: Page;

  constructor(view: WebviewPage, page: Page) {
    this.#view = view;
    this.#page = page;
  }

  get #box(): Locator {
    return this.#view.frame.getByRole('combobox', { name: 'Ask Prometheus' });
  }

  /** Waits until it has the keyboard. */
  async hasFocus(): Promise<void> {
    const step = this.#step('wait for the keyboard', 'a box with the keyboard');
    await until(step, () => this.#box.evaluate((box) => box.ownerDocument.hasFocus() && box.ownerDocument.activeElement === box, undefined, { timeout: 1000 }));
  }

  /** Types where the keyboard is. */
  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    await this.holds(text);
  }

  /** Waits until it holds a text. */
  async holds(text: string): Promise<void> {
    await until(this.#step('read the box', text), async () => (await this.#box.inputValue({ timeout: 1000 })) === text);
  }

  /** Replaces its text. */
  async fill(text: string): Promise<void> {
    await perform(this.#step(`write "${text}"`, 'a box'), () => this.#box.fill(text));
  }

  /** Waits until a completion is offered. */
  async offers(name: Text): Promise<void> {
    const option = this.#view.frame.getByRole('option', { name });
    await until(this.#step('wait for a completion', String(name)), () => option.first().isVisible());
  }

  /** Presses a key in the box. Wait for what it causes. */
  async press(key: string): Promise<void> {
    await perform(this.#step(`press ${key}`, 'a box that takes keys'), () => this.#box.press(key));
  }

  #step(does: string, expects: string) {
    const state = async (): Promise<string> => {
      const offered = await this.#view.frame.getByRole('option').allInnerTexts();
      return `"${await this.#box.inputValue({ timeout: 1000 })}", with ${offered.join('; ') || 'no completions'}`;
    };
    return { does: `the query: ${does}`, expects, state };
  }
}
