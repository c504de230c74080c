/** Operates the tabs of the editors. */
import type { Locator, Page } from 'playwright-core';
import { perform, until, type Step } from '../step.ts';

export class Tabs {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits until the name of a tab is this text or starts with it. */
  async shows(name: string): Promise<void> {
    await until(this.#step(`wait for the tab ${name}`, `a tab ${name}`), () => this.#tab(name).isVisible());
  }

  /** Waits until no tab has a name that is this text or starts with it. */
  async lacks(name: string): Promise<void> {
    await until(
      this.#step(`wait until the tab ${name} is closed`, `no tab ${name}`),
      async () => !(await this.#tab(name).isVisible()),
    );
  }

  /** Clicks a tab, and waits until it is active. */
  async activate(name: string): Promise<void> {
    await this.shows(name);
    const step = this.#step(`click the tab ${name}`, `the active tab ${name}`);
    await perform(step, () => this.#tab(name).click());
    await until(step, async () => ((await this.#tab(name).getAttribute('class')) ?? '').includes('active'));
    await this.#page.mouse.move(0, 0);
  }

  /** Returns the names of all tabs. */
  async names(): Promise<readonly string[]> {
    return this.#all.evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute('aria-label') ?? ''));
  }

  /** Returns the number of editor groups. */
  groupCount(): Promise<number> {
    return this.#page.locator('.editor-group-container').count();
  }

  get #all(): Locator {
    return this.#page.locator('.tabs-container .tab');
  }

  #tab(name: string): Locator {
    const quoted = JSON.stringify(name);
    return this.#page
      .locator(`.tabs-container .tab[data-resource-name=${quoted}], .tabs-container .tab[aria-label^=${quoted}]`)
      .first();
  }

  #step(does: string, expects: string): Step {
    const state = async () => {
      const active = await this.#page
        .locator('.tabs-container .tab.active')
        .evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute('aria-label') ?? ''));
      return `tabs: ${(await this.names()).join(' | ') || 'none'}\nactive: ${active.join(' | ') || 'none'}`;
    };
    return { does, expects, state };
  }
}
