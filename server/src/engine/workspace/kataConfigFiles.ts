/**
 * Indexes Kata's configuration files, because Kata combines a main file with the files in `config.d`. Doesn't parse
 * them, because the parser is loaded only for files that are checked.
 */
import { kataConfigRole, looksLikeKataConfig } from '#core/kata/kataConfigFile.ts';

/** A configuration file of Kata. */
export interface IndexedKataConfig {
  /** URI of the file. */
  readonly name: string;
  readonly text: string;
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
