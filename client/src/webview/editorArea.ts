/** Computes the width of the editor area from the layout that VS Code reports. All functions are pure. */
import { getList, getValue } from '#core/common/json.ts';

/**
 * Minimum width of the editor area in pixels to open a page next to its source. In a window narrower than 900 pixels,
 * it's always smaller.
 */
export const leastWidthForTwo = 900;

/** Orientation of groups that are next to each other, as in the layout. */
const horizontal = 0;

/**
 * Returns the width in pixels, or undefined if the layout doesn't include it. With one editor group, the layout
 * includes only the height.
 * @param layout the result of `vscode.getEditorLayout`
 */
export function editorAreaWidth(layout: unknown): number | undefined {
  const groups = getList(layout, 'groups');
  if (getValue(layout, 'orientation') === horizontal) return sumOfSizes(groups);
  // In a vertical layout, only a row with several groups has a width. A row with one group has only a height.
  return groups.map((row) => sumOfSizes(getList(row, 'groups'))).find((width) => width !== undefined);
}

function sumOfSizes(groups: readonly unknown[]): number | undefined {
  const sizes = groups.map((group) => getValue(group, 'size'));
  const sum = sizes.reduce<number>((all, size) => all + (typeof size === 'number' ? size : 0), 0);
  // Before VS Code draws the window, sizes are missing or 0. In a layout to apply, sizes can be fractions.
  return sum > groups.length ? sum : undefined;
}
