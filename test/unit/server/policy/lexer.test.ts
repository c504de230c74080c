import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tokenize } from '#server/policy/rego/syntax/lexer.ts';
import { parseRego } from '#server/policy/rego/syntax/parse.ts';

const read = (text: string) =>
  tokenize(text)
    .tokens.slice(0, -1)
    .map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
const only = (text: string) => tokenize(text).tokens[0];
const faults = (text: string) =>
  tokenize(text).tokens.flatMap(({ fault, start, end }) => (fault === undefined ? [] : [`${start}-${end} ${fault}`]));

describe('Rego lexer', () => {
  test('splits text into names, numbers, and symbols', () => {
    assert.deepEqual(read('a_1 := -2.5e-3 <= b.c'), [
      'name a_1',
      'symbol :=',
      'number -2.5e-3',
      'symbol <=',
      'name b',
      'symbol .',
      'name c',
    ]);
    assert.deepEqual(read('x-1'), ['name x', 'number -1']);
    assert.deepEqual(read('x - 1==y'), ['name x', 'symbol -', 'number 1', 'symbol ==', 'name y']);
  });

  test('reports offsets, lines, and columns, also after multi-line strings', () => {
    const { tokens } = tokenize('a\r\n  `x\ny` b\n😀c');
    assert.deepEqual(
      tokens.map(({ start, end, line, column, first }) => [start, end, line, column, first]),
      [
        [0, 1, 0, 0, true],
        [5, 10, 1, 2, true],
        [11, 12, 2, 3, false],
        [13, 15, 3, 0, true],
        [15, 16, 3, 2, false],
        [16, 16, 3, 3, false],
      ],
    );
  });

  test('decodes strings', () => {
    assert.equal(only('"a\\n\\"\\u00e9\\\\"')?.value, 'a\n"é\\');
    assert.equal(only('`a\\n"`')?.value, 'a\\n"');
    assert.equal(only('"\\/\\t"')?.value, '/\t');
  });

  test('returns comments with their text and position', () => {
    const { comments, tokens } = tokenize('a # b\r\n#c');
    assert.deepEqual(comments, [
      { start: 2, end: 5, text: '# b' },
      { start: 7, end: 9, text: '#c' },
    ]);
    assert.equal(tokens.length, 2);
  });

  test('stops at a NUL outside strings, also in a comment', () => {
    for (const [text, ...wanted] of [['a\0 b', 'name a'], ['a # x\0\nb', 'name a'], ['\0']] as const) {
      assert.deepEqual(read(text), wanted);
      const { tokens, cutAt } = tokenize(text);
      assert.equal(cutAt, text.indexOf('\0'));
      assert.equal(tokens.at(-1)?.start, cutAt);
    }
    assert.equal(tokenize('a "b"').cutAt, undefined);
    assert.deepEqual(tokenize('# x\0y\nb').comments, [{ start: 0, end: 3, text: '# x' }]);
    assert.deepEqual(faults('`a\0b` c'), ['0-5 This string contains a NUL character.']);
    assert.equal(tokenize('`a\0b` c').cutAt, undefined);
  });

  test('excludes text after a NUL from the policy', () => {
    const { rules, problems } = parseRego('package agent_policy\nA := true\n#\0\nB := true\n', 'v1');
    assert.equal(rules.length, 1);
    assert.deepEqual(problems, [
      {
        code: 'syntax',
        message: 'The guest ignores everything after this NUL character. Delete the character.',
        start: 32,
        end: 33,
      },
    ]);
  });

  test('reports tokens that the engine rejects', () => {
    assert.deepEqual(faults('"a\nb'), ["0-2 This string isn't closed."]);
    assert.deepEqual(faults('`a\nb'), ["0-2 This string isn't closed."]);
    assert.deepEqual(faults('01 1. 1_0 .5 1e'), [
      '0-2 Invalid number `01`.',
      '3-5 Invalid number `1.`.',
      '6-9 Invalid number `1_0`.',
      '10-12 Invalid number `.5`.',
      '13-15 Invalid number `1e`.',
    ]);
    assert.deepEqual(faults('a @ 😀'), ['2-3 Unexpected character `@`.', '4-6 Unexpected character `😀`.']);
    assert.deepEqual(faults('a\rb'), ['1-2 Unexpected character `\\r`.']);
    assert.match(faults('"\\d"')[0] ?? '', /^0-4 Invalid escape\. Use /);
    assert.match(faults('"a\tb"')[0] ?? '', /^0-5 A string can't contain control characters/);
  });
});
