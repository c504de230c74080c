/**
 * The languages of the product, and the one that a process speaks. VS Code says its own; a terminal says it by an
 * option or its environment.
 */
import * as l10n from '@vscode/l10n';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** As VS Code names them, which is how the files in l10n/ are named. English is what stands in the source. */
export const languages = ['en', 'ko', 'zh-cn', 'fr', 'ja'] as const;

export type Locale = (typeof languages)[number];

/**
 * `--lang ko`, `--lang=ko`: the last one, as for any option; behind `--` stand files alone. What is no language of ours
 * is nothing.
 */
export function parseLangOption(argv: readonly string[]): Locale | undefined {
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  const at = options.findLastIndex((argument) => argument === '--lang' || argument.startsWith('--lang='));
  const said = options[at]?.split('=')[1] ?? options[at + 1];
  return at === -1 || said === undefined ? undefined : languageNamed(said);
}

/** The command that a command line names: its first word that is no option. Files may be called like commands. */
export function parseCommandName(argv: readonly string[]): string | undefined {
  return argv.find((argument, index) => !argument.startsWith('-') && argv[index - 1] !== '--lang');
}

/**
 * The language of a name as people and systems write it: `ko`, `zh-CN`, `fr_CA.UTF-8`. Traditional Chinese is another
 * language.
 */
export function languageNamed(name: string): Locale | undefined {
  const [language = '', ...parts] = (name.split(/[.@]/)[0] ?? '').toLowerCase().split(/[-_]/);
  if (language === 'zh') return parts.some((part) => ['tw', 'hk', 'mo', 'hant'].includes(part)) ? undefined : 'zh-cn';
  return languages.find((known) => known === language);
}

/**
 * What POSIX says of messages: the first of these that is set
 * (https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html).
 */
export function languageOfEnvironment(env: Readonly<Record<string, string | undefined>>): Locale | undefined {
  return languageNamed(
    [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find((value) => value !== undefined && value !== '') ?? '',
  );
}

/** Sets the language of all messages from now on. */
function setLocale(language: Locale | undefined): void {
  if (language === undefined || language === 'en') return;
  const contents = readStrings(language);
  if (contents !== undefined) l10n.config({ contents });
}

/** Beside dist/ where it is bundled, beside server/ in the source. In a package that lost them, all is English. */
function readStrings(language: Locale): string | undefined {
  for (const up of ['..', '../..']) {
    try {
      return readFileSync(path.join(import.meta.dirname, up, `l10n/bundle.l10n.${language}.json`), 'utf8');
    } catch {
      // The other place.
    }
  }
  return undefined;
}

/** The language of this process, by its arguments and environment. */
export function applyRequestedLocale(): void {
  setLocale(parseLangOption(process.argv) ?? languageOfEnvironment(process.env));
}
