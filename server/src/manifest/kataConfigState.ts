/**
 * Shows the cluster state of the KataConfigs in a file: as CodeLens items above them, and in the hover of their names.
 */
import * as l10n from '@vscode/l10n';
import type { Manifest } from '../engine/yaml/manifestModel.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import { takeWithinQuota } from '../engine/yaml/quota.ts';
import type { ValidationCluster, KnownKataConfig } from '../engine/cluster/knownCluster.ts';

/** A CodeLens above an object. */
export interface StateLens {
  /** Offset in the file. */
  readonly at: number;
  readonly title: string;
}

/** Maximum number of CodeLens items in a file. */
const maxLenses = 200;

/**
 * Returns a CodeLens for each named KataConfig in the file. Returns an empty list if the KataConfigs of the cluster are
 * unknown.
 */
export function kataConfigLenses(file: OpenFile, cluster: ValidationCluster): StateLens[] {
  const lenses: StateLens[] = [];
  for (const { document, start } of takeWithinQuota(file.documents)) {
    for (const manifest of document.manifests) {
      const title = stateOf(manifest, cluster);
      if (title !== undefined && lenses.length < maxLenses)
        lenses.push({ at: start + manifest.root.start, title: `${title} (${cluster.asOf})` });
    }
  }
  return lenses;
}

/** Returns the state as Markdown for the hover of a KataConfig name. */
export function kataConfigMarkdown(manifest: Manifest, cluster: ValidationCluster): string | undefined {
  const state = stateOf(manifest, cluster);
  // The text comes from the client, so Markdown is escaped.
  return state === undefined
    ? undefined
    : `${state.replaceAll(/[\\`*_{}[\]<>()#!|~&]/g, String.raw`\$&`)}, ${cluster.asOf}.`;
}

function stateOf(
  { kind, name, part }: Manifest,
  { name: cluster, kataConfigs }: ValidationCluster,
): string | undefined {
  if (kind.id !== 'KataConfig' || name === undefined || part === 'generator' || kataConfigs === undefined)
    return undefined;
  const found = kataConfigs.find((one) => one.name === name);
  if (found === undefined) return l10n.t`Not on cluster ${cluster}`;
  return needsAttention(found)
    ? l10n.t`On cluster ${cluster}: ${found.words}, needs attention`
    : l10n.t`On cluster ${cluster}: ${found.words}`;
}

/** Returns whether the state needs attention, which the description alone might not make clear. */
function needsAttention({ health }: KnownKataConfig): boolean {
  return health === 'failed' || health === 'attention';
}
