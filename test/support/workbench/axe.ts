/** Accessibility of our pages: axe-core looks at them as they are shown, in every theme; nothing of them moves where that is not wished for; Tab comes everywhere. */
import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import { themes, type ThemeName } from './parts/theme.ts';
import { until } from './step.ts';
import type { Workbench } from './workbench.ts';

/** What WCAG 2.1 AA asks for, as far as a program can see it, and what axe recommends besides. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

/** What is looked at: one of our pages in its frame, or a page of the browser. */
export type View = Pick<FrameLocator, 'locator'>;

/** Runs in the page: what axe finds, a text for each element. */
const findIn = `async (options) => {
  const { violations } = await axe.run(document, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + target.join(' ') + ': ' + failureSummary));
}`;

/** Everything that axe finds on a page as it is shown now, as texts. */
export async function violations(view: View): Promise<readonly string[]> {
  // The policy of our pages lets no script in; what the browser is told by its own protocol goes past it.
  if (!(await run<boolean>(view, `'axe' in globalThis`))) await run<unknown>(view, `${axe.source}; undefined`);
  return run(view, `(${findIn})(${JSON.stringify({ runOnly: tags, resultTypes: ['violations'] })})`);
}

/** Runs in the page: what moves by its style. */
const movingIn = `() => {
  const lasts = (times) => times.split(',').some((time) => parseFloat(time) > 0);
  const moves = (style) => (style.animationName !== 'none' && lasts(style.animationDuration)) || lasts(style.transitionDuration) || style.scrollBehavior === 'smooth';
  return [...document.querySelectorAll('*')]
    .filter((element) => [null, '::before', '::after'].some((part) => moves(getComputedStyle(element, part))))
    .map((element) => element.outerHTML.slice(0, 120));
}`;

/** Everything on a page that moves by its style, for somebody who wishes for less of that. */
export async function moving(page: Page, view: View): Promise<readonly string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const found = await run<readonly string[]>(view, `(${movingIn})()`);
  await page.emulateMedia({ reducedMotion: null });
  return found;
}

/** Runs in the page: notes which elements get the keyboard, and whether that is seen; gives how many can get it. */
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
    if (outlineStyle === 'none' || parseFloat(outlineWidth) === 0 || /rgba\\(.*, 0\\)$|transparent/.test(outlineColor)) unseen.push('not seen: ' + of(target));
  };
  document.addEventListener('focusin', listener);
  globalThis.endWatch = () => {
    document.removeEventListener('focusin', listener);
    return [...unseen, ...can.filter((element) => element.isConnected && !had.has(element)).map((element) => 'not reached: ' + of(element))];
  };
  return can.length;
}`;

/** What Tab does not reach from the head of a page, and what does not show that it has the keyboard. */
export async function unreached(page: Page, view: View): Promise<readonly string[]> {
  await view.locator('h1').first().click();
  const count = await run<number>(view, `(${watchFocus})()`);
  for (let pressed = 0; pressed < count; pressed += 1) await page.keyboard.press('Tab');
  return run(view, 'endWatch()');
}

/** Everything that the checks find on a page of its own. */
export async function checkHtml(
  context: BrowserContext,
  html: string,
): Promise<{ readonly violations: readonly string[]; readonly moving: readonly string[]; readonly unreached: readonly string[] }> {
  const page = await context.newPage();
  try {
    await page.setContent(html);
    return { violations: await violations(page), moving: await moving(page, page), unreached: await unreached(page, page) };
  } finally {
    await page.close();
  }
}

/** The themes in which pages are checked. The last is the one that windows of tests begin with. */
const checkedThemes: readonly ThemeName[] = ['high contrast', 'high contrast light', 'light', 'dark'];

/** Asserts that nothing is wrong with a page in any theme. The window is left in the dark one. @param name of the page, for messages */
export async function accessible({ page, theme }: Workbench, view: FrameLocator, name: string): Promise<void> {
  assert.deepEqual(await moving(page, view), [], `${name}: moves although the user prefers less motion`);
  assert.deepEqual(await unreached(page, view), [], `${name}: by keyboard`);
  for (const each of checkedThemes) {
    await theme.use(each);
    const body = view.locator(`body.${themes[each].webview}${each === 'high contrast' ? ':not(.vscode-high-contrast-light)' : ''}`);
    await until(
      {
        does: `show ${name} in the theme ${each}`,
        expects: 'a page with this theme',
        state: async () => (await view.locator('body').getAttribute('class')) ?? '',
      },
      () => body.isVisible(),
    );
    assert.deepEqual(await violations(view), [], `${name} in the theme ${each}`);
  }
}

/** An expression, worked out in the page. */
function run<T>(view: View, expression: string): Promise<T> {
  return view.locator('html').evaluate<T, unknown>(expression, undefined);
}
