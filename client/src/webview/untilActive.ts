/** Waits for what VS Code knows about the keyboard. */

export interface ActiveState {
  isActive(): boolean;
  /** Calls back when it may have changed. */
  onChange(listener: () => void): { dispose(): void };
}

/**
 * VS Code asks a page every 250 ms whether it has the keyboard. On a slow machine its answer takes longer. Source:
 * microsoft/vscode@1.139.1 src/vs/workbench/contrib/webview/browser/pre/index.html (trackFocus)
 */
const longest = 1000;

/**
 * Waits until VS Code knows that a page has the keyboard, which a click has given to it. An editor that is shown before
 * gets the keyboard, but then VS Code hears of the page and makes that the active one: commands for the editor, such as
 * Go to Line, fail.
 */
export async function untilActive({ isActive, onChange }: ActiveState, most = longest): Promise<void> {
  if (isActive()) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      listening.dispose();
      resolve();
    };
    const timer = setTimeout(end, most);
    const listening = onChange(() => {
      if (isActive()) end();
    });
  });
}
