/**
 * When the walkthrough of the extension can be opened. VS Code registers walkthroughs up to five seconds after commands; until then it opens its own instead.
 * Nothing tells an extension that its walkthrough is registered: neither a command nor the label of the tab.
 * Source: microsoft/vscode@1.139.1 src/vs/workbench/contrib/welcomeGettingStarted/browser/gettingStartedService.ts (registerExtensionWalkthroughContributions)
 */

/** The time after the start of the extension host in which VS Code registers walkthroughs, in milliseconds: five seconds, and as much again for a busy computer. */
const registration = 10_000;

/** Returns how long to wait before the walkthrough can be opened, in milliseconds. @param uptime of the extension host, in milliseconds */
export function timeUntilWalkthrough(uptime: number): number {
  return Math.max(0, registration - uptime);
}
