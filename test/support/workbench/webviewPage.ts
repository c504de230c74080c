/**
 * Operates a page of the extension in a webview, or a preview of a document. Finds elements by role and name, as
 * assistive technology does.
 */
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { layoutProblems } from './layout.ts';
import { perform, until, untilValue, type Step } from './parts/step.ts';

type Text = string | RegExp;

export class WebviewPage {
  protected readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The document of the page. VS Code puts it into an inner frame. */
  get frame(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').first().frameLocator('#active-frame');
  }

  /** Waits until a text is visible. */
  async shows(text: Text, options: { readonly exact?: boolean } = {}): Promise<void> {
    await this.becomesVisible(this.frame.getByText(text, options), `the text ${String(text)}`);
  }

  /** Waits for a heading. */
  async showsHeading(name: Text): Promise<void> {
    await this.becomesVisible(this.frame.getByRole('heading', { name }), `the heading ${String(name)}`);
  }

  /** Waits for a cell of a table. */
  async showsCell(name: Text): Promise<void> {
    await this.becomesVisible(this.frame.getByRole('cell', { name }), `the cell ${String(name)}`);
  }

  /** Waits for an item of a list that contains all these texts. */
  async showsListItem(...texts: readonly Text[]): Promise<void> {
    const item = texts.reduce<Locator>(
      (found, text) => found.filter({ hasText: text }),
      this.frame.getByRole('listitem'),
    );
    await this.becomesVisible(item, `a list item with ${texts.map(String).join(' and ')}`);
  }

  /** Waits for a button. */
  async showsButton(name: Text): Promise<void> {
    await this.becomesVisible(this.frame.getByRole('button', { name }), `the button ${String(name)}`);
  }

  /** Waits until a text is no longer visible. */
  async lacks(text: Text): Promise<void> {
    await until(
      this.step('wait until a text disappears', `no text ${String(text)} on the page`),
      async () => !(await this.frame.getByText(text).first().isVisible()),
    );
  }

  /** Clicks a button. Doesn't wait for the result. */
  async press(name: Text, options: { readonly exact?: boolean } = {}): Promise<void> {
    const button = this.frame.getByRole('button', { name, ...options }).first();
    await this.becomesVisible(button, `the button ${String(name)}`);
    await perform(this.step(`click ${String(name)}`, 'an enabled button'), () => button.click());
  }

  /** Clicks a link. Doesn't wait for the result. */
  async follow(name: Text): Promise<void> {
    const link = this.frame.getByRole('link', { name }).first();
    await this.becomesVisible(link, `the link ${String(name)}`);
    const step = this.step(`click the link ${String(name)}`, 'a page with the link that has run its scripts');
    // A Markdown preview shows links before it runs the script that handles clicks.
    await until(
      step,
      async () =>
        (await this.frame
          .locator('html')
          .evaluate<string, unknown>('document.readyState', undefined, { timeout: 1000 })) === 'complete',
    );
    await perform(step, () => link.click());
  }

  /** Selects an option of a list by its label. */
  async select(list: Text, option: string): Promise<void> {
    const control = this.frame.getByRole('combobox', { name: list }).first();
    await this.becomesVisible(control, `the list ${String(list)}`);
    await perform(this.step(`select "${option}" in ${String(list)}`, 'a list with this option'), () =>
      control.selectOption({ label: option }),
    );
  }

  /** Returns the accessible name of the first button that matches. */
  async nameOfButton(name: Text): Promise<string> {
    const button = this.frame.getByRole('button', { name }).first();
    return untilValue(
      this.step(`read the button ${String(name)}`, 'a button'),
      async () =>
        (await button.getAttribute('aria-label', { timeout: 1000 })) ??
        (await button.textContent({ timeout: 1000 })) ??
        undefined,
    );
  }

  /** Returns the language of the document. */
  async language(): Promise<string> {
    return (await this.frame.locator('html').getAttribute('lang')) ?? '';
  }

  /**
   * Calls `look` while the page has this width in pixels. Doesn't resize the window, because a page is also narrow in a
   * narrow editor group.
   */
  async atWidth<T>(width: number, look: () => Promise<T>): Promise<T> {
    await this.#setWidth(`${width}px`, (found) => found === width);
    try {
      return await look();
    } finally {
      await this.#setWidth('100%', () => true);
    }
  }

  /** Describes everything that doesn't fit into the width of the page. */
  layoutProblems(): Promise<readonly string[]> {
    return layoutProblems(this.frame);
  }

  async #setWidth(width: string, isReached: (found: number) => boolean): Promise<void> {
    const step = this.step(`make the page ${width} wide`, 'a page of this width');
    const webview = this.page.locator('iframe.webview.ready').first();
    await perform(step, () =>
      webview.evaluate((frame, to) => frame.style.setProperty('width', to, 'important'), width),
    );
    await until(step, async () =>
      isReached(await this.frame.locator('html').evaluate<number, unknown>('innerWidth', undefined, { timeout: 1000 })),
    );
  }

  /** Waits until an element is visible. */
  protected async becomesVisible(locator: Locator, what: string): Promise<void> {
    await until(this.step(`wait for ${what}`, `${what} on the page`), () => locator.first().isVisible());
  }

  protected step(does: string, expects: string): Step {
    return { does, expects, state: () => this.describe() };
  }

  /** Returns the text of the page for error messages. */
  private async describe(): Promise<string> {
    const webviews = await this.page.locator('iframe.webview').count();
    if (webviews === 0) return 'no page';
    return (await this.frame.locator('body').innerText({ timeout: 2000 }))
      .replaceAll(/\s*\n\s*/g, ' | ')
      .slice(0, 3000);
  }
}
