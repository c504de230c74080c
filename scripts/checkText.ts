/**
 * Fails if a text that people read uses wording that the style guide replaces, or contains a spelling or grammar
 * mistake. Part of `npm run lint`.
 */
import process from 'node:process';
import { createGrammarLinter, findGrammarProblems } from './text/grammar.ts';
import { listMessagesAndPages, listSourceComments } from './text/readableTexts.ts';
import { findUnknownWords, loadGeneralDictionary, readProjectWords, suggestWords } from './text/spelling.ts';
import { findOddWording } from './text/terminology.ts';

const messagesAndPages = listMessagesAndPages();
const texts = [...messagesAndPages, ...listSourceComments()];

const wording = texts.flatMap(({ place, text }) =>
  findOddWording(text).map(({ found, instead }) => `${place}: "${found}". Write: ${instead}.\n    ${text.trim()}`),
);

const dictionary = loadGeneralDictionary();
const spelling = findUnknownWords(texts, dictionary, readProjectWords()).map(
  ({ word, places }) =>
    `${places[0] ?? ''}: unknown word "${word}" (number of times: ${places.length}). Similar words: ${suggestWords(word, dictionary).join(', ')}.`,
);

const linter = await createGrammarLinter();
const grammar = (await findGrammarProblems(messagesAndPages, linter)).map(
  ({ place, rule, found, message, suggestions, text }) =>
    `${place}: "${found}" (${rule}). ${message}${suggestions.length === 0 ? '' : ` Write: ${suggestions.join(', ')}.`}\n    ${text}`,
);

for (const [problems, advice] of [
  [wording, 'scripts/text/terminology.ts has the wording to avoid.'],
  [spelling, 'If a word is a real term, add it to scripts/text/words.txt. If it is code, put it in backquotes.'],
  [grammar, 'If a text is correct, add it to correctTexts in scripts/text/grammarRules.ts.'],
] as const)
  if (problems.length > 0) {
    console.error(`${problems.join('\n')}\n\n${problems.length} problems. ${advice}\n`);
    process.exitCode = 1;
  }
if (process.exitCode !== 1) console.log(`${texts.length} texts checked.`);
