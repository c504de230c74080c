/** Waits until VS Code detects that a page has the keyboard focus. */

export interface ActiveState {
  isActive(): boolean;
  /** Calls the listener when the state might have changed. */
  onChange(listener: () => void): { dispose(): void };
}

/**
 * Maximum wait in milliseconds. VS Code checks every 250 ms whether a page has the focus, and the result takes longer
 * on a slow computer. Source: microsoft/vscode@1.139.1 src/vs/workbench/contrib/webview/browser/pre/index.html
 * (trackFocus)
 */
const longest = 1000;

/**
 * Waits until VS Code detects that a page received the focus from a click. If an editor opens earlier, VS Code later
 * makes the page active again, and editor commands such as Go to Line fail.
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
