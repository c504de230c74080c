/** The width of the editor area, from the layout that VS Code reports. Pure. */
import { listAt, valueAt } from '../../../core/json.ts';

/** The least width in pixels at which a page opens beside its source. In a window of less than 900 pixels, the editor area is narrower than this. */
export const leastWidthForTwo = 900;

/** Groups next to each other, as the layout calls it. */
const horizontal = 0;

/** Returns the width in pixels, or undefined if the layout doesn't tell: with one editor group, it has only the height. @param layout the result of `vscode.getEditorLayout` */
export function editorAreaWidth(layout: unknown): number | undefined {
  const groups = listAt(layout, 'groups');
  if (valueAt(layout, 'orientation') === horizontal) return sumOfSizes(groups);
  // Below each other: a row with several groups tells the width. A row with one tells only its height.
  return groups.map((row) => sumOfSizes(listAt(row, 'groups'))).find((width) => width !== undefined);
}

function sumOfSizes(groups: readonly unknown[]): number | undefined {
  const sizes = groups.map((group) => valueAt(group, 'size'));
  const sum = sizes.reduce<number>((all, size) => all + (typeof size === 'number' ? size : 0), 0);
  // Before the window is drawn, sizes are missing or 0. Layouts that are to be set can have fractions.
  return sum > groups.length ? sum : undefined;
}
