/** Defines the color and pattern of chart lines. Pure, because the page also uses it. */

/** Chart colors of VS Code, except orange, which is hard to see in dark themes. */
const variables = ['blue', 'yellow', 'green', 'purple', 'red', 'foreground'].map((name) => `--vscode-charts-${name}`);
/**
 * Adjacent lines also differ in their pattern, so that users who can't distinguish colors can tell them apart and
 * overlapping lines are both visible.
 */
const patterns: readonly (readonly number[])[] = [[], [8, 4], [3, 3]];

export interface LineStyle {
  /** CSS class of the style. */
  readonly className: string;
  readonly variable: string;
  readonly dash: readonly number[];
}

/** Returns the style of the line with this index. */
export function getLineStyle(index: number): LineStyle {
  const color = index % variables.length;
  // When a color repeats, its pattern is different.
  const pattern = (index + Math.floor(index / variables.length)) % patterns.length;
  return { className: `line-${color}`, variable: variables[color] ?? '', dash: patterns[pattern] ?? [] };
}
