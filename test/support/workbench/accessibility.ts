/** Checks the accessibility of pages: axe-core in every theme, reduced motion, and operation by keyboard. */
import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import { themes, type ThemeName } from './parts/window/theme.ts';
import { until } from './parts/step.ts';
import type { View } from './parts/view.ts';
import type { Workbench } from './workbench.ts';

/** Rules of WCAG 2.1 A and AA that axe can check, and the best practices that axe recommends. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

/** Runs in the page. Describes each element that violates a rule. */
const findIn = `async (options) => {
  const { violations } = await axe.run(document, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + target.join(' ') + ': ' + failureSummary));
}`;

/** Describes each violation that axe finds on a page in its current state. */
export async function violations(view: View): Promise<readonly string[]> {
  // The content security policy of the page blocks added scripts. It doesn't apply to scripts that Playwright
  // evaluates.
  if (!(await run<boolean>(view, `'axe' in globalThis`))) await run<unknown>(view, `${axe.source}; undefined`);
  return run(view, `(${findIn})(${JSON.stringify({ runOnly: tags, resultTypes: ['violations'] })})`);
}

/** Runs in the page. Returns the start of the HTML of each element whose style animates it. */
const movingIn = `() => {
  const lasts = (times) => times.split(',').some((time) => parseFloat(time) > 0);
  const moves = (style) => (style.animationName !== 'none' && lasts(style.animationDuration)) || lasts(style.transitionDuration) || style.scrollBehavior === 'smooth';
  return [...document.querySelectorAll('*')]
    .filter((element) => [null, '::before', '::after'].some((part) => moves(getComputedStyle(element, part))))
    .map((element) => element.outerHTML.slice(0, 120));
}`;

/** Returns the elements that still move when the user prefers reduced motion. */
async function moving(page: Page, view: View): Promise<readonly string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const found = await run<readonly string[]>(view, `(${movingIn})()`);
  await page.emulateMedia({ reducedMotion: null });
  return found;
}

/**
 * Runs in the page. Records which elements receive the focus and whether they show a focus indicator. Returns the
 * number of focusable elements.
 */
const watchFocus = `() => {
  const of = (element) => element.outerHTML.slice(0, 120);
  const can = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter(
    (element) => element.tabIndex >= 0 && !element.disabled && element.checkVisibility() && element.getClientRects().length > 0,
  );
  const had = new Set();
  const unseen = [];
  const listener = ({ target }) => {
    had.add(target);
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(target);
    if (outlineStyle === 'none' || parseFloat(outlineWidth) === 0 || /rgba\\(.*, 0\\)$|transparent/.test(outlineColor)) unseen.push('no focus indicator: ' + of(target));
  };
  document.addEventListener('focusin', listener);
  globalThis.endWatch = () => {
    document.removeEventListener('focusin', listener);
    return [...unseen, ...can.filter((element) => element.isConnected && !had.has(element)).map((element) => 'not reached with Tab: ' + of(element))];
  };
  return can.length;
}`;

/** Presses Tab from the title of a page. Describes elements that don't receive the focus or don't show it. */
async function unreached(page: Page, view: View): Promise<readonly string[]> {
  await view.locator('h1').first().click();
  const count = await run<number>(view, `(${watchFocus})()`);
  for (let pressed = 0; pressed < count; pressed += 1) await page.keyboard.press('Tab');
  return run(view, 'endWatch()');
}

/** Runs all checks on HTML, in a new page of the browser. */
export async function checkHtml(
  context: BrowserContext,
  html: string,
): Promise<{
  readonly violations: readonly string[];
  readonly moving: readonly string[];
  readonly unreached: readonly string[];
}> {
  const page = await context.newPage();
  try {
    await page.setContent(html);
    return {
      violations: await violations(page),
      moving: await moving(page, page),
      unreached: await unreached(page, page),
    };
  } finally {
    await page.close();
  }
}

/** The themes in which pages are checked. The last one is the theme in which test windows open. */
const checkedThemes: readonly ThemeName[] = ['high contrast', 'high contrast light', 'light', 'dark'];

/**
 * Asserts that a page has no accessibility problem in any theme. Leaves the window in the dark theme.
 * @param name of the page, for messages
 */
export async function accessible({ page, theme }: Workbench, view: FrameLocator, name: string): Promise<void> {
  assert.deepEqual(await moving(page, view), [], `${name} moves although the user prefers reduced motion`);
  assert.deepEqual(await unreached(page, view), [], `${name} isn't fully operable by keyboard`);
  for (const each of checkedThemes) {
    await theme.use(each);
    const body = view.locator(
      `body.${themes[each].webview}${each === 'high contrast' ? ':not(.vscode-high-contrast-light)' : ''}`,
    );
    await until(
      {
        does: `show ${name} in the theme ${each}`,
        expects: 'a page in this theme',
        state: async () => (await view.locator('body').getAttribute('class')) ?? '',
      },
      () => body.isVisible(),
    );
    assert.deepEqual(await violations(view), [], `${name} in the theme ${each}`);
  }
}

/** Evaluates a JavaScript expression in the page. */
function run<T>(view: View, expression: string): Promise<T> {
  return view.locator('html').evaluate<T, unknown>(expression, undefined);
}
