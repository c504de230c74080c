/**
 * When the walkthrough of the extension can be opened. VS Code registers the walkthroughs of extensions up to five seconds after their commands; until then it opens
 * its own instead. Nothing tells an extension that its walkthrough is registered: neither a command nor the label of the tab.
 * Source: microsoft/vscode@1.139.1 src/vs/workbench/contrib/welcomeGettingStarted/browser/gettingStartedService.ts (registerExtensionWalkthroughContributions)
 */

/** The time after the start of the extension in which VS Code registers its walkthrough, in milliseconds: five seconds, and two more for a busy computer. */
const registration = 7000;

/** Returns how long to wait before the walkthrough can be opened, in milliseconds. @param running how long the extension has been running, in milliseconds */
export function timeUntilWalkthrough(running: number): number {
  return Math.max(0, registration - running);
}
