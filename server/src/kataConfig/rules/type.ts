import * as l10n from '@vscode/l10n';
import { findKataConfigKey } from '#core/kata/configuration.ts';
import type { KataConfigType } from '#core/kata/configurationKey.ts';
import type { Fix } from '#server/engine/findings/rule.ts';
import type { KataSetting } from '../document.ts';
import { defineKataConfigRule, kataConfigFiles } from '../kataConfigRule.ts';
import { exampleFile, goReader, messageOf, notRead, rustHypervisor } from './shared.ts';

/** Ranges of the integer types. */
const ranges: Readonly<Partial<Record<KataConfigType, readonly [minimum: bigint, maximum: bigint]>>> = {
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint: [0n, 2n ** 64n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

export default defineKataConfigRule({
  id: 'kata-config-type',
  title: () => l10n.t`Wrong value type in a Kata configuration file`,
  severity: 'error',
  appliesTo: kataConfigFiles,
  language: 'toml',
  why: () =>
    l10n.t`Kata can't read a configuration file in which a value has the wrong type, such as \`"yes"\` instead of \`true\`. Pods of this runtime class then don't start.

Write booleans and numbers without quotes, strings in quotes, and lists in brackets.`,
  source: [goReader, rustHypervisor],
  *check({ document }) {
    for (const { name, range } of document.notTables)
      yield { start: range.start, end: range.end, message: wrong(name, l10n.t`a table`) };
    for (const setting of document.settings) {
      const key = findKataConfigKey(setting.table, setting.name);
      if (key === undefined || setting.isUnknown || hasType(setting, key.type)) continue;
      const { start, end } = setting.range;
      yield { start, end, message: wrong(setting.name, nameOf(key.type)), fixes: fixesOf(setting, key.type) };
    }
  },
  examples: () => [
    {
      avoid: '[runtime]\nsandbox_cgroup_only = "yes"\n#                     ^^^^^ want\n',
      prefer: '[runtime]\nsandbox_cgroup_only = true\n',
      fileName: exampleFile,
    },
    {
      avoid: '[hypervisor.qemu]\ndefault_memory = "4096"\n#                ^^^^^^ want\n',
      prefer: '[hypervisor.qemu]\ndefault_memory = 4096\n',
      fileName: exampleFile,
    },
  ],
});

function wrong(name: string, expected: string): string {
  return messageOf(l10n.t('`{0}` must be {1}.', name, expected), notRead());
}

function hasType({ kind, value, elements }: KataSetting, type: KataConfigType): boolean {
  switch (type) {
    case '[]string':
      return kind === 'array' && elements.every((element) => element.value?.kind === 'string');
    case 'table':
      return kind === 'table';
    case 'table[]':
      return kind === 'tables' || (kind === 'array' && elements.every((element) => element.kind === 'table'));
    case 'string':
      return value?.kind === 'string';
    case 'bool':
      return value?.kind === 'boolean';
    case 'float':
      return value?.kind === 'float' || value?.kind === 'integer';
    default: {
      const number = value?.kind === 'integer' ? toInteger(value.text) : undefined;
      const [minimum, maximum] = ranges[type] ?? [0n, 0n];
      return number !== undefined && minimum <= number && number <= maximum;
    }
  }
}

/** Parses an integer in TOML, such as `0x30000` or `1_000`. Undefined if it has more than 64 bits. */
function toInteger(text: string): bigint | undefined {
  const digits = text.replaceAll('_', '').replace(/^\+/, '');
  if (!/^(?:-?\d{1,20}|0x[\da-f]{1,16}|0o[0-7]{1,22}|0b[01]{1,64})$/i.test(digits)) return undefined;
  return BigInt(digits.toLowerCase());
}

function nameOf(type: KataConfigType): string {
  switch (type) {
    case '[]string':
      return l10n.t`a list of strings`;
    case 'table':
      return l10n.t`a table`;
    case 'table[]':
      return l10n.t`a list of tables`;
    case 'string':
      return l10n.t`a string`;
    case 'bool':
      return l10n.t`true or false`;
    case 'float':
      return l10n.t`a number`;
    case 'int64':
      return l10n.t`an integer`;
    case 'uint32':
      return l10n.t('an integer from {0} to {1}', '0', '4294967295');
    default:
      return l10n.t('an integer from {0} to {1}', '0', '18446744073709551615');
  }
}

const booleans: Readonly<Record<string, string>> = {
  true: 'true',
  yes: 'true',
  on: 'true',
  false: 'false',
  no: 'false',
  off: 'false',
};

/** Returns the fix for a value whose meaning is clear. */
function fixesOf({ value, range }: KataSetting, type: KataConfigType): readonly Fix[] {
  const right = value === undefined ? undefined : convert(value.kind, value.text, type);
  return right === undefined
    ? []
    : [{ title: l10n.t`Change to ${right}`, edits: [{ start: range.start, end: range.end, text: right }], sure: true }];
}

function convert(kind: string, text: string, type: KataConfigType): string | undefined {
  if (kind === 'string') {
    if (type === 'bool') return Object.hasOwn(booleans, text.toLowerCase()) ? booleans[text.toLowerCase()] : undefined;
    if (type === 'float') return /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? text : undefined;
    if (type === '[]string') return /^[^"\\\n\r]{1,200}$/.test(text) ? `["${text}"]` : undefined;
    const isInteger = ranges[type] !== undefined && /^(?:0|[1-9]\d{0,8})$/.test(text);
    return isInteger ? text : undefined;
  }
  return type === 'string' && (kind === 'integer' || kind === 'float') ? `"${text}"` : undefined;
}
