/**
 * Checks whether the walkthrough of the extension can be opened. VS Code creates its walkthrough service on first use,
 * which is often the command that opens a walkthrough. The service takes up to five seconds to register the
 * walkthroughs of extensions. Until then, VS Code opens one of its own walkthroughs, and it records completion events
 * without completing any steps. Source: microsoft/vscode@1.139.1
 * src/vs/workbench/contrib/welcomeGettingStarted/browser/gettingStartedService.ts
 * (registerExtensionWalkthroughContributions, registerDoneListeners), gettingStarted.ts (buildCategoriesSlide)
 */

/** Hidden step of the walkthrough. VS Code recognizes the step as soon as the walkthrough is registered. */
export const hiddenStep = 'registered';

/** Time between two checks, in milliseconds. */
const pause = 250;
/** Maximum waiting time in milliseconds. VS Code itself waits five seconds. */
const longest = 20_000;

/** VS Code functions that the tour uses. */
export interface WalkthroughHost {
  /**
   * Marks the hidden step of the walkthrough as incomplete. This has no visible effect. Rejects until the walkthrough
   * is registered.
   */
  readonly useStep: () => PromiseLike<unknown>;
  /**
   * Resolves after a delay.
   * @param milliseconds to wait
   */
  readonly wait: (milliseconds: number) => PromiseLike<void>;
}

/** Returns whether VS Code has registered the walkthrough. */
export async function isRegistered({ useStep }: Pick<WalkthroughHost, 'useStep'>): Promise<boolean> {
  return Promise.resolve(useStep()).then(
    () => true,
    () => false,
  );
}

/**
 * Waits until VS Code registers the walkthrough.
 * @returns false if VS Code doesn't register it within the maximum waiting time
 */
export async function waitForRegistration(host: WalkthroughHost): Promise<boolean> {
  for (let waited = 0; ; waited += pause) {
    if (await isRegistered(host)) return true;
    if (waited >= longest) return false;
    await host.wait(pause);
  }
}
