/** The parts of package.json that follow from the code: releases and rules among the settings. */
import { newestRelease, releases } from '../../core/releases.ts';
import { severities } from '../../core/severity.ts';
import { rules } from '../../server/src/rules/index.ts';

interface Manifest {
  contributes: { configuration: { properties: Record<string, Record<string, unknown>> } };
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
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
