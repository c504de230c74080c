/** Reads the Test Explorer. */
import type { Locator, Page } from 'playwright-core';
import { until, type Step } from '../step.ts';

export class TestExplorer {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits for a test or a test file. Open the view with its command first. */
  async shows(name: string): Promise<void> {
    await until(this.#step('wait for a test', name), () =>
      this.#view.locator('.monaco-list-row', { hasText: name }).first().isVisible(),
    );
  }

  /** Waits for the number of passed tests, such as `4/4`. */
  async hasPassed(count: string): Promise<void> {
    await until(this.#step('wait for the results', `${count} passed`), () =>
      this.#view.filter({ hasText: count }).first().isVisible(),
    );
  }

  get #view(): Locator {
    return this.#page.locator('.test-explorer');
  }

  #step(does: string, expects: string): Step {
    return { does, expects, state: async () => (await this.#view.allInnerTexts()).join('\n') || 'no Test Explorer' };
  }
}
