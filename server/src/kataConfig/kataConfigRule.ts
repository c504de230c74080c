/** Defines the interface of rules for Kata's configuration files. rule.ts defines the common part. */
import type { KataRuntimeName } from '#core/annotations/kataVersions.ts';
import type { KataConfigRole } from '#core/kata/kataConfigFile.ts';
import type { Finding, RuleInfo } from '../engine/findings/rule.ts';
import type { KataConfigDocument } from './document.ts';

/** A configuration file, and what determines its meaning. */
export interface KataConfigContext {
  readonly document: KataConfigDocument;
  readonly role: KataConfigRole;
  /** The runtimes that read the file. Both if the main file of a drop-in isn't known. */
  readonly runtimes: readonly KataRuntimeName[];
  /** The files that Kata combines with this one: the main file, and the files in `config.d`. */
  readonly others: readonly KataConfigDocument[];
  /** Version of Kata, such as `3.17.0`. Undefined if it isn't known. */
  readonly version: string | undefined;
}

/** A rule for Kata's configuration files. */
export interface KataConfigRule extends RuleInfo {
  readonly language: 'toml';
  check(context: KataConfigContext): Iterable<Finding>;
}

/** Returns the rule unchanged. TypeScript checks its type where it is defined. */
export function defineKataConfigRule(rule: KataConfigRule): KataConfigRule {
  return rule;
}

/** Description of the checked files on the pages of the rules. */
export const kataConfigFiles = ['configuration.toml'];
