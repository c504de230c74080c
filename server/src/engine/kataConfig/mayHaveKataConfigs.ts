/** Determines quickly whether YAML contains configuration files of Kata. Loaded at startup, so it imports little. */
import { mayEmbedKataConfig } from '#core/kata/kataConfigFile.ts';
import type { YamlDocument } from '../yaml/yamlDocument.ts';

/** Documents are the same objects until their texts change. */
const mentions = new WeakMap<YamlDocument, boolean>();

/** Returns whether a document might contain configuration files. Doesn't parse the document. */
export function mayHaveKataConfigs(document: YamlDocument): boolean {
  const before = mentions.get(document);
  if (before !== undefined) return before;
  const may = mayEmbedKataConfig(document.text);
  mentions.set(document, may);
  return may;
}
