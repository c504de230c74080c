/** How the lines of a chart look, by colour and pattern. Pure: the page asks it. */

/** The colours of charts of VS Code, but for its orange, which is hard to see in dark themes. */
const variables = ['blue', 'yellow', 'green', 'purple', 'red', 'foreground'].map((name) => `--vscode-charts-${name}`);
/**
 * Neighbours differ by their pattern too: who sees no colours tells them apart, and of two that lie upon each other
 * both are seen.
 */
const patterns: readonly (readonly number[])[] = [[], [8, 4], [3, 3]];

export interface LineStyle {
  /** A class of the style. */
  readonly className: string;
  readonly variable: string;
  readonly dash: readonly number[];
}

/** How the line at this place of a chart looks. */
export function getLineStyle(index: number): LineStyle {
  const color = index % variables.length;
  // A colour comes again with another pattern.
  const pattern = (index + Math.floor(index / variables.length)) % patterns.length;
  return { className: `line-${color}`, variable: variables[color] ?? '', dash: patterns[pattern] ?? [] };
}
