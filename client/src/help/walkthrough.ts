/**
 * When the walkthrough of the extension can be opened. VS Code creates its walkthrough service when the service is
 * first used: often that is the command that opens a walkthrough. The service takes up to five seconds to register the
 * walkthroughs of extensions. Until then, VS Code opens one of its own walkthroughs, and records events that complete
 * steps without completing any. Source: microsoft/vscode@1.139.1
 * src/vs/workbench/contrib/welcomeGettingStarted/browser/gettingStartedService.ts
 * (registerExtensionWalkthroughContributions, registerDoneListeners), gettingStarted.ts (buildCategoriesSlide)
 */

/** A hidden step of the walkthrough. VS Code recognizes it as soon as the walkthrough is registered. */
export const hiddenStep = 'registered';

/** Milliseconds between two checks. */
const pause = 250;
/** Maximum time to wait in milliseconds. VS Code itself waits five seconds. */
const longest = 20_000;

/** What VS Code is asked for. */
export interface WalkthroughHost {
  /** Uses a step of the walkthrough without a visible effect. Rejects until the walkthrough is registered. */
  readonly useStep: () => PromiseLike<unknown>;
  /** Resolves after this time. @param milliseconds to wait */
  readonly wait: (milliseconds: number) => PromiseLike<void>;
}

/** Returns whether VS Code has registered the walkthrough now. */
export async function isRegistered({ useStep }: Pick<WalkthroughHost, 'useStep'>): Promise<boolean> {
  return Promise.resolve(useStep()).then(
    () => true,
    () => false,
  );
}

/** Waits until VS Code registers the walkthrough. @returns false if it doesn't within the maximum time */
export async function waitForRegistration(host: WalkthroughHost): Promise<boolean> {
  for (let waited = 0; ; waited += pause) {
    if (await isRegistered(host)) return true;
    if (waited >= longest) return false;
    await host.wait(pause);
  }
}
