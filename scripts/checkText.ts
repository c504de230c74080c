/** Fails if a text that people read uses wording that the style guide replaces. Part of `npm run lint`. */
import process from 'node:process';
import { listReadableTexts } from './text/readableTexts.ts';
import { findOddWording } from './text/terminology.ts';

const texts = listReadableTexts();
const problems = texts.flatMap(({ place, text }) =>
  findOddWording(text).map(({ found, instead }) => `${place}: "${found}". Write: ${instead}.\n    ${text.trim()}`),
);
if (problems.length > 0) {
  console.error(
    `${problems.join('\n')}\n\n${problems.length} problems. scripts/text/terminology.ts has the wording to avoid.`,
  );
  process.exitCode = 1;
} else console.log(`${texts.length} texts checked.`);
