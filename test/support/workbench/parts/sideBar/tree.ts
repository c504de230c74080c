/** Operates the Clusters view and the edge view, which are trees in the side bar. */
import type { Locator, Page } from 'playwright-core';
import { briefly, click, isAtRest, perform, until, type Step } from '../step.ts';
import { rowsCutOff } from './cutOffRows.ts';
import { Menus } from '../input/menus.ts';
import { QuickInput } from '../input/quickInput.ts';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Maximum time until a tooltip disappears after the pointer leaves it, in milliseconds, even on a busy computer. */
const tooltipStays = 2000;

/** Matches the description of a closed cluster. VS Code also closes a cluster if the kubeconfig changes its server. */
export const closed = /Not open|Closed because the server in the kubeconfig changed/;

/**
 * Time in milliseconds after which a row counts as closed again. If an update of the tree redraws the parent of the row
 * after the click, VS Code can draw the row as collapsed.
 */
const closedAfter = 10_000;

export class ClusterTree {
  readonly #page: Page;
  readonly #menus: Menus;

  constructor(page: Page) {
    this.#page = page;
    this.#menus = new Menus(page);
  }

  // ---- the view

  /**
   * Shows the Clusters view if it is hidden, and waits until it has rows or a welcome text. If the window is too small
   * for the icon, runs a command instead.
   * @param container title of the view container
   */
  async open(container = 'Sandboxed Containers'): Promise<void> {
    const step = this.#step('open the Clusters view', 'the view with rows or a welcome text');
    const title = this.#page.locator('.part.sidebar .composite.title', { hasText: container });
    const icon = this.#icon(container);
    if (await icon.isVisible()) {
      // A click on the icon hides the view if it is visible.
      if (!(await title.isVisible())) await perform(step, () => icon.click());
    } else await new QuickInput(this.#page).run(`View: Show ${container}`);
    await until(
      step,
      async () =>
        (await title.isVisible()) && ((await this.#rows.first().isVisible()) || (await this.#welcome.isVisible())),
    );
    await this.#parkPointer();
  }

  /**
   * Waits until the activity bar has no icon for a view container.
   * @param container title of the view container
   */
  async lacksContainer(container: string): Promise<void> {
    const step = this.#step(`wait until the activity bar has no icon for ${container}`, 'no icon');
    await until(step, async () => (await this.#icon(container).count()) === 0);
  }

  /**
   * Drags the edge of the side bar, so that the row descriptions fit.
   * @param width in pixels
   */
  async widen(width: number): Promise<void> {
    const step = this.#step(`make the side bar ${width} pixels wide`, 'a side bar of this width');
    const bar = this.#page.locator('.part.sidebar');
    const box = await perform(step, () => bar.boundingBox());
    if (box === null) throw new Error('The side bar is hidden.');
    await this.#page.mouse.move(box.x + box.width, 300);
    await this.#page.mouse.down();
    await this.#page.mouse.move(box.x + width, 300, { steps: 5 });
    await this.#page.mouse.up();
    await until(step, async () => Math.abs(((await bar.boundingBox())?.width ?? 0) - width) < 8);
    await this.#parkPointer();
  }

  /** Waits until the view shows a welcome text instead of rows. */
  async showsWelcome(text: string | RegExp): Promise<void> {
    await until(this.#step('wait for the welcome text', String(text)), () =>
      this.#welcome.filter({ hasText: text }).isVisible(),
    );
  }

  /** Waits until a view in the side bar shows a message. */
  async showsMessage(text: string | RegExp): Promise<void> {
    await until(this.#step('wait for the message of a view', String(text)), () =>
      this.#page
        .locator('.part.sidebar .tree-explorer-viewlet-tree-view .message', { hasText: text })
        .first()
        .isVisible(),
    );
  }

  /** Waits until another view in the same container is visible. Finds the view by its header. */
  async showsSection(title: string): Promise<void> {
    await until(this.#step('wait for a view', `the view ${title}`), () =>
      this.#page.locator('.part.sidebar .pane-header', { hasText: title }).first().isVisible(),
    );
  }

  // ---- rows

  /**
   * Waits for a row.
   * @param text that the row or its accessible name must contain in addition to the label, such as the state of a
   * cluster
   */
  async showsRow(label: string, text: string | RegExp = ''): Promise<void> {
    await until(this.#step(`wait for the row "${label}"`, `"${label}" with ${String(text) || 'any description'}`), () =>
      this.#row(label, text).isVisible(),
    );
  }

  /** Waits until no row with this label and text is visible. */
  async lacksRow(label: string, text: string | RegExp = ''): Promise<void> {
    await until(
      this.#step(
        `wait until the row "${label}" disappears`,
        `no row "${label}" with ${String(text) || 'any description'}`,
      ),
      async () => !(await this.#row(label, text).isVisible()),
    );
  }

  hasRow(label: string, text: string | RegExp = ''): Promise<boolean> {
    return this.#row(label, text).isVisible();
  }

  /** Waits until the text of the view, with one row per line, matches. */
  async shows(rows: RegExp): Promise<void> {
    await until(this.#step('wait for rows', String(rows)), async () => rows.test(await this.text()));
  }

  /** Returns the visible rows, one per line: indentation, label, ` | `, and description. */
  async text(): Promise<string> {
    const rows = await this.#rows.evaluateAll((all) =>
      all
        .map((row) => ({
          top: row.getBoundingClientRect().top,
          level: Number(row.getAttribute('aria-level') ?? '1'),
          label: row.querySelector('.label-name')?.textContent ?? '',
          description: row.querySelector('.label-description')?.textContent ?? '',
        }))
        .sort((one, other) => one.top - other.top),
    );
    return rows
      .map(
        ({ level, label, description }) =>
          `${'  '.repeat(level - 1)}${label}${description === '' ? '' : ` | ${description}`}`,
      )
      .join('\n');
  }

  /** Returns what a screen reader reads for a row. */
  async accessibleName(label: string, text: string | RegExp = ''): Promise<string> {
    await this.showsRow(label, text);
    return (await this.#row(label, text).getAttribute('aria-label')) ?? '';
  }

  /** Waits until a row and its icon are dimmed. */
  async showsDimmed(label: string): Promise<void> {
    const dimmed = this.#row(label, '').locator('.monaco-icon-label.monaco-decoration-itemColor');
    await until(this.#step(`wait until the row "${label}" is dimmed`, `a dimmed row "${label}"`), () =>
      dimmed.isVisible(),
    );
  }

  /** Returns the number of visible rows with a check mark as their icon. */
  async ticks(): Promise<number> {
    return this.#rows.locator('.custom-view-tree-node-item-icon.codicon-pass').count();
  }

  /**
   * Describes the visible rows whose state is cut off. The state of a row is its label and the first part of its
   * description. If a row is too long, VS Code cuts it off and draws an ellipsis at its end.
   */
  cutOff(): Promise<readonly string[]> {
    return this.#page.evaluate<readonly string[]>(rowsCutOff);
  }

  // ---- actions

  /** Clicks a closed cluster, and waits until its row shows the state. */
  async openCluster(context: string, state: string | RegExp = 'Connected'): Promise<void> {
    await this.click(context, closed);
    await this.showsRow(context, state);
  }

  /** Clicks a row that runs a command. Doesn't wait for the result. */
  async click(label: string, text: string | RegExp = ''): Promise<void> {
    const step = this.#step(`click the row "${label}"`, `the row "${label}" with ${String(text) || 'any description'}`);
    await this.#isReady(step, this.#row(label, text));
    await click(step, this.#row(label, text));
    await this.#parkPointer();
  }

  /** Expands a row, and waits until its children are visible. */
  async expand(label: string, text: string | RegExp = ''): Promise<void> {
    const step = this.#step(`expand the row "${label}"`, `an expanded row "${label}" with children`);
    const row = this.#row(label, text);
    await until(step, async () => (await row.getAttribute('aria-expanded', { timeout: 1000 })) !== null);
    await this.#isReady(step, row);
    let clickedAt = Number.NEGATIVE_INFINITY;
    await until(step, async () => {
      if ((await row.getAttribute('aria-expanded', { timeout: 1000 })) === 'true') return true;
      // A click on a row whose children are loading would collapse it.
      const isLoading = await row.locator('.codicon-tree-item-loading').isVisible();
      if (!isLoading && performance.now() - clickedAt > closedAfter) {
        clickedAt = performance.now();
        await click(step, row);
      }
      return false;
    });
    await until(step, () => this.#isExpanded(row));
    await this.#parkPointer();
  }

  /** Collapses a row, and waits until it is collapsed. */
  async collapse(label: string, text: string | RegExp = ''): Promise<void> {
    const step = this.#step(`collapse the row "${label}"`, `a collapsed row "${label}"`);
    const row = this.#row(label, text);
    await until(step, async () => (await row.getAttribute('aria-expanded', { timeout: 1000 })) !== null);
    await this.#isReady(step, row);
    if ((await row.getAttribute('aria-expanded')) === 'true') await click(step, row);
    await until(step, async () => (await row.getAttribute('aria-expanded', { timeout: 1000 })) === 'false');
    await this.#parkPointer();
  }

  /** Selects an entry in the context menu of a row. */
  async choose(label: string, entry: string, text: string | RegExp = ''): Promise<void> {
    await this.#chooseOn(this.#row(label, text), entry);
  }

  /** Selects an entry in the context menu of the first row whose text matches. */
  async chooseOnRowWith(text: string | RegExp, entry: string): Promise<void> {
    await this.#chooseOn(this.#rows.filter({ hasText: text }).first(), entry);
  }

  /** Returns the entries of the context menu of a row. */
  async menuOf(label: string, text: string | RegExp = ''): Promise<readonly string[]> {
    return this.#menus.entries(this.#row(label, text));
  }

  /** Returns the entries of the context menu of the first row whose text matches. */
  async menuOfRowWith(text: string | RegExp): Promise<readonly string[]> {
    return this.#menus.entries(this.#rows.filter({ hasText: text }).first());
  }

  /** Clicks an action icon of a row. VS Code shows the icons while the pointer is over the row. */
  async pressIcon(label: string, icon: string): Promise<void> {
    const step = this.#step(`click the icon "${icon}" of the row "${label}"`, `the icon "${icon}" on the row`);
    const row = this.#row(label, '');
    await this.#isReady(step, row);
    await click(step, row.locator(`.action-label[aria-label="${icon}"]`), row);
    await this.#parkPointer();
  }

  /** Hovers over a row, and waits until its tooltip contains a text. Leaves the pointer over the row. */
  async hover(label: string, tooltip: string | RegExp): Promise<void> {
    const step = this.#step(`hover over the row "${label}"`, `a tooltip with ${String(tooltip)}`);
    await this.#parkPointer();
    await until(step, () => this.#row(label, '').isVisible());
    await perform(step, () => this.#row(label, '').hover());
    await until(step, () => this.#page.locator('.workbench-hover', { hasText: tooltip }).first().isVisible());
  }

  /** Moves the pointer away from the tree, so that no tooltip covers a row. */
  async leave(): Promise<void> {
    await this.#parkPointer();
  }

  /**
   * Hovers over each row in view and waits for its tooltip. Keeps moving the pointer by a pixel, as a user does. If VS
   * Code redraws a row before its tooltip appears, it drops the tooltip and requests it again only when the pointer
   * moves.
   */
  async hoverEach(): Promise<void> {
    const tooltip = this.#tooltip;
    const count = await this.#rows.count();
    for (let index = 0; index < count; index += 1) {
      const step = this.#step(`hover over row ${index + 1} of ${count}`, 'a tooltip');
      await this.#leaveTooltip(tooltip);
      const box = await this.#rows.nth(index).boundingBox();
      if (box === null) throw new Error(`row ${index + 1} of ${count} disappeared before the pointer reached it`);
      let moves = 0;
      await until(step, async () => {
        if (await tooltip.isVisible()) return true;
        moves += 1;
        await this.#page.mouse.move(box.x + 90 + (moves % 2), box.y + box.height / 2);
        return false;
      });
    }
    await this.#parkPointer();
  }

  /**
   * Waits until a row is visible, its tree is stable, and no tooltip covers it. Otherwise, a new row could move the row
   * away before the click, and the tooltip of the row that was clicked last could receive the click.
   */
  async #isReady(step: Step, row: Locator): Promise<void> {
    await until(step, async () => (await row.isVisible()) && (await isAtRest(this.#page, '.part.sidebar', briefly)));
    await this.#leaveTooltip(this.#tooltip);
  }

  async #chooseOn(row: Locator, entry: string): Promise<void> {
    await this.#isReady(this.#step(`select "${entry}" in the context menu of a row`, 'the row in a stable tree'), row);
    await this.#menus.choose(row, entry);
  }

  async #isExpanded(row: Locator): Promise<boolean> {
    const { isOpen, hasRows } = await row.evaluate(
      (element) => {
        const top = (other: typeof element): number => other.getBoundingClientRect().top;
        const level = (other: typeof element): number => Number(other.getAttribute('aria-level'));
        const below = [...(element.parentElement?.querySelectorAll<typeof element>('.monaco-list-row') ?? [])]
          .filter((other) => top(other) > top(element))
          .sort((one, other) => top(one) - top(other));
        // VS Code doesn't render the children of the last visible row.
        return {
          isOpen: element.getAttribute('aria-expanded') === 'true',
          hasRows: below[0] === undefined || level(below[0]) > level(element),
        };
      },
      undefined,
      { timeout: 1000 },
    );
    return isOpen && hasRows;
  }

  #icon(container: string): Locator {
    return this.#page.locator(`.part.activitybar .action-item .action-label[aria-label^="${container}"]`);
  }

  get #rows(): Locator {
    return this.#page.locator('.part.sidebar .monaco-list-row');
  }

  get #tooltip(): Locator {
    return this.#page.locator('.workbench-hover').first();
  }

  get #welcome(): Locator {
    return this.#page.locator('.part.sidebar .welcome-view-content');
  }

  #row(label: string, text: string | RegExp): Locator {
    const labelled = this.#rows.filter({
      has: this.#page.locator('.label-name', { hasText: new RegExp(`^${escaped(label)}$`) }),
    });
    if (text === '') return labelled.first();
    return labelled
      .filter({ hasText: text })
      .or(labelled.and(this.#page.getByRole('treeitem', { name: text })))
      .first();
  }

  /**
   * Moves the pointer away until the tooltip disappears. VS Code misses that the pointer leaves a row while it redraws
   * the row, and keeps the tooltip until the pointer enters and leaves the tooltip itself.
   */
  async #leaveTooltip(tooltip: Locator): Promise<void> {
    const step = this.#step('move the pointer away from the tree', 'no tooltip');
    await until(step, async () => {
      await this.#parkPointer();
      const isHidden = await tooltip.waitFor({ state: 'hidden', timeout: tooltipStays }).then(
        () => true,
        () => false,
      );
      if (isHidden) return true;
      const box = await tooltip.boundingBox();
      if (box !== null) await this.#page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      return false;
    });
  }

  /**
   * Moves the pointer to a corner of the window that has no tooltips. Over a row, the tooltip of the row would cover
   * other rows. Over the editor area, the pointer could be over a notification that has a tooltip of its own.
   */
  async #parkPointer(): Promise<void> {
    await this.#page.mouse.move(0, 0);
  }

  #step(does: string, expects: string): Step {
    return {
      does,
      expects,
      state: async () =>
        (await this.text()) || `no rows; the side bar shows ${await this.#page.locator('.part.sidebar').innerText()}`,
    };
  }
}
