/** What the cluster has of the KataConfigs in a file: above them as code lenses, and behind their names. */
import * as l10n from '@vscode/l10n';
import type { Manifest } from '../engine/yaml/manifestModel.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import { takeWithinQuota } from '../engine/yaml/quota.ts';
import type { ValidationCluster, KnownKataConfig } from '../engine/cluster/knownCluster.ts';

/** A line above an object. */
export interface StateLens {
  /** Offset in the file. */
  readonly at: number;
  readonly title: string;
}

/** Nobody scrolls past more. */
const maxLenses = 200;

/** One for every KataConfig of the file whose name is known; none where the cluster's are not known. */
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

/** The same in Markdown, for the name of a KataConfig. */
export function kataConfigMarkdown(manifest: Manifest, cluster: ValidationCluster): string | undefined {
  const state = stateOf(manifest, cluster);
  // The client's words: not to be read as Markdown.
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

/** Where the words alone might be read past. */
function needsAttention({ health }: KnownKataConfig): boolean {
  return health === 'failed' || health === 'attention';
}
