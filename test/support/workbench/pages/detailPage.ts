/** Operates the detail page of an object. */
import { perform, until } from '../parts/step.ts';
import { WebviewPage } from '../webviewPage.ts';

type Text = string | RegExp;

export class DetailPage extends WebviewPage {
  /**
   * Waits until the page shows an object in a state.
   * @param state the state or its headline
   */
  async isOf(title: string, state: Text = ''): Promise<void> {
    await this.becomesVisible(
      this.frame.getByRole('heading', { level: 1, name: title, exact: true }),
      `the page of ${title}`,
    );
    await this.becomesVisible(this.frame.getByRole('status').filter({ hasText: state }), `the state ${String(state)}`);
  }

  /** Returns the labels of the buttons under the cause, in order. */
  async actions(): Promise<readonly string[]> {
    return this.frame.getByRole('group', { name: 'Actions' }).getByRole('button').allInnerTexts();
  }

  /** Waits until a section has an entry with all these texts. */
  async showsIn(section: string, ...texts: readonly Text[]): Promise<void> {
    const items = this.frame.getByRole('region', { name: section }).getByRole('listitem');
    const item = texts.reduce((found, text) => found.filter({ hasText: text }), items);
    await this.becomesVisible(item, `an entry of ${section} with ${texts.map(String).join(' and ')}`);
  }

  /** Returns the entries of a section, in order. */
  async entriesOf(section: string): Promise<readonly string[]> {
    return this.frame.getByRole('region', { name: section }).getByRole('listitem').allInnerTexts();
  }

  /** Waits until the title has the focus. The page moves the focus there if the user opened it. */
  async hasKeyboard(title: string): Promise<void> {
    const heading = this.frame.getByRole('heading', { level: 1, name: title, exact: true });
    await until(this.step(`wait until the page of ${title} has the focus`, 'the title with the focus'), () =>
      heading.evaluate(
        (element) => element.ownerDocument.activeElement === element && element.ownerDocument.hasFocus(),
        undefined,
        { timeout: 1000 },
      ),
    );
  }

  /** Waits until a section has the focus. */
  async isAt(section: string): Promise<void> {
    const region = this.frame.getByRole('region', { name: section, exact: true });
    await until(this.step(`wait until ${section} has the focus`, 'the section with the focus'), () =>
      region.evaluate((element) => element.ownerDocument.activeElement === element, undefined, { timeout: 1000 }),
    );
  }

  /** Expands a line, and waits until it shows a text. */
  async expand(line: Text, shows: Text): Promise<void> {
    const summary = this.frame.locator('summary').filter({ hasText: line }).first();
    await this.becomesVisible(summary, `the line ${String(line)}`);
    await perform(this.step(`expand ${String(line)}`, 'a line that expands'), () => summary.click());
    await this.becomesVisible(this.frame.locator('details[open]').getByText(shows), `the text ${String(shows)}`);
  }

  /** Waits until an expanded line contains a text. */
  async staysExpanded(shows: Text): Promise<void> {
    await this.becomesVisible(
      this.frame.locator('details[open]').getByText(shows),
      `the text ${String(shows)} in an expanded line`,
    );
  }

  /** Returns the widths of the page and its content in pixels. If the content is wider, the page scrolls. */
  async widths(): Promise<{ readonly page: number; readonly content: number }> {
    const [page = 0, content = 0] = await this.frame
      .locator('html')
      .evaluate<number[], unknown>('[innerWidth, document.documentElement.scrollWidth]', undefined);
    return { page, content };
  }
}
