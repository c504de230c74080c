/** Starts the demo cluster of a lesson when a window opens, and reports demo clusters that stopped in the meantime. */
import * as l10n from '@vscode/l10n';
import type { Services } from './services.ts';

/**
 * Starts the demo cluster of a lesson if `osc.demo.startWith` names one. Reports demo clusters that stopped while the
 * window was closed.
 */
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
        notify.error(l10n.t`Can't start demo cluster ${scenario} from the osc.demo.startWith setting`, error),
      );
  demo.reportLost().catch((error: unknown) => log.error("Can't report demo clusters that stopped", error));
}
