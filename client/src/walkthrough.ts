/**
 * When the walkthrough of the extension can be opened. VS Code creates its walkthrough service when the service is first used: often that is the command that opens a
 * walkthrough. The service takes up to five seconds to register the walkthroughs of extensions, and until then VS Code opens one of its own instead. Nothing tells an
 * extension that its walkthrough is registered: neither a command nor the label of the tab.
 * Source: microsoft/vscode@1.139.1 src/vs/workbench/contrib/welcomeGettingStarted/browser/gettingStartedService.ts (registerExtensionWalkthroughContributions)
 */

/** The time in which the service registers walkthroughs, in milliseconds: five seconds, and two more for a busy computer. */
const registration = 7000;

/** What VS Code is asked for. */
export interface WalkthroughHost {
  /** Uses the walkthrough service in a way that changes nothing. May reject. */
  readonly useService: () => PromiseLike<unknown>;
  /** Resolves after this time. @param milliseconds to wait */
  readonly wait: (milliseconds: number) => PromiseLike<void>;
  /** Returns the time in milliseconds, from any start. */
  readonly now: () => number;
}

export class WalkthroughRegistration {
  #usedAt: number | undefined;

  /** Resolves when VS Code has registered the walkthrough: at once when an earlier call has waited for that. */
  async isDone({ useService, wait, now }: WalkthroughHost): Promise<void> {
    if (this.#usedAt === undefined) {
      await Promise.resolve(useService()).catch(() => undefined);
      this.#usedAt ??= now();
    }
    const remaining = this.#usedAt + registration - now();
    if (remaining > 0) await wait(remaining);
  }
}
