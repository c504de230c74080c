/** Asks for the log level. All functions are pure. */
import * as l10n from '@vscode/l10n';
import { logLevels } from '#core/kinds/kataConfig.ts';
import type { NamedInputStep } from '#client/vscode/prompts/askSteps.ts';
import { formatUnchangedChoice } from './unchangedChoice.ts';

/**
 * Creates the question.
 * @param present the current level
 */
export function logLevelQuestion(present: string): NamedInputStep {
  return {
    name: 'level',
    placeHolder: l10n.t`Select the CRI-O log level for Kata nodes (currently ${present}). The nodes reboot to apply a change.`,
    active: present,
    items: Object.entries(logLevels).map(([level, cost]) => ({
      label: level,
      description: level === present ? formatUnchangedChoice() : '',
      detail: cost().replaceAll('`', ''),
      value: level,
    })),
  };
}
