/** The page with the results of recorded requests that were replayed through a policy. */
import type { Locator } from 'playwright-core';
import { perform, until } from '../step.ts';
import { WebviewPage } from './webviewPage.ts';

export class PolicyReplayPage extends WebviewPage {
  /** Waits until the page has this number of rows, one for each request. */
  async hasRows(count: number): Promise<void> {
    await until(this.step('wait for the results', `${count} rows`), async () => (await this.frame.locator('tbody tr').count()) === count);
  }

  /** Waits until a row shows a result. @param number of the row, from 1 */
  async showsResult(number: number, result: string): Promise<void> {
    await this.becomesVisible(this.#row(number).getByText(result, { exact: true }), `the result ${result} in row ${number}`);
  }

  /** Asks why the request of a row was denied, and waits until the row is the selected one. The policy then shows the condition that failed. */
  async explain(number: number): Promise<void> {
    const step = this.step(`ask why request ${number} was denied`, `row ${number} as the selected one`);
    await perform(step, () =>
      this.#row(number)
        .getByRole('button', { name: /^Show in policy/ })
        .click(),
    );
    await until(step, async () => (await this.#row(number).getAttribute('aria-current', { timeout: 1000 })) === 'true');
  }

  /** Opens the request of a row. Wait for the editor. */
  async openRequest(number: number): Promise<void> {
    const step = this.step(`open request ${number}`, 'a link with the name of the request');
    await perform(step, () =>
      this.#row(number)
        .getByRole('button', { name: /: open request/ })
        .click(),
    );
  }

  /** Returns whether the button of a row that saves a test case can be seen. */
  async showsSave(number: number): Promise<boolean> {
    const button = this.#row(number).getByRole('button', { name: /^Save as Test Case/ });
    return button.evaluate((element) => element.checkVisibility({ opacityProperty: true }), undefined, { timeout: 1000 });
  }

  /** Saves the request of a row as a test case. Answer the question for its name. */
  async saveAsTestCase(number: number): Promise<void> {
    const step = this.step(`save request ${number} as a test case`, 'a button for this');
    await perform(step, () =>
      this.#row(number)
        .getByRole('button', { name: /^Save as Test Case/ })
        .click(),
    );
  }

  #row(number: number): Locator {
    return this.frame.locator('tbody tr').nth(number - 1);
  }
}
