/**
 * A log level that nobody leaves on: the reminder to go back. Source: OSC 1.12 §6.3; core/kinds/kataConfig.ts (levels).
 */
import * as l10n from '@vscode/l10n';
import { enablingDebugLogs } from '#core/product/docSections.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Explanation } from '../explanation.ts';
import { indexSnapshot } from '../snapshotIndex.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** What applies when none is set. */
export const defaultLogLevel = 'info';

/** The level that is set; what applies where none is. */
export function getEffectiveLogLevel({ logLevel }: Pick<KataConfig, 'logLevel'>): string {
  return logLevel === undefined || logLevel === '' ? defaultLogLevel : logLevel;
}

/** Those that fill journals so fast that nobody leaves them on. */
export function isVerboseLogLevel(level: string): boolean {
  return level === 'debug' || level === 'trace';
}

/** The documented command that takes it back. */
export function quietCommand({ name }: Pick<KataConfig, 'name'>): string {
  return `oc patch kataconfig ${name} --type merge --patch '{"spec":{"logLevel":"${defaultLogLevel}"}}'`;
}

/** Returns the level while it isn't the default; undefined if there is nothing to reset. */
export function changedLevel(kataConfig: Pick<KataConfig, 'logLevel'>): string | undefined {
  const level = getEffectiveLogLevel(kataConfig);
  return level === defaultLogLevel ? undefined : sanitizeLine(level, 20);
}

/**
 * Returns the level that a cluster can be reset from; undefined if it has none, or if its KataConfig is being deleted.
 */
export function levelToReset(snapshot: Snapshot): string | undefined {
  const { kataConfig } = indexSnapshot(snapshot);
  return kataConfig === undefined || kataConfig.deleting !== undefined ? undefined : changedLevel(kataConfig);
}

/** Returns a warning about the log level of an installed KataConfig; undefined while the level is the default. */
export function explainLogLevel(kataConfig: Pick<KataConfig, 'name' | 'logLevel'>): Explanation | undefined {
  const level = changedLevel(kataConfig);
  if (level === undefined) return undefined;
  return {
    health: 'attention',
    headline: l10n.t`Log level ${level}`,
    meaning: isVerboseLogLevel(level)
      ? l10n.t`CRI-O logs at level ${level} on nodes with Kata, so the node journals fill quickly.`
      : l10n.t`CRI-O logs at level ${level} on nodes with Kata, so messages of level ${defaultLogLevel} are missing.`,
    todo: l10n.t(
      'After you collect the logs, reset the level to {0}: `{1}`. The nodes reboot.',
      defaultLogLevel,
      quietCommand(kataConfig),
    ),
    docs: enablingDebugLogs,
  };
}

/** Returns whether an explanation of a KataConfig is only the reminder of its log level. */
export function isLogReminder({ health, docs }: Explanation): boolean {
  return health === 'attention' && docs === enablingDebugLogs;
}

/** Adds the reminder to an explanation that has nothing else to do. */
export function withLogReminder(explanation: Explanation, kataConfig: KataConfig): Explanation {
  const reminder = explainLogLevel(kataConfig);
  if (reminder === undefined || explanation.health !== 'ok' || explanation.todo !== undefined) return explanation;
  const { meaning, ...rest } = reminder;
  return {
    ...explanation,
    ...rest,
    headline: explanation.headline,
    meaning: `${explanation.meaning}${getSentenceSeparator()}${meaning}`,
  };
}
