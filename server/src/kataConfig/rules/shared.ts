/** Texts and values that the rules for Kata's configuration files share. */
import * as l10n from '@vscode/l10n';
import type { KataConfigTable } from '#core/kata/configurationKey.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { cutText, sanitizeQuote } from '#core/text/sanitize.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { KataKeyLocation, KataSetting } from '../document.ts';

export const goReader = kataUpstream('src/runtime/pkg/katautils/config.go');
export const rustAgent = kataUpstream('src/libs/kata-types/src/config/agent.rs');
export const rustHypervisor = kataUpstream('src/libs/kata-types/src/config/hypervisor/mod.rs');
export const rustRuntime = kataUpstream('src/libs/kata-types/src/config/runtime.rs');
export const migration = kataUpstream('docs/migrating-config-go-runtime-to-runtime-rs.md');

/** Name of the file in the examples. */
export const exampleFile = 'configuration.toml';

/** Consequence of a file that Kata can't read. */
export const notRead = (): string => l10n.t("Kata can't read the file, so pods of this runtime class don't start.");

/** Joins sentences to the message of a finding. */
export function messageOf(...sentences: readonly string[]): string {
  return cutText(
    joinSentences(...sentences)
      .replaceAll('`', '')
      .replaceAll(/\s+/g, ' '),
    240,
    '...',
  );
}

/** Returns the header of the table of a key, such as `[hypervisor.qemu]`. */
export function headerOf(table: KataConfigTable, owner: string): string {
  switch (table) {
    case 'hypervisor':
    case 'agent':
      return `[${table}.${sanitizeQuote(owner)}]`;
    case 'hypervisorFactory':
      return `[hypervisor.${sanitizeQuote(owner)}.factory]`;
    case 'memAgent':
      return `[agent.${sanitizeQuote(owner)}.mem_agent]`;
    default:
      return `[${table}]`;
  }
}

/** Returns the header of the table that contains a key. */
export const tableOf = ({ table, owner }: KataKeyLocation): string => headerOf(table, owner);

/** Returns the range of the name in a key. Undefined if the file doesn't write the name alone. */
export function nameRange(text: string, { key, name }: Pick<KataSetting, 'key' | 'name'>): Span | undefined {
  return text.slice(key.start, key.end) === name ? key : undefined;
}

/** Returns whether a boolean is true. */
export function isTrue({ value }: Pick<KataSetting, 'value'>): boolean {
  return value?.kind === 'boolean' && value.text === 'true';
}

/** Returns the value of a string, or undefined for other values and for those that the build determines. */
export function stringOf({ value, isUnknown }: Pick<KataSetting, 'value' | 'isUnknown'>): string | undefined {
  return value?.kind === 'string' && !isUnknown ? value.text : undefined;
}
