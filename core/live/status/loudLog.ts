/** A log level that nobody leaves on: the reminder to go back. Source: OSC 1.12 §6.3; core/kinds/kataConfig.ts (levels). */
import { enablingDebugLogs } from '../../docSections.ts';
import type { KataConfig } from '../kinds/kataConfig.ts';
import type { Explanation } from './explanation.ts';

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
    meaning: `${explanation.meaning} CRI-O logs at ${level} on its nodes: their journals fill fast.`,
    todo: `When the logs are gathered, go back to ${defaultLogLevel}: \`${quietCommand(kataConfig)}\`. The nodes reboot for it.`,
    docs: enablingDebugLogs,
  };
}
