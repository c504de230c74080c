/** Opens the walkthrough of the extension. VS Code registers walkthroughs up to five seconds after commands, and shows its own Welcome page until then. */

/** What VS Code is asked for. */
export interface WalkthroughHost {
  /** Asks VS Code for the walkthrough. */
  readonly open: () => PromiseLike<unknown>;
  /** The label of the active tab. */
  readonly activeTab: () => string | undefined;
  /** Resolves after this time. @param milliseconds to wait */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** The time between two looks at the active tab, in milliseconds. */
const interval = 500;
/** The number of looks: ten seconds in all, twice what VS Code needs. */
const looks = 20;

/**
 * Opens the walkthrough, and again until its page replaces the Welcome page. Stops when the user goes to another tab meanwhile.
 * Source: microsoft/vscode@1.139.1 src/vs/workbench/contrib/welcomeGettingStarted/browser/gettingStartedService.ts (registerExtensionWalkthroughContributions)
 * @param title of the walkthrough, which the label of its tab contains
 */
export async function openWalkthrough(title: string, { open, activeTab, pause }: WalkthroughHost): Promise<void> {
  await open();
  const instead = activeTab();
  for (let look = 0; look < looks && !isWalkthrough(activeTab(), title); look += 1) {
    await pause(interval);
    const label = activeTab();
    if (isWalkthrough(label, title) || label !== instead) return;
    await open();
  }
}

function isWalkthrough(label: string | undefined, title: string): boolean {
  return label?.includes(title) === true;
}
