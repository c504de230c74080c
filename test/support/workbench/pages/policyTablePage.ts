/** The page with the verdict of a policy on every request. */
import type { Locator } from 'playwright-core';
import { perform, until } from '../step.ts';
import { WebviewPage } from './webviewPage.ts';

export class PolicyTablePage extends WebviewPage {
  /** Waits until there are rows. */
  async hasRows(): Promise<void> {
    await this.becomesVisible(this.frame.locator('tbody tr'), 'rows');
  }

  /** Waits for the caption of the table, which only screen readers read. */
  async hasCaption(text: string): Promise<void> {
    const caption = this.frame.locator('caption', { hasText: text });
    await until(this.step('wait for the caption of the table', text), async () => (await caption.count()) > 0);
  }

  /** Waits until the row of a request shows a verdict. */
  async showsVerdict(request: string, verdict: string): Promise<void> {
    await this.becomesVisible(this.#row(request).getByText(verdict, { exact: true }), `${request} with the verdict ${verdict}`);
  }

  /** Waits until a row is marked as different from the policy that the table compares with. */
  async showsDifference(request: string): Promise<void> {
    await this.becomesVisible(this.frame.locator(`tr.differs[data-endpoint="${request}"]`), `${request} as a difference`);
  }

  /** Waits until a request has no row. */
  async lacksRow(request: string): Promise<void> {
    await until(this.step(`wait until ${request} has no row`, `no row of ${request}`), async () => (await this.#row(request).count()) === 0);
  }

  /** Filters the requests. An empty text shows all of them. */
  async filter(text: string): Promise<void> {
    const box = this.frame.getByLabel('Filter the requests');
    await perform(this.step(`filter the requests by "${text}"`, 'a filter'), () => box.fill(text));
  }

  /** Waits until the filter has the keyboard. */
  async filterHasFocus(): Promise<void> {
    await until(this.step('wait for the keyboard', 'a filter with the keyboard'), () => this.hasFocusInFilter());
  }

  /** Returns whether the filter has the keyboard. */
  hasFocusInFilter(): Promise<boolean> {
    return this.frame
      .getByLabel('Filter the requests')
      .evaluate((box) => box.ownerDocument.hasFocus() && box.ownerDocument.activeElement === box, undefined, { timeout: 1000 });
  }

  /** Returns whether the description of a request is visible. */
  hasDescription(request: string): Promise<boolean> {
    return this.#row(request).locator('.about').isVisible();
  }

  /** Opens the description of a request on a narrow page, and waits until it is visible. */
  async openDescription(request: string): Promise<void> {
    const step = this.step(`open the description of ${request}`, 'a visible description');
    await perform(step, () =>
      this.#row(request)
        .getByRole('button', { name: `Description of ${request}` })
        .click(),
    );
    await until(step, () => this.hasDescription(request));
  }

  /** Chooses the policy that the table compares with. */
  async compareWith(policy: string): Promise<void> {
    await this.select('Compare with', policy);
  }

  /** Hides the requests on which both policies agree. */
  async showOnlyDifferences(): Promise<void> {
    const box = this.frame.getByLabel('Only what differs');
    await perform(this.step('check "Only what differs"', 'a checkbox'), () => box.check());
  }

  /** Follows the link of a row to its rule. */
  async openRule(request: string): Promise<void> {
    const step = this.step(`follow the link of ${request}`, `a row of ${request} with a link`);
    await perform(step, () =>
      this.#row(request)
        .getByRole('button', { name: /^Show .* in the policy/ })
        .click(),
    );
  }

  /** Remembers the row of a request. @returns whether the page still has the same row, which a click that has begun needs */
  async rememberRow(request: string): Promise<() => Promise<boolean>> {
    const row = await perform(this.step(`remember the row of ${request}`, `a row of ${request}`), () => this.#row(request).elementHandle());
    return async () => (await row?.evaluate<boolean>('(row) => row.isConnected')) ?? false;
  }

  #row(request: string): Locator {
    return this.frame.locator(`tr[data-endpoint="${request}"]`);
  }
}
