/** Opens the tour page and sets the context keys for completed steps. */
import * as l10n from '@vscode/l10n';
import { commands, ProgressLocation, window, type Disposable, type Memento } from 'vscode';
import { hiddenStep, isRegistered, waitForRegistration, type WalkthroughHost } from './walkthrough.ts';

/** Context keys of steps without a lasting result. The extension records that these steps are done. */
const rememberedSteps = {
  manifest: 'osc.tourStep.manifest',
  mistakes: 'osc.tourStep.mistakes',
  policy: 'osc.tourStep.policy',
} as const;
type RememberedStep = keyof typeof rememberedSteps;

/** Key of the completed steps in the global state. */
const keptKey = 'osc.tourSteps';

export interface Tour extends Disposable {
  /** Opens the tour page. */
  open(): Promise<void>;
  /** Records that the user completed a step. */
  markDone(step: RememberedStep): void;
}

/**
 * Creates the tour.
 * @param walkthrough full ID
 * @param kept global state
 */
export function createTour(walkthrough: string, kept: Memento): Tour {
  const useStep = () => commands.executeCommand('welcome.markStepIncomplete', `${walkthrough}#${hiddenStep}`);
  const wait = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));
  const host: WalkthroughHost = { useStep, wait };
  const done = new Set(readSteps(kept.get<unknown>(keptKey)));
  for (const step of done) setContext(rememberedSteps[step], true);

  let following: Promise<void> | undefined;
  /**
   * Enables the completion of steps. VS Code completes a step if its context becomes true after the walkthrough is
   * registered. `osc.tourOpen` is part of each of these contexts.
   */
  const follow = (): void => {
    following ??= waitForRegistration(host).then((registered) => {
      if (registered) setContext('osc.tourOpen', true);
      else following = undefined;
    });
  };
  // VS Code provides no tab input for walkthrough pages and a few others. The page can already be open after a reload,
  // or opened by another command.
  const look = (): void => {
    if (window.tabGroups.all.some(({ tabs }) => tabs.some(({ input }) => input === undefined))) follow();
  };
  look();
  const listening = window.tabGroups.onDidChangeTabs(look);

  return {
    async open() {
      if (!(await isRegistered(host)))
        await window.withProgress({ location: ProgressLocation.Notification, title: l10n.t`Opening the tour...` }, () =>
          waitForRegistration(host),
        );
      await commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
      follow();
    },
    markDone(step) {
      if (done.has(step)) return;
      done.add(step);
      setContext(rememberedSteps[step], true);
      void kept.update(keptKey, [...done]);
    },
    dispose: () => void listening.dispose(),
  };
}

function setContext(key: string, value: boolean): void {
  commands.executeCommand('setContext', key, value).then(undefined, () => undefined);
}

function readSteps(value: unknown): readonly RememberedStep[] {
  const kept: readonly unknown[] = Array.isArray(value) ? value : [];
  return (['manifest', 'mistakes', 'policy'] as const).filter((step) => kept.includes(step));
}
