/** Colours of the theme, as they are now. */

/** The colour behind a variable of the theme as it is now. */
export function themeColor(...names: readonly string[]): string {
  const style = getComputedStyle(document.body);
  for (const name of names) {
    const color = style.getPropertyValue(name).trim();
    if (color !== '') return color;
  }
  return style.color;
}

/** Whether the theme is one of high contrast: lines beside the point are as bright there as what they stand beside. */
export function isHighContrast(): boolean {
  return ['vscode-high-contrast', 'vscode-high-contrast-light'].some((name) => document.body.classList.contains(name));
}

/** Calls back when the theme has changed: VS Code writes it on the page. */
export function onThemeChange(listener: () => void): void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
  observer.observe(document.body, {
    attributes: true,
    attributeFilter: ['class', 'data-vscode-theme-kind', 'data-vscode-theme-id'],
  });
}
