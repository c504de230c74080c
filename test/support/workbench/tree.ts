/** The tree of clusters in a window. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { appears } from './appears.ts';
import { picturesWanted, takePicture, type Clip } from './pictures.ts';
import { startUp, type Workbench } from './workbench.ts';

export class ClusterTreeView {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Shows it, by its icon, unless it is shown, and waits until the extension has said what is in it. */
  async open(): Promise<void> {
    const title = this.#page.locator('.part.sidebar .composite.title', { hasText: 'Sandboxed Containers' });
    if (!(await title.isVisible()))
      await this.#page.locator('.part.activitybar .action-item .action-label[aria-label^="Sandboxed Containers"]').click({ timeout: startUp });
    await title.waitFor();
    await this.rows.or(this.welcome).first().waitFor({ timeout: startUp });
  }

  /** What stands there instead of rows. */
  get welcome(): Locator {
    return this.#page.locator('.part.sidebar .welcome-view-content');
  }

  get rows(): Locator {
    return this.#page.locator('.part.sidebar .monaco-list-row');
  }

  /** The first row whose label is this, and whose text has that too. */
  row(label: string, text: string | RegExp = ''): Locator {
    const exact = new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
    return this.rows
      .filter({ has: this.#page.locator('.label-name', { hasText: exact }) })
      .filter({ hasText: text })
      .first();
  }

  /**
   * Clicks a row, and leaves: what the pointer rests on gets a tooltip, which covers the rows below. A row with rows under it is clicked until it is
   * open, or closed: VS Code closes one again whose children are not there yet when rows around it are drawn anew, and those of a live cluster often are.
   */
  async press(label: string, text: string | RegExp = ''): Promise<void> {
    const row = this.row(label, text);
    for (let attempt = 1; ; attempt++) {
      await row.waitFor();
      const before = await row.getAttribute('aria-expanded');
      await row.click();
      await this.#page.mouse.move(700, 250);
      if (before === null || (before === 'true' ? await appears(this.#which(row, 'false'), 4000) : await this.#opens(row))) return;
      if (attempt === 5) throw new Error(`${label} does not open, or not close`);
    }
  }

  #which(row: Locator, expanded: 'true' | 'false'): Locator {
    return row.and(this.#page.locator(`[aria-expanded="${expanded}"]`));
  }

  /** Whether a row becomes open, and stays so until rows are under it; of the last one that is in view they cannot be seen. */
  async #opens(row: Locator): Promise<boolean> {
    if (!(await appears(this.#which(row, 'true'), 4000))) return false;
    const end = performance.now() + 10_000;
    for (;;) {
      const seen = await row.evaluate((element) => {
        const top = (other: typeof element) => other.getBoundingClientRect().top;
        const level = (other: typeof element) => Number(other.getAttribute('aria-level'));
        const below = [...(element.parentElement?.querySelectorAll<typeof element>('.monaco-list-row') ?? [])]
          .filter((other) => top(other) > top(element))
          .sort((one, other) => top(one) - top(other));
        return { isOpen: element.getAttribute('aria-expanded') === 'true', hasRows: below[0] === undefined || level(below[0]) > level(element) };
      });
      if (!seen.isOpen || performance.now() > end) return false;
      if (seen.hasRows) return true;
      await this.#page.waitForTimeout(50);
    }
  }

  /** Opens a group until this row is in it, and stays: VS Code may close it once more after it was open. */
  async openTo(group: string, child: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      if ((await this.row(group).getAttribute('aria-expanded')) !== 'true') await this.press(group);
      if (await appears(this.row(child), 4000)) return;
      if (attempt === 6) throw new Error(`${group} does not show ${child}`);
    }
  }

  /** Chooses an entry of the menu of a row. */
  async choose(label: string, entry: string): Promise<void> {
    await chooseEntry(this.row(label), entry);
  }

  /** Every row that is in view as a line: indented, label, description. */
  async text(): Promise<string> {
    const rows = await this.rows.evaluateAll((all) =>
      all
        .map((row) => ({
          top: row.getBoundingClientRect().top,
          level: Number(row.getAttribute('aria-level') ?? '1'),
          label: row.querySelector('.label-name')?.textContent ?? '',
          description: row.querySelector('.label-description')?.textContent ?? '',
        }))
        .sort((one, other) => one.top - other.top),
    );
    return rows.map(({ level, label, description }) => `${'  '.repeat(level - 1)}${label}${description === '' ? '' : ` | ${description}`}`).join('\n');
  }

  /** Waits until the rows read so. */
  async shows(wanted: RegExp): Promise<void> {
    const end = performance.now() + 20_000;
    for (;;) {
      const text = await this.text();
      if (wanted.test(text)) return;
      if (performance.now() > end) throw new Error(`the tree does not show ${String(wanted)}:\n${text}`);
      await this.#page.waitForTimeout(50);
    }
  }
}

const size = { width: 900, height: 420 };
/** The side bar, with the status bar below it. */
const clip = { x: 0, y: 36, width: 610, height: 384 };

const themes = [
  { name: 'light', theme: 'Default Light Modern', shown: '.monaco-workbench.vs' },
  { name: 'dark', theme: 'Default Dark Modern', shown: '.monaco-workbench.vs-dark' },
];

function settingsFor(theme: string): string {
  return JSON.stringify({ 'workbench.colorTheme': theme });
}

/** A window whose theme can be changed. */
export const dressed = { files: { '.vscode/settings.json': settingsFor('Default Dark Modern') } };

/**
 * Gives the window another size, and waits until VS Code has it: until then what is beyond the edge is scrolled to. Where nothing
 * comes of it, the window is drawn a little further and back, as a hand at its edge would: what VS Code was told while it was still
 * arranging itself is not told again.
 */
export async function resize({ page }: Workbench, to: { readonly width: number; readonly height: number }): Promise<void> {
  const settled = async (most: number) => {
    for (const end = performance.now() + most; ;) {
      const box = await page.locator('.monaco-workbench').boundingBox();
      if (box?.width === to.width && box.height === to.height && box.x === 0 && box.y === 0) return undefined;
      if (performance.now() > end) return box;
      await page.waitForTimeout(50);
    }
  };
  for (let attempt = 1; ; attempt += 1) {
    await page.setViewportSize(to);
    const box = await settled(3000);
    if (box === undefined) return;
    if (attempt === 8) {
      const window = await page.evaluate<string>('`${innerWidth} x ${innerHeight}, ${document.visibilityState}`');
      throw new Error(`VS Code does not become ${to.width} wide and ${to.height} high: ${JSON.stringify(box)} in a window of ${window}`);
    }
    await page.bringToFront();
    await page.setViewportSize({ width: to.width + attempt, height: to.height + attempt });
  }
}

/** Shows the tree in a small window with a wide side bar. */
export async function narrow(workbench: Workbench): Promise<ClusterTreeView> {
  const { page } = workbench;
  const tree = new ClusterTreeView(page);
  // In a small window its icon has no room.
  await tree.open();
  await resize(workbench, size);
  const bar = await page.locator('.part.sidebar').boundingBox();
  if (bar === null) throw new Error('no side bar');
  await page.mouse.move(bar.x + bar.width, 300);
  await page.mouse.down();
  await page.mouse.move(bar.x + 560, 300, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(700, 250);
  return tree;
}

export interface Scene {
  /** A part of the window; the side bar, where it is not said. */
  readonly part?: Clip;
  /** Done before each picture: what a new theme takes away. */
  readonly prepare?: () => Promise<void>;
}

/** Takes docs/images/clusters/<name>-<theme>.png, in both themes where they are wanted. */
export async function takeBoth({ page }: Workbench, folder: string, name: string, { part = clip, prepare }: Scene = {}): Promise<void> {
  const names = themes.map((theme) => `clusters/${name}-${theme.name}`);
  for (const { name: of, theme, shown } of picturesWanted(names) ? themes : themes.slice(-1)) {
    // In its first moments a window does not watch its settings yet.
    for (let attempt = 1; ; attempt += 1) {
      writeFileSync(path.join(folder, '.vscode/settings.json'), `${settingsFor(theme)}${'\n'.repeat(attempt)}`);
      if (await appears(page.locator(shown), 4000)) break;
      if (attempt === 5) throw new Error(`the theme does not become ${theme}`);
    }
    await prepare?.();
    await takePicture(page, `clusters/${name}-${of}`, part);
  }
}

/** Waits for a message, and closes it. */
export async function dismiss({ page }: Workbench, message: string): Promise<void> {
  const toast = page.locator('.notification-toast', { hasText: message });
  await toast.waitFor();
  await toast.hover();
  await toast.locator('.codicon-notifications-clear').click();
  await toast.waitFor({ state: 'detached' });
}

/** Chooses an entry of the menu of something. */
export async function chooseEntry(target: Locator, entry: string): Promise<void> {
  await target.click({ button: 'right' });
  const item = target.page().locator('.monaco-menu .action-item', { hasText: entry });
  for (let attempt = 1; ; attempt++) {
    await item.click();
    const isGone = item.waitFor({ state: 'detached', timeout: 1000 });
    // VS Code does not listen to a menu in the first tenth of a second: the click that opened it might be meant.
    if (
      await isGone.then(
        () => true,
        () => false,
      )
    )
      return;
    if (attempt === 5) throw new Error(`the menu does not take ${entry}`);
  }
}
