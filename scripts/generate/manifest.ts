/**
 * Generates the parts of package.json and its strings that are derived from the code: commands with their menus, the
 * releases and rules in the settings, and the tour.
 */
import * as l10n from '@vscode/l10n';
import { prompts } from '#core/assistants/prompts/index.ts';
import { skillPathOf } from '#core/assistants/prompts/skill.ts';
import { newestRelease, releasesNewestFirst } from '#core/product/releases.ts';
import { severities } from '#core/common/severity.ts';
import { rules } from '#server/cli/rules.ts';
import type { Strings } from '../lib/manifestStrings.ts';
import { contributedCommands, contributedMenus, englishTitles, type CommandList } from './commands.ts';
import { tourStrings, walkthrough } from './tour.ts';

interface Manifest {
  contributes: {
    commands: readonly Strings[];
    menus: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
    configuration: { properties: Record<string, Record<string, unknown>> };
    walkthroughs?: unknown;
    chatSkills?: unknown;
  };
}

const newest = 'setting.osc.release.value.none';
const newestText = l10n.t`The open cluster's release, otherwise the latest known release`;
/** Message of the editor for releases that aren't available yet. Translations are found by this text. */
const previewText = 'OSC {0} (not released)';
const releaseKey = (id: string) => `setting.osc.release.value.${id}`;
const ruleKey = (id: string) => `setting.osc.rules.${id}`;

/**
 * Returns the titles of commands by command ID.
 * @param strings a package.nls.json
 */
export function commandTitles(strings: Strings): ReadonlyMap<string, string> {
  const commands = Object.entries(strings).filter(([key]) => key.startsWith('command.') && !key.endsWith('.short'));
  return new Map(commands.map(([key, title]) => [key.slice('command.'.length), title]));
}

/** Returns package.json with up-to-date generated parts. */
export function manifestText(current: string, commands: CommandList): string {
  const manifest = JSON.parse(current) as Manifest;
  manifest.contributes.commands = contributedCommands(commands);
  manifest.contributes.menus = contributedMenus(commands, manifest.contributes.menus);
  const { properties } = manifest.contributes.configuration;
  Object.assign(properties['osc.release'] ?? {}, {
    enum: ['', ...releasesNewestFirst.map(({ id }) => id)],
    markdownEnumDescriptions: [newest, ...releasesNewestFirst.map(({ id }) => releaseKey(id))].map(reference),
  });
  const choices = [...severities, 'off'];
  Object.assign(properties['osc.rules'] ?? {}, {
    properties: Object.fromEntries(
      rules.map(({ id, severity }) => [
        id,
        { enum: choices, default: severity, markdownDescription: reference(ruleKey(id)) },
      ]),
    ),
  });
  manifest.contributes.walkthroughs = [walkthrough()];
  // In a browser, the tools that the skills use aren't available.
  manifest.contributes.chatSkills = prompts.map((prompt) => ({ path: `./${skillPathOf(prompt)}`, when: '!osc.web' }));
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

const reference = (key: string) => `%${key}%`;

/**
 * Returns package.nls.json.
 * @param current current file, whose manually written strings are kept
 */
export function englishStrings(current: string, commands: CommandList): string {
  const byHand = stringsByHand(current).filter(([key]) => !key.startsWith('command.'));
  const titles = englishTitles(commands);
  return stringsText({ ...Object.fromEntries(byHand), ...titles, ...madeStrings((english) => english, titles) });
}

/**
 * Returns the English texts of package.nls.json that translators translate. The other strings are generated from texts
 * in the code.
 * @param english package.nls.json
 */
export function translatableStrings(english: string): readonly string[] {
  return stringsByHand(english).map(([, text]) => text);
}

/**
 * Returns the package.json strings of another language. Omits strings without a translation, because VS Code then uses
 * the English ones.
 * @param english package.nls.json
 * @param translated translations by English text
 */
export function translatedStrings(english: string, translated: Strings): string {
  const byHand = Object.fromEntries(
    stringsByHand(english).flatMap(([key, text]) => {
      const translation = translated[text];
      return translation === undefined ? [] : [[key, translation] as const];
    }),
  );
  const titles = { ...(JSON.parse(english) as Strings), ...byHand };
  return stringsText({ ...byHand, ...madeStrings((text) => translated[text] ?? text, titles) });
}

/** Returns the keys and texts of a package.nls.json that aren't generated from texts in the code. */
function stringsByHand(current: string): readonly (readonly [key: string, text: string])[] {
  return Object.entries(JSON.parse(current) as Strings).filter(([key]) => !isMade(key));
}

function madeStrings(say: (english: string) => string, titles: Strings): Strings {
  return {
    [newest]: `${say(newestText)} (${newestRelease.id})`,
    ...Object.fromEntries(
      releasesNewestFirst.map(({ id, isPreview }) => [
        releaseKey(id),
        isPreview === true ? say(previewText).replace('{0}', id) : `OSC ${id}`,
      ]),
    ),
    ...Object.fromEntries(rules.map(({ id, title }) => [ruleKey(id), say(title())])),
    ...tourStrings(say, commandTitles(titles)),
  };
}

function stringsText(strings: Strings): string {
  return `${JSON.stringify(strings, null, 2)}\n`;
}

/**
 * Returns whether the text of a key is generated from the code. `tour` is an ID of this project, and no command ID
 * starts with it.
 */
const isMade = (key: string) => /^(?:setting\.osc\.release\.value\.|setting\.osc\.rules\.|tour(?:\.|$))/.test(key);
