/** Selects the color theme of the window. */
import type { Page } from 'playwright-core';
import { until } from '../step.ts';
import type { QuickInput } from '../input/quickInput.ts';

/**
 * Each theme with its label in VS Code, the CSS classes of the window and its webviews, and the color scheme of the
 * browser.
 */
export const themes = {
  light: { label: 'Light Modern', window: 'vs', webview: 'vscode-light', scheme: 'light' },
  dark: { label: 'Dark Modern', window: 'vs-dark', webview: 'vscode-dark', scheme: 'dark' },
  'high contrast': { label: 'Dark High Contrast', window: 'hc-black', webview: 'vscode-high-contrast', scheme: 'dark' },
  'high contrast light': {
    label: 'Light High Contrast',
    window: 'hc-light',
    webview: 'vscode-high-contrast-light',
    scheme: 'light',
  },
} as const;

export type ThemeName = keyof typeof themes;

export class Theme {
  readonly #page: Page;
  readonly #quickInput: QuickInput;
  /** The theme that VS Code uses for each color scheme of the browser. */
  readonly #selected: Record<'light' | 'dark', ThemeName> = { light: 'light', dark: 'dark' };

  constructor(page: Page, quickInput: QuickInput) {
    this.#page = page;
    this.#quickInput = quickInput;
  }

  /**
   * Selects a theme. VS Code has one theme for each color scheme of the browser, and switches immediately, even while a
   * list or a dialog is open. If the theme isn't one of these two, selects it in the Command Palette.
   */
  async use(name: ThemeName): Promise<void> {
    const { label, window, scheme } = themes[name];
    await this.#page.emulateMedia({ colorScheme: scheme });
    if (this.#selected[scheme] !== name) {
      await this.#quickInput.run('Preferences: Color Theme');
      await this.#quickInput.filterAndChoose(label);
      this.#selected[scheme] = name;
    }
    await until(
      {
        does: `select the theme "${label}"`,
        expects: `a window with the class ${window}`,
        state: async () => (await this.#classes()) ?? 'no window',
      },
      () => this.#has(window),
    );
  }

  async #has(theme: string): Promise<boolean> {
    return (await this.#classes())?.split(' ').includes(theme) ?? false;
  }

  #classes(): Promise<string | null> {
    return this.#page.locator('.monaco-workbench').first().getAttribute('class');
  }
}
