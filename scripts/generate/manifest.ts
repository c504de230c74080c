/** What of package.json and its strings follows from the code: releases and rules among the settings, and the tour. */
import * as l10n from '@vscode/l10n';
import { newestRelease, releases } from '#core/product/releases.ts';
import { severities } from '#core/common/severity.ts';
import { rules } from '#server/cli/rules.ts';
import type { Strings } from '../lib/manifestStrings.ts';
import { tourStrings, walkthrough } from './tour.ts';

interface Manifest {
  contributes: {
    configuration: { properties: Record<string, Record<string, unknown>> };
    walkthroughs?: unknown;
  };
}

const newest = 'setting.osc.release.value.none';
const newestText = l10n.t`That of the open cluster, or else the newest known`;
const releaseKey = (id: string) => `setting.osc.release.value.${id}`;
const ruleKey = (id: string) => `setting.osc.rules.${id}`;

/** The titles of commands by their ids. @param strings a package.nls.json */
export function commandTitles(strings: Strings): ReadonlyMap<string, string> {
  const commands = Object.entries(strings).filter(([key]) => key.startsWith('command.') && !key.endsWith('.short'));
  return new Map(commands.map(([key, title]) => [key.slice('command.'.length), title]));
}

/** package.json with those parts as they must be. */
export function manifestText(current: string): string {
  const manifest = JSON.parse(current) as Manifest;
  const { properties } = manifest.contributes.configuration;
  const newestFirst = releases.toReversed();
  Object.assign(properties['osc.release'] ?? {}, {
    enum: ['', ...newestFirst.map(({ id }) => id)],
    markdownEnumDescriptions: [newest, ...newestFirst.map(({ id }) => releaseKey(id))].map(reference),
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
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

const reference = (key: string) => `%${key}%`;

/**
 * The strings of a language for package.json: those that are written by hand stay, the others are made.
 * @param current the file as it is
 * @param english package.nls.json
 * @param translated the bundle of the language: what the code says, by its English
 */
export function manifestStrings(current: string, english: string, translated: Strings = {}): string {
  const byHand = Object.entries(JSON.parse(current) as Strings).filter(([key]) => !isMade(key));
  const say = (english: string) => translated[english] ?? english;
  const made = {
    [newest]: `${say(newestText)} (${newestRelease.id})`,
    ...Object.fromEntries(releases.toReversed().map(({ id }) => [releaseKey(id), `OSC ${id}`])),
    ...Object.fromEntries(rules.map(({ id, title }) => [ruleKey(id), say(title)])),
    ...tourStrings(say, commandTitles({ ...(JSON.parse(english) as Strings), ...Object.fromEntries(byHand) })),
  };
  return `${JSON.stringify({ ...Object.fromEntries(byHand), ...made }, null, 2)}\n`;
}

/** `tour` is an id of ours: no command begins so. */
const isMade = (key: string) => /^(?:setting\.osc\.release\.value\.|setting\.osc\.rules\.|tour(?:\.|$))/.test(key);
