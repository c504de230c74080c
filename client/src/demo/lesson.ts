/** A demo cluster that starts with the window, where the setting says so. */
import type { Services } from '../services.ts';

export function startLesson({ demo, settings, notify }: Pick<Services, 'demo' | 'settings' | 'notify'>): void {
  const scenario = settings.demoStartWith();
  if (scenario !== '')
    demo.startLesson(scenario).catch((error: unknown) => notify.error(`The demo cluster ${scenario} of the setting osc.demo.startWith cannot start`, error));
}
