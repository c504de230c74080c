/**
 * Finds misspelled words in texts that people read. Uses the dictionaries of cspell for American English, software, and
 * Kubernetes, and the project dictionary words.txt.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  createCollection,
  createSpellingDictionary,
  createSpellingDictionaryFromTrieFile,
  type SpellingDictionaryCollection,
} from 'cspell-dictionary';
import { splitBlocks, stripMarkup } from './prose.ts';
import type { ReadableText } from './readableTexts.ts';

/** A word that no dictionary contains. */
export interface UnknownWord {
  readonly word: string;
  /** Places of the texts that contain the word, in the order of the texts. */
  readonly places: readonly string[];
}

const projectDictionary = new URL('words.txt', import.meta.url);

/** Returns the words of the project dictionary, in the order of the file. */
export function readProjectWords(): readonly string[] {
  return readFileSync(projectDictionary, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** Loads the dictionaries of cspell. */
export function loadGeneralDictionary(): SpellingDictionaryCollection {
  // The packages export only this file. The word lists are beside it.
  const english = import.meta.resolve('@cspell/dict-en_us/cspell-ext.json');
  const software = import.meta.resolve('@cspell/dict-software-terms/cspell-ext.json');
  const kubernetes = import.meta.resolve('@cspell/dict-k8s/cspell-ext.json');
  const read = (file: string, base: string) => {
    const url = new URL(file, base);
    const content = readFileSync(url);
    return { content: file.endsWith('.gz') ? gunzipSync(content) : content, source: fileURLToPath(url) };
  };
  const lists = [
    read('dict/softwareTerms.txt.gz', software),
    read('dict/software-tools.txt', software),
    read('dict/k8s.txt', kubernetes),
  ];
  const trie = read('en_US.trie.gz', english);
  return createCollection(
    [
      createSpellingDictionaryFromTrieFile(trie.content, 'en_US', trie.source, {}),
      ...lists.map(({ content, source }) => createSpellingDictionary(content.toString().split('\n'), source, source)),
    ],
    'general',
  );
}

/**
 * Returns the words of a text whose spelling can be checked. Skips code in backquotes, addresses, names that consist of
 * several words (`camelCase`, `snake_case`, paths, flags), names of parameters, acronyms, and words of other scripts.
 */
export function listWords(text: string): readonly string[] {
  return splitBlocks(text.replaceAll(/@(?:param|template) [$\w]+/g, ''))
    .flatMap((block) => stripMarkup(block, () => ' ').split(/[\s|]+/))
    .map((chunk) => chunk.replaceAll('\u2019', "'").replace(/^[("'*[]+|[^\p{L}\p{N}/_=]+$/gu, ''))
    .filter((chunk) => !isIdentifier(chunk))
    .flatMap((chunk) => chunk.split(/[^\p{L}']+/u))
    .map((word) => word.replaceAll(/^'+|'+$|'s$/g, ''))
    .filter((word) => word.length > 2 && /^[\p{Script=Latin}']+$/u.test(word) && !/^\p{Lu}+s?$/u.test(word));
}

/** Returns whether a chunk of text between spaces is a name, a path, a flag, or another piece of code. */
function isIdentifier(chunk: string): boolean {
  return /[\d_@\\$={}<>#%&~/+*^]|^[-.]|\p{L}[.:]\p{L}|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(chunk);
}

/**
 * Returns the misspelled words of texts, each one once.
 * @param projectWords words that the general dictionary lacks
 */
export function findUnknownWords(
  texts: readonly ReadableText[],
  general: SpellingDictionaryCollection,
  projectWords: readonly string[],
): readonly UnknownWord[] {
  const placesOfWords = new Map<string, string[]>();
  for (const { place, text } of texts)
    for (const word of listWords(text)) {
      const places = placesOfWords.get(word);
      if (places === undefined) placesOfWords.set(word, [place]);
      else places.push(place);
    }
  const project = new Set(projectWords.map((word) => word.toLowerCase()));
  return [...placesOfWords]
    .filter(([word]) => !project.has(word.toLowerCase()) && !general.has(word))
    .map(([word, places]) => ({ word, places }));
}

/** Returns the words that the general dictionary suggests instead of a word, the most similar one first. */
export function suggestWords(word: string, general: SpellingDictionaryCollection): readonly string[] {
  return general.suggest(word, { numSuggestions: 3 }).map((suggestion) => suggestion.word);
}
