/** Operates the page with the results of recorded requests that a policy evaluated. */
import type { Locator } from 'playwright-core';
import { perform, until } from '../parts/step.ts';
import { WebviewPage } from '../webviewPage.ts';

export class PolicyReplayPage extends WebviewPage {
  /** Waits until the page has this number of rows, one per request. */
  async hasRows(count: number): Promise<void> {
    await until(
      this.step('wait for the results', `${count} rows`),
      async () => (await this.frame.locator('tbody tr').count()) === count,
    );
  }

  /**
   * Waits until a row shows a result.
   * @param number number of the row, starting at 1
   */
  async showsResult(number: number, result: string): Promise<void> {
    await this.becomesVisible(
      this.#row(number).getByText(result, { exact: true }),
      `the result ${result} in row ${number}`,
    );
  }

  /**
   * Clicks Show in Policy in a row, and waits until the row is selected. The editor then shows the condition that
   * failed.
   */
  async explain(number: number): Promise<void> {
    const step = this.step(`show request ${number} in the policy`, `row ${number} selected`);
    await perform(step, () =>
      this.#row(number)
        .getByRole('button', { name: /^Show in policy/ })
        .click(),
    );
    await until(step, async () => (await this.#row(number).getAttribute('aria-current', { timeout: 1000 })) === 'true');
  }

  /** Opens the request of a row. Doesn't wait for the editor. */
  async openRequest(number: number): Promise<void> {
    const step = this.step(`open request ${number}`, 'the name of the request as a button');
    await perform(step, () =>
      this.#row(number)
        .getByRole('button', { name: /^\S+: \d+$/ })
        .click(),
    );
  }

  /** Returns true if the button Save as Test Case of a row is visible. */
  async showsSave(number: number): Promise<boolean> {
    const button = this.#row(number).getByRole('button', { name: /^Save as Test Case/ });
    return button.evaluate((element) => element.checkVisibility({ opacityProperty: true }), undefined, {
      timeout: 1000,
    });
  }

  /** Clicks Save as Test Case in a row. The extension then prompts for a name. */
  async saveAsTestCase(number: number): Promise<void> {
    const step = this.step(`save request ${number} as a test case`, 'the button "Save as Test Case"');
    await perform(step, () =>
      this.#row(number)
        .getByRole('button', { name: /^Save as Test Case/ })
        .click(),
    );
  }

  /** Clicks Show Evaluation in a row, and waits until the row lists the evaluated expressions. */
  async showEvaluation(number: number): Promise<void> {
    const step = this.step(`show the evaluation of request ${number}`, `a list of expressions in row ${number}`);
    await perform(step, () =>
      this.#row(number)
        .getByRole('button', { name: /^Show Evaluation/ })
        .click(),
    );
    await until(step, () => this.#expressions(number).first().isVisible());
  }

  /** Returns the evaluated expressions of a row, each with its line, its value, and the values of its parts. */
  evaluation(number: number): Promise<readonly string[]> {
    return this.#expressions(number).allInnerTexts();
  }

  /** Clicks the button of a row that adds the missing default to the policy. */
  async addMissingDefault(number: number): Promise<void> {
    const step = this.step(
      `add the missing default for request ${number}`,
      `a button for the default in row ${number}`,
    );
    await perform(step, () =>
      this.#row(number)
        .getByRole('button', { name: /^Add the missing default with the value false/ })
        .click(),
    );
  }

  #expressions(number: number): Locator {
    return this.#row(number).getByRole('listitem');
  }

  #row(number: number): Locator {
    return this.frame.locator('tbody tr').nth(number - 1);
  }
}
