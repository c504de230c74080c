/**
 * Selects the language of a process. If VS Code starts the process, the language is that of VS Code. In a terminal, an
 * option or an environment variable selects it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTranslations } from '#core/text/language.ts';

/**
 * The supported languages, with the names that VS Code and the files in l10n/ use. The source code contains the English
 * strings.
 */
export const languages = ['en', 'ko', 'zh-cn', 'fr', 'ja'] as const;

export type Locale = (typeof languages)[number];

/**
 * Parses `--lang ko` or `--lang=ko`. If the option is repeated, the last one applies. Arguments after `--` are files.
 * Returns undefined for an unsupported language.
 */
export function parseLangOption(argv: readonly string[]): Locale | undefined {
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  const at = options.findLastIndex((argument) => argument === '--lang' || argument.startsWith('--lang='));
  const said = options[at]?.split('=')[1] ?? options[at + 1];
  return at === -1 || said === undefined ? undefined : languageNamed(said);
}

/** Returns the command, which is the first argument that isn't an option. Files can have the same names as commands. */
export function parseCommandName(argv: readonly string[]): string | undefined {
  return argv.find((argument, index) => !argument.startsWith('-') && argv[index - 1] !== '--lang');
}

/** Returns the language for a name such as `ko`, `zh-CN`, or `fr_CA.UTF-8`. Traditional Chinese isn't supported. */
export function languageNamed(name: string): Locale | undefined {
  const [language = '', ...parts] = (name.split(/[.@]/)[0] ?? '').toLowerCase().split(/[-_]/);
  if (language === 'zh') return parts.some((part) => ['tw', 'hk', 'mo', 'hant'].includes(part)) ? undefined : 'zh-cn';
  return languages.find((known) => known === language);
}

/**
 * Returns the language of the environment, from the first variable that is set, as POSIX specifies for messages
 * (https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html).
 */
export function languageOfEnvironment(env: Readonly<Record<string, string | undefined>>): Locale | undefined {
  return languageNamed(
    [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find((value) => value !== undefined && value !== '') ?? '',
  );
}

/** Sets the language of all further messages. */
function setLocale(language: Locale | undefined): void {
  if (language === undefined || language === 'en') return;
  const contents = readStrings(language);
  if (contents !== undefined) setTranslations(contents);
}

/**
 * Reads the strings from the folder next to dist/ (bundled) or server/ (source). If they're missing, all messages are
 * in English.
 */
function readStrings(language: Locale): string | undefined {
  for (const up of ['..', '../..']) {
    try {
      return readFileSync(path.join(import.meta.dirname, up, `l10n/bundle.l10n.${language}.json`), 'utf8');
    } catch {
      // The file might be in the other location.
    }
  }
  return undefined;
}

/** Sets the language of this process from its arguments and environment. */
export function applyRequestedLocale(): void {
  setLocale(parseLangOption(process.argv) ?? languageOfEnvironment(process.env));
}
