/** Handles demo clusters when a window opens. */
import * as l10n from '@vscode/l10n';
import type { Services } from './services.ts';

/** Starts the demo cluster of a lesson if the setting names one, and reports demo clusters that the window lost. */
export function startLesson({
  demo,
  settings,
  notify,
  log,
}: Pick<Services, 'demo' | 'settings' | 'notify' | 'log'>): void {
  const scenario = settings.demoStartWith();
  if (scenario !== '')
    demo
      .startLesson(scenario)
      .catch((error: unknown) =>
        notify.error(l10n.t`Can't start the demo cluster ${scenario} of the osc.demo.startWith setting`, error),
      );
  demo.reportLost().catch((error: unknown) => log.error('demo clusters that have ended', error));
}
