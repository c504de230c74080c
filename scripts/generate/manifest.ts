/** The parts of package.json that follow from the code: releases and rules among the settings, and the tour. */
import { newestRelease, releases } from '../../core/releases.ts';
import { severities } from '../../core/severity.ts';
import { rules } from '../../server/src/rules/index.ts';
import { walkthrough } from './tour.ts';

interface Manifest {
  contributes: {
    commands: { command: string; title: string }[];
    configuration: { properties: Record<string, Record<string, unknown>> };
    walkthroughs?: unknown;
  };
}

/** The titles of commands by their ids. */
export function commandTitles(current: string): ReadonlyMap<string, string> {
  const manifest = JSON.parse(current) as Manifest;
  return new Map(manifest.contributes.commands.map(({ command, title }) => [command, title]));
}

/** package.json with those parts as they must be. */
export function manifestText(current: string): string {
  const manifest = JSON.parse(current) as Manifest;
  const { properties } = manifest.contributes.configuration;
  const newestFirst = releases.toReversed();
  Object.assign(properties['osc.release'] ?? {}, {
    enum: ['', ...newestFirst.map(({ id }) => id)],
    markdownEnumDescriptions: [`That of the open cluster, or else the newest known, ${newestRelease.id}`, ...newestFirst.map(({ id }) => `OSC ${id}`)],
  });
  const choices = [...severities, 'off'];
  Object.assign(properties['osc.rules'] ?? {}, {
    properties: Object.fromEntries(rules.map(({ id, title, severity }) => [id, { enum: choices, default: severity, markdownDescription: title }])),
  });
  manifest.contributes.walkthroughs = [walkthrough(commandTitles(current))];
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
