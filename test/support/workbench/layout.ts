/** Checks the layout of pages: no horizontal scrolling, no broken words, no cut-off text. */
import type { View } from './parts/view.ts';

/** Runs in the page. Describes each layout problem. Skips clipped elements, which only screen readers read. */
const findIn = `(except) => {
  const found = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push('scrolls horizontally: ' + scrollWidth + ' of ' + innerWidth + ' pixels');
  const isOf = (element, has) => element !== null && (has(element) || isOf(element.parentElement, has));
  const isSkipped = (element) =>
    element.closest('select, script, style, canvas, ' + except) !== null || !element.checkVisibility({ visibilityProperty: true }) || isOf(element, (each) => getComputedStyle(each).clipPath !== 'none');
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (node.data.trim() === '' || isSkipped(node.parentElement)) continue;
    for (const { 0: text, index } of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      let start = index;
      // A line break between the words of a name such as ExecProcessRequest isn't a problem.
      for (const word of text.split(/(?<=[a-z])(?=[A-Z])/)) {
        range.setStart(node, start);
        range.setEnd(node, start + word.length);
        start += word.length;
        const boxes = [...range.getClientRects()];
        if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1) found.push('broken: ' + word + ' in ' + node.data.trim().slice(0, 60));
        if (boxes.some(({ right }) => right > innerWidth + 1)) found.push('outside: ' + word);
      }
    }
  }
  for (const element of document.querySelectorAll('body *')) {
    if (isSkipped(element) || getComputedStyle(element).overflowX === 'visible') continue;
    if (element.scrollWidth > element.clientWidth + 1) found.push('cut off: ' + element.tagName + '.' + element.className + ': ' + element.textContent.slice(0, 60));
  }
  return found;
}`;

/**
 * Describes everything that doesn't fit into the width of a page.
 * @param except selector of elements that the page shortens on purpose
 */
export function layoutProblems(view: View, except = '.shortened'): Promise<readonly string[]> {
  return view.locator('html').evaluate<readonly string[], unknown>(`(${findIn})(${JSON.stringify(except)})`, undefined);
}
