/** Makes random edits of YAML, like those of typing, scripts, and bad merges. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rules } from '#server/cli/rules.ts';
import type { Edit } from '#server/engine/findings/rule.ts';
import { readMarks } from '../support/manifests/expectationMarks.ts';
import type { Random } from '../support/randomInput/random.ts';

/** Returns the documents that edits start from: the test cases and the examples of the rules. */
export function corpus(): [string, ...string[]] {
  const folder = path.resolve(import.meta.dirname, '../cases');
  const cases = ['seeds', 'documents'].flatMap((group) =>
    readdirSync(path.join(folder, group)).map(
      (file) => readMarks(readFileSync(path.join(folder, group, file), 'utf8')).text,
    ),
  );
  const examples = rules.flatMap(({ examples: all }) =>
    all().flatMap(({ avoid, prefer = avoid }) => [readMarks(avoid).text, readMarks(prefer).text]),
  );
  // The examples are short and far more numerous than the complete documents.
  return ['', ...Array.from({ length: 5 }, () => cases).flat(), ...examples];
}

const pieces = [
  '\n',
  '\r\n',
  '\r',
  '\t',
  ' ',
  '  ',
  '    ',
  '\n\n',
  '\u2028',
  '\u0085',
  '\uFEFF',
  '\u0000',
  '\u001b',
  '\ud83d',
  '😀',
  'é',
  '\u202e',
  ':',
  ': ',
  '- ',
  '? ',
  ', ',
  '#',
  ' # ',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  '|',
  '>',
  '|2-',
  '>+',
  '&a ',
  '*a',
  '*b',
  '<<: ',
  '<<: *a',
  '!!str ',
  '!x ',
  '%',
  '@',
  '`',
  '{{',
  '}}',
  '\\',
  '~',
  '---',
  '---\n',
  '...\n',
  '\n---\n',
  '--- |\n',
  '%YAML 1.2\n---\n',
  '%TAG ! x\n',
  '# osc-ignore-next-line kataconfig-loglevel: x\n',
  '# yaml-language-server: $schema=x\n',
  'true',
  'yes',
  'off',
  'null',
  '0x1F',
  '1e3',
  '.inf',
  'Debug',
  'debug',
  'info 1',
  '1.12',
  '<x>',
  '__proto__',
  'constructor',
  'toString',
  'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\n',
  'kind: KataConfig',
  'metadata:\n  name: a\n',
  'spec:\n',
  '  logLevel: ',
  '  enablePeerPods: true\n',
  '  enablePeerpods: ',
  '  namespace: x\n',
  '  kataConfigPoolSelector:\n    matchLabels:\n      a: b\n',
  '    matchExpressions:\n    - key: a\n      operator: In\n      values: [',
  'kind: Pod\n',
  'status:\n  conditions: []\n',
] as const;

/** Returns one random edit of a text. */
export function mutate(text: string, all: readonly [string, ...string[]], chance: Random): Edit {
  const start = chance.below(text.length + 1);
  const some = () => Math.min(text.length, start + 1 + chance.below(chance.chance(0.2) ? 200 : 12));
  const lineFrom = text.lastIndexOf('\n', start - 1) + 1;
  const lineTo = text.indexOf('\n', start) === -1 ? text.length : text.indexOf('\n', start) + 1;
  const line = text.slice(lineFrom, lineTo);
  switch (chance.below(11)) {
    case 0:
      return { start, end: some(), text: '' };
    case 1:
      return { start, end: start, text: text.slice(start, some()) };
    case 2: {
      const other = chance.pick(all);
      const from = chance.below(other.length + 1);
      return { start, end: chance.chance(0.5) ? start : some(), text: other.slice(from, from + chance.below(300)) };
    }
    case 3:
      return { start: lineFrom, end: lineTo, text: chance.chance(0.5) ? '' : line + line };
    case 4:
      return {
        start: lineFrom,
        end: lineFrom + (/^[ \t-]*/.exec(line)?.[0].length ?? 0),
        text: chance.pick(['', ' ', '  ', '    ', '\t', '      ', '- ', '  - ']),
      };
    case 5:
      return { start: lineFrom, end: lineFrom, text: chance.pick(all).split('\n')[chance.below(8)] ?? '' };
    case 6:
      return chance.chance(0.05)
        ? {
            start: 0,
            end: text.length,
            text: chance.chance(0.5) ? text.replace(/\r?\n/g, '\r\n') : text.replaceAll('\r\n', '\n'),
          }
        : { start, end: start, text: '\n' };
    case 7:
      return chance.chance(0.3)
        ? { start: lineFrom, end: lineFrom, text: `---\n${chance.pick(all)}` }
        : { start, end: start, text: chance.pick(pieces) };
    default:
      return { start, end: chance.chance(0.7) ? start : some(), text: chance.pick(pieces) };
  }
}
