/** Operates the page with the verdict of a policy on each request. */
import type { Locator } from 'playwright-core';
import { perform, until } from '../parts/step.ts';
import { WebviewPage } from '../webviewPage.ts';

export class PolicyTablePage extends WebviewPage {
  /** Waits until the table has rows. */
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
    await this.becomesVisible(
      this.#row(request).getByText(verdict, { exact: true }),
      `${request} with the verdict ${verdict}`,
    );
  }

  /** Waits until the row of a request shows that the other policy has a different verdict. */
  async showsDifference(request: string): Promise<void> {
    await this.becomesVisible(
      this.frame.locator(`tr.differs[data-endpoint="${request}"]`),
      `a different verdict on ${request}`,
    );
  }

  /** Waits until the row of a request contains a text, such as the effect of a changed condition. */
  async showsInRow(request: string, text: string): Promise<void> {
    await this.becomesVisible(this.#row(request).getByText(text), `${request} with the text ${text}`);
  }

  /** Waits until the table has no row for a request. */
  async lacksRow(request: string): Promise<void> {
    await until(
      this.step(`wait until the table has no row for ${request}`, `no row for ${request}`),
      async () => (await this.#row(request).count()) === 0,
    );
  }

  /** Filters the requests. An empty text shows all of them. */
  async filter(text: string): Promise<void> {
    const box = this.frame.getByLabel('Filter requests');
    await perform(this.step(`filter the requests by "${text}"`, 'a filter'), () => box.fill(text));
  }

  /** Waits until the filter has the focus. */
  async filterHasFocus(): Promise<void> {
    await until(this.step('wait for the focus', 'a filter with the focus'), () => this.hasFocusInFilter());
  }

  /** Returns true if the filter has the focus. */
  hasFocusInFilter(): Promise<boolean> {
    return this.frame
      .getByLabel('Filter requests')
      .evaluate((box) => box.ownerDocument.hasFocus() && box.ownerDocument.activeElement === box, undefined, {
        timeout: 1000,
      });
  }

  /** Returns true if the description of a request is visible. */
  hasDescription(request: string): Promise<boolean> {
    return this.#row(request).locator('.about').isVisible();
  }

  /** Opens the description of a request on a narrow page, and waits until the description is visible. */
  async openDescription(request: string): Promise<void> {
    const step = this.step(`open the description of ${request}`, 'a visible description');
    await perform(step, () =>
      this.#row(request)
        .getByRole('button', { name: `Description: ${request}` })
        .click(),
    );
    await until(step, () => this.hasDescription(request));
  }

  /** Selects the policy to compare with. */
  async compareWith(policy: string): Promise<void> {
    await this.select('Compare with', policy);
  }

  /** Hides the requests for which both policies have the same verdict. */
  async showOnlyDifferences(): Promise<void> {
    const box = this.frame.getByLabel('Show only differences');
    await perform(this.step('select "Show only differences"', 'a checkbox'), () => box.check());
  }

  /** Opens the policy at the rule of a request. Doesn't wait for the editor. */
  async openRule(request: string): Promise<void> {
    const step = this.step(`show the rule of ${request}`, `a row for ${request} with a button`);
    await perform(step, () =>
      this.#row(request)
        .getByRole('button', { name: /^Line \d+: / })
        .click(),
    );
  }

  /**
   * Records the row of a request.
   * @returns a function that returns true if the page still has the same row, which a click in progress requires
   */
  async rememberRow(request: string): Promise<() => Promise<boolean>> {
    const row = await perform(this.step(`record the row of ${request}`, `a row for ${request}`), () =>
      this.#row(request).elementHandle(),
    );
    return async () => (await row?.evaluate<boolean>('(row) => row.isConnected')) ?? false;
  }

  #row(request: string): Locator {
    return this.frame.locator(`tr[data-endpoint="${request}"]`);
  }
}
