/** Which log level. Pure. */
import { logLevels } from '../../../../core/kinds/kataConfig.ts';
import type { NamedStep } from '../../steps.ts';

/** @param present the level that is set */
export function logLevelQuestion(present: string): NamedStep {
  return {
    name: 'level',
    placeHolder: `CRI-O of the kata nodes logs at ${present}. What is it to be? The nodes reboot for it.`,
    active: present,
    items: Object.entries(logLevels).map(([level, cost]) => ({
      label: level,
      description: level === present ? 'as it is' : '',
      detail: cost.replaceAll('`', ''),
      value: level,
    })),
  };
}
