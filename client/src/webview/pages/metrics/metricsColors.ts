/** Reads colors of the current theme. */

/** Returns the color of the first defined theme variable. */
export function themeColor(...names: readonly string[]): string {
  const style = getComputedStyle(document.body);
  for (const name of names) {
    const color = style.getPropertyValue(name).trim();
    if (color !== '') return color;
  }
  return style.color;
}

/** Returns whether the theme has high contrast. In such themes, grid lines are as bright as the data lines. */
export function isHighContrast(): boolean {
  return ['vscode-high-contrast', 'vscode-high-contrast-light'].some((name) => document.body.classList.contains(name));
}

/** Calls the listener when the theme changes. VS Code writes the theme to the page. */
export function onThemeChange(listener: () => void): void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
  observer.observe(document.body, {
    attributes: true,
    attributeFilter: ['class', 'data-vscode-theme-kind', 'data-vscode-theme-id'],
  });
}
