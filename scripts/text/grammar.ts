/** Finds grammar mistakes in English texts with harper.js. grammarRules.ts selects its rules. */
import { readFileSync } from 'node:fs';
import { createBinaryModuleFromUrl, Dialect, LocalLinter } from 'harper.js';
import { slimBinary } from 'harper.js/slimBinary';
import { correctTexts, samplesOfRules } from './grammarRules.ts';
import { splitBlocks, stripMarkup } from './prose.ts';
import type { ReadableText } from './readableTexts.ts';

/** A grammar mistake. */
export interface GrammarProblem {
  readonly place: string;
  /** Rule of harper.js. */
  readonly rule: string;
  /** The incorrect words. */
  readonly found: string;
  readonly message: string;
  /** Words to write instead. Empty if the rule suggests nothing. */
  readonly suggestions: readonly string[];
  /** The whole text, without Markdown and code. */
  readonly text: string;
}

/** Number of texts in one call. Each call returns a list for every rule, so fewer calls are faster. */
const batchSize = 200;

/** Number of characters before and after a mistake that the patterns for correct texts can match. */
const contextLength = 20;

/**
 * Creates a linter for American English with the selected rules. It uses about 300 MB of memory, so dispose it after
 * use.
 */
export async function createGrammarLinter(): Promise<LocalLinter> {
  // harper.js can't read its file if the path contains a space or another encoded character, so pass the content.
  const file = readFileSync(new URL(slimBinary.url));
  const url = URL.createObjectURL(new Blob([file], { type: 'application/wasm' }));
  try {
    const linter = new LocalLinter({ binary: createBinaryModuleFromUrl(url, 'slim'), dialect: Dialect.American });
    const rules = Object.keys(await linter.getDefaultLintConfig());
    const missing = Object.keys(samplesOfRules).filter((rule) => !rules.includes(rule));
    if (missing.length > 0) throw new Error(`harper.js doesn't have these rules: ${missing.join(', ')}`);
    await linter.setLintConfig(Object.fromEntries(rules.map((rule) => [rule, Object.hasOwn(samplesOfRules, rule)])));
    return linter;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Returns the prose of a block, with a name instead of each piece of code and each placeholder. Two names alternate, so
 * that they don't look like a repeated word. The name fits the article before it.
 */
export function proseOf(block: string): string {
  let isSecond = false;
  return stripMarkup(block, (before) => {
    isSecond = !isSecond;
    const name = isSecond ? 'Foo' : 'Qux';
    return /\ban $/i.test(before) ? `A${name.toLowerCase()}` : name;
  });
}

/** Returns the grammar mistakes in texts. Checks equal blocks once. */
export async function findGrammarProblems(
  texts: readonly ReadableText[],
  linter: LocalLinter,
): Promise<readonly GrammarProblem[]> {
  const places = new Map<string, string>();
  for (const { place, text } of texts)
    for (const block of splitBlocks(text).map(proseOf)) if (!places.has(block)) places.set(block, place);
  const blocks = [...places.keys()];
  const problems: GrammarProblem[] = [];
  for (let start = 0; start < blocks.length; start += batchSize)
    for (const { block, ...problem } of await lintBlocks(blocks.slice(start, start + batchSize), linter))
      problems.push({ ...problem, text: block, place: places.get(block) ?? '' });
  return problems;
}

async function lintBlocks(
  blocks: readonly string[],
  linter: LocalLinter,
): Promise<readonly (Pick<GrammarProblem, 'rule' | 'found' | 'message' | 'suggestions'> & { block: string })[]> {
  const separator = '\n\n';
  // harper.js counts code points.
  const document = Array.from(blocks.join(separator));
  let length = 0;
  const ends = blocks.map((block) => (length += Array.from(block).length + separator.length));
  const results = await linter.organizedLints(document.join(''), { language: 'plaintext', dedup: false });
  return Object.entries(results).flatMap(([rule, lints]) =>
    lints.flatMap((lint) => {
      const { start, end } = lint.span();
      const context = document.slice(Math.max(0, start - contextLength), end + contextLength).join('');
      if (correctTexts[rule]?.test(context) === true) return [];
      return [
        {
          rule,
          found: lint.get_problem_text(),
          message: lint.message(),
          suggestions: lint.suggestions().map((suggestion) => suggestion.get_replacement_text()),
          block: blocks[ends.findIndex((blockEnd) => start < blockEnd)] ?? '',
        },
      ];
    }),
  );
}
