/** Computes the width of the editor area from the layout that VS Code reports. Pure. */
import { getList, getValue } from '#core/common/json.ts';

/**
 * Minimum width in pixels to open a page next to its source. In a window of less than 900 pixels, the editor area is
 * narrower.
 */
export const leastWidthForTwo = 900;

/** Groups next to each other, as the layout calls it. */
const horizontal = 0;

/**
 * Returns the width in pixels, or undefined if the layout doesn't include it. With one editor group, it includes only
 * the height.
 * @param layout the result of `vscode.getEditorLayout`
 */
export function editorAreaWidth(layout: unknown): number | undefined {
  const groups = getList(layout, 'groups');
  if (getValue(layout, 'orientation') === horizontal) return sumOfSizes(groups);
  // For stacked groups, a row with several groups includes the width. A row with one includes only its height.
  return groups.map((row) => sumOfSizes(getList(row, 'groups'))).find((width) => width !== undefined);
}

function sumOfSizes(groups: readonly unknown[]): number | undefined {
  const sizes = groups.map((group) => getValue(group, 'size'));
  const sum = sizes.reduce<number>((all, size) => all + (typeof size === 'number' ? size : 0), 0);
  // Before VS Code draws the window, sizes are missing or 0. Layouts to apply can have fractions.
  return sum > groups.length ? sum : undefined;
}
