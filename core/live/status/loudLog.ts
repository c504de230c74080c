/** A log level that nobody leaves on: the reminder to go back. Source: OSC 1.12 §6.3; core/kinds/kataConfig.ts (levels). */
import * as l10n from '@vscode/l10n';
import { enablingDebugLogs } from '../../docSections.ts';
import type { KataConfig } from '../kinds/kataConfig.ts';
import type { Explanation } from './explanation.ts';
import { sentenceGap } from '../../wording.ts';

/** What applies when none is set. */
export const defaultLogLevel = 'info';

/** The level that is set; what applies where none is. */
export function presentLevel({ logLevel }: Pick<KataConfig, 'logLevel'>): string {
  return logLevel === undefined || logLevel === '' ? defaultLogLevel : logLevel;
}

/** Those that fill journals so fast that nobody leaves them on. */
export function isLoud(level: string): boolean {
  return level === 'debug' || level === 'trace';
}

/** The documented command that takes it back. */
export function quietCommand({ name }: Pick<KataConfig, 'name'>): string {
  return `oc patch kataconfig ${name} --type merge --patch '{"spec":{"logLevel":"${defaultLogLevel}"}}'`;
}

/** Where nothing else is to be done, that is. */
export function withLogReminder(explanation: Explanation, kataConfig: KataConfig): Explanation {
  const level = presentLevel(kataConfig);
  if (!isLoud(level) || explanation.todo !== undefined) return explanation;
  return {
    ...explanation,
    meaning: `${explanation.meaning}${sentenceGap()}${l10n.t`CRI-O logs at ${level} on its nodes: their journals fill fast.`}`,
    todo: l10n.t('When the logs are gathered, go back to {0}: `{1}`. The nodes reboot for it.', defaultLogLevel, quietCommand(kataConfig)),
    docs: enablingDebugLogs,
  };
}
