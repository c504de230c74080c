/** Reads the Test Explorer. */
import type { Locator, Page } from 'playwright-core';
import { perform, until, type Step } from '../step.ts';

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

  /** Waits until the view Test Coverage lists a file. */
  async showsCoverage(file: string): Promise<void> {
    const step = this.#step('wait for the view Test Coverage', file);
    await until(step, () => this.#covered(file).isVisible());
  }

  /** Opens a file of the view Test Coverage. Doesn't wait for the editor. */
  async openCovered(file: string): Promise<void> {
    const step = this.#step(`open ${file} in the view Test Coverage`, file);
    await perform(step, () => this.#covered(file).click());
  }

  #covered(file: string): Locator {
    return this.#page.locator('.test-coverage-list-item', { hasText: file }).first();
  }

  get #view(): Locator {
    return this.#page.locator('.test-explorer');
  }

  #step(does: string, expects: string): Step {
    return { does, expects, state: async () => (await this.#view.allInnerTexts()).join('\n') || 'no Test Explorer' };
  }
}
