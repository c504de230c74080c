/** Tests which escape sequences in the output of a container reach the terminal. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EscapeFilter } from '#client/terminal/pty/escapeFilter.ts';

const esc = '\u001b';
const bell = '\u0007';
const clipboard = `${esc}]52;c;aGVsbG8=${bell}`;

function shown(...chunks: readonly string[]): string {
  const filter = new EscapeFilter();
  return chunks.map((chunk) => filter.push(chunk)).join('');
}

/** Returns the text divided after each position, in turn. */
function divided(text: string): readonly (readonly [string, string])[] {
  return Array.from(text, (_, index) => [text.slice(0, index), text.slice(index)] as const);
}

describe('the filter of escape sequences', () => {
  for (const [what, sequence] of [
    ['the clipboard', clipboard],
    ['a clipboard query', `${esc}]52;c;?${esc}\\`],
    ['commands to the shell integration', `${esc}]633;E;rm -rf /;nonce${bell}`],
    ['prompts of other shell integrations', `${esc}]133;D;1${bell}`],
    ['folders', `${esc}]7;file://host/home${bell}`],
    ['folders of Windows', `${esc}]9;9;C:\\Users${esc}\\`],
    ['notifications', `${esc}]99;i=1:d=0;Title${esc}\\`],
    ['files and properties', `${esc}]1337;File=inline=1:AAAA${esc}\\`],
    ['a sequence without parameters', `${esc}]52${bell}`],
    ['8-bit delimiters', '\u009d52;c;aGVsbG8=\u009c'],
    ['leading zeros', `${esc}]00052;c;aGVsbG8=${bell}`],
    ['control characters within the start', `${esc}\n]5\r2;c;aGVsbG8=${bell}`],
    ['a DEL after the escape character', `${esc}\u007f]52;c;aGVsbG8=${bell}`],
    ['an aborted payload', `${esc}]52;c;aGVs\u0018`],
  ] as const)
    test(`removes ${what}, also if it's split between two frames`, () => {
      assert.equal(shown(`a${sequence}b`), 'ab');
      for (const [first, second] of divided(`a${sequence}b`))
        assert.equal(shown(first, second), 'ab', JSON.stringify(first));
      assert.equal(shown(...Array.from(`a${sequence}b`)), 'ab');
    });

  for (const [what, text] of [
    ['colors and cursor movements', `${esc}[31mred${esc}[0m${esc}[2J${esc}[1;1H`],
    ['titles', `${esc}]0;my title${bell}${esc}]2;title${esc}\\`],
    ['links', `${esc}]8;;https://example.com${esc}\\link${esc}]8;;${esc}\\`],
    [
      'numbers that only start like a removed one',
      `${esc}]520;x${bell}${esc}]5;x${bell}${esc}]6333;x${bell}${esc}]10;?${bell}`,
    ],
    ['text that is no number', `${esc}]52x;y${bell}`],
    ['device control strings', `${esc}P+q544e${esc}\\`],
    ['binary output and line breaks', '\u0000\u0001\u0080\ufffd\r\n\t'],
    ['an escape character before a sequence', `${esc}${esc}[1m`],
  ] as const)
    test(`passes on ${what} unchanged, also if it's split between two frames`, () => {
      assert.equal(shown(text), text);
      for (const parts of divided(text)) assert.equal(shown(...parts), text, JSON.stringify(parts[0]));
    });

  test('removes each of several sequences that follow each other', () =>
    assert.equal(
      shown(`${clipboard}1${clipboard}${esc}]633;A${esc}]52;c;eA==${bell}2${esc}]52;x${esc}[1m3`),
      `12${esc}[1m3`,
    ));

  test('never passes on a removed sequence whose start is very long', () => {
    const long = `${esc}${'\n'.repeat(200)}]52;c;eA==${bell}`;
    assert.doesNotMatch(shown(long), new RegExp(esc));
    assert.doesNotMatch(shown(`${esc}]${'0'.repeat(500)}52;c;eA==${bell}`), new RegExp(esc));
  });

  test('holds back nothing of plain text', () => {
    const filter = new EscapeFilter();
    assert.equal(filter.push('$ '), '$ ');
    assert.equal(filter.push(`x${esc}`), 'x');
    assert.equal(filter.push('[0m'), `${esc}[0m`);
  });
});
