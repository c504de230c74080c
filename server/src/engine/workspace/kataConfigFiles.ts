/**
 * Indexes Kata's configuration files, because Kata combines a main file with the files in `config.d`. Doesn't parse
 * them, because the parser is loaded only for files that are checked.
 */
import { kataConfigRole, looksLikeKataConfig, maxKataConfig } from '#core/kata/kataConfigFile.ts';
import { mayHaveKataConfigs } from '../kataConfig/mayHaveKataConfigs.ts';
import type { PlacedDocument } from '../yaml/yamlDocument.ts';

/** A configuration file of Kata, or YAML that can contain such files. */
export interface IndexedKataConfig {
  /** URI of the file. */
  readonly name: string;
  readonly text: string;
  /** True if the text is YAML, such as of a MachineConfig. The files in it aren't decoded yet. */
  readonly isYaml?: true;
}

/** Returns the documents of a YAML file that can contain configuration files of Kata, as one text. */
export function indexYamlOfKataConfigs(
  name: string,
  documents: readonly PlacedDocument[],
): { readonly kataConfig?: IndexedKataConfig } {
  const texts = documents.filter(({ document }) => mayHaveKataConfigs(document)).map(({ document }) => document.text);
  const text = texts.join('\n---\n');
  return text === '' || text.length > 2 * maxKataConfig ? {} : { kataConfig: { name, text, isYaml: true } };
}

/** Returns whether a path or URI is that of a configuration file of Kata. Its text must confirm it. */
export function isKataConfigUri(uri: string): boolean {
  return kataConfigRole(uri) !== undefined;
}

/** Returns the indexed data of a file. Returns undefined if it isn't a configuration file of Kata. */
export function indexKataConfig(name: string, text: string): IndexedKataConfig | undefined {
  return looksLikeKataConfig(text, name) ? { name, text } : undefined;
}

/** Returns whether two versions of a file are the same for the files that Kata combines with it. */
export function isSameKataConfig(one: IndexedKataConfig | undefined, other: IndexedKataConfig | undefined): boolean {
  return one?.name === other?.name && one?.text === other?.text;
}
