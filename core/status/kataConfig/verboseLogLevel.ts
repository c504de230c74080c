/**
 * Detects a temporary log level and reminds the user to reset it. Source: OSC 1.12 §6.3; core/kinds/kataConfig.ts
 * (levels).
 */
import * as l10n from '@vscode/l10n';
import { enablingDebugLogs } from '#core/product/docSections.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Explanation } from '../explanation.ts';
import { indexSnapshot } from '../snapshotIndex.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Log level that applies if none is set. */
export const defaultLogLevel = 'info';

/** Returns the configured log level or the default. */
export function getEffectiveLogLevel({ logLevel }: Pick<KataConfig, 'logLevel'>): string {
  return logLevel === undefined || logLevel === '' ? defaultLogLevel : logLevel;
}

/** Returns whether a log level fills the node journals quickly and should only be temporary. */
export function isVerboseLogLevel(level: string): boolean {
  return level === 'debug' || level === 'trace';
}

/** Returns the documented command that resets the level. */
export function quietCommand({ name }: Pick<KataConfig, 'name'>): string {
  return `oc patch kataconfig ${name} --type merge --patch '{"spec":{"logLevel":"${defaultLogLevel}"}}'`;
}

/** Returns the level if it isn't the default, or undefined if there is nothing to reset. */
export function changedLevel(kataConfig: Pick<KataConfig, 'logLevel'>): string | undefined {
  const level = getEffectiveLogLevel(kataConfig);
  return level === defaultLogLevel ? undefined : sanitizeLine(level, 20);
}

/**
 * Returns the level that can be reset on a cluster. Returns undefined if there is none or the KataConfig is being
 * deleted.
 */
export function levelToReset(snapshot: Snapshot): string | undefined {
  const { kataConfig } = indexSnapshot(snapshot);
  return kataConfig === undefined || kataConfig.deleting !== undefined ? undefined : changedLevel(kataConfig);
}

/** Returns a warning about the log level of an installed KataConfig, or undefined if the level is the default. */
export function explainLogLevel(kataConfig: Pick<KataConfig, 'name' | 'logLevel'>): Explanation | undefined {
  const level = changedLevel(kataConfig);
  if (level === undefined) return undefined;
  return {
    health: 'attention',
    headline: l10n.t`Log level ${level}`,
    meaning: isVerboseLogLevel(level)
      ? l10n.t`On nodes with Kata, the CRI-O log level is ${level}, so the node journals fill up quickly.`
      : l10n.t`On nodes with Kata, the CRI-O log level is ${level}, so CRI-O doesn't log messages of the level ${defaultLogLevel}.`,
    todo: l10n.t(
      'After you collect the logs, reset the level to {0}: `{1}`. The nodes reboot.',
      defaultLogLevel,
      quietCommand(kataConfig),
    ),
    docs: enablingDebugLogs,
  };
}

/** Returns whether an explanation of a KataConfig is only the log level reminder. */
export function isLogReminder({ health, docs }: Explanation): boolean {
  return health === 'attention' && docs === enablingDebugLogs;
}

/** Adds the reminder to an explanation that requires no other action. */
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
