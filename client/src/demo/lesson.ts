/** A demo cluster that starts with the window, where the setting says so. */
import * as l10n from '@vscode/l10n';
import type { Services } from '../services.ts';

export function startLesson({ demo, settings, notify }: Pick<Services, 'demo' | 'settings' | 'notify'>): void {
  const scenario = settings.demoStartWith();
  if (scenario !== '')
    demo
      .startLesson(scenario)
      .catch((error: unknown) => notify.error(l10n.t`The demo cluster ${scenario} of the setting osc.demo.startWith cannot start`, error));
}
