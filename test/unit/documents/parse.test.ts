import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { entryOf, nodeAt, placeAt, stringAt, valueOf, type Step } from '../../../server/src/documents/node.ts';
import { parse } from '../../../server/src/documents/parse.ts';

/** The value of a text without problems, as plain JSON. */
function value(text: string): unknown {
  const { root, problems } = parse(text);
  assert.deepEqual(problems, []);
  return root === undefined ? undefined : JSON.parse(JSON.stringify(valueOf(root)));
}
const codes = (text: string) => parse(text).problems.map(({ code }) => code);
/** The text at a path, as it stands in the source. */
function source(text: string, path: readonly Step[]): string | undefined {
  const node = nodeAt(parse(text).root, path);
  return node === undefined ? undefined : text.slice(node.start, node.end);
}

describe('values', () => {
  const cases: readonly [name: string, text: string, value: unknown][] = [
    ['an empty document', '', undefined],
    ['only a marker', '---\n', null],
    ['only a comment', '# nothing\n', undefined],
    ['scalars as oc reads them', 'a: yes\nb: 0x10\nc: ~\nd: 1_000\ne: on 1\n', { a: true, b: 16, c: null, d: 1000, e: 'on 1' }],
    ['quoted scalars are strings', `a: "yes"\nb: 'no'\n`, { a: 'yes', b: 'no' }],
    ['block scalars', 'a: |\n  one\n  two\nb: >-\n  one\n  two\n', { a: 'one\ntwo\n', b: 'one two' }],
    ['flow collections', '{a: [1, two, {b: c}], d: {}}\n', { a: [1, 'two', { b: 'c' }], d: {} }],
    ['a byte order mark', '\uFEFFa: 1\n', { a: 1 }],
    ['CRLF', 'a: one\r\nb:\r\n  - two\r\n', { a: 'one', b: ['two'] }],
    ['a lone CR', 'a: one\rb:\r  - two\r', { a: 'one', b: ['two'] }],
    ['anchors and aliases', 'a: &x {b: 1}\nc: *x\nd: [*x, *x]\n', { a: { b: 1 }, c: { b: 1 }, d: [{ b: 1 }, { b: 1 }] }],
    ['an anchor set again', 'a: &x 1\nb: *x\nc: &x 2\nd: *x\n', { a: 1, b: 1, c: 2, d: 2 }],
    ['a merge key', 'base: &b {x: 1, y: 2}\na:\n  <<: *b\n  y: 3\n', { base: { x: 1, y: 2 }, a: { x: 1, y: 3 } }],
    ['a merge key after the own keys', 'base: &b {x: 1, y: 2}\na:\n  y: 3\n  <<: *b\n', { base: { x: 1, y: 2 }, a: { x: 1, y: 3 } }],
    ['a list of merges: the first wins', 'p: &p {x: 1}\nq: &q {x: 2, y: 2}\na:\n  <<: [*p, *q]\n', { p: { x: 1 }, q: { x: 2, y: 2 }, a: { x: 1, y: 2 } }],
    ['a quoted << is a key', 'a:\n  "<<": 1\n', { a: { '<<': 1 } }],
    ['!!str makes a string', 'a: !!str 1\n', { a: '1' }],
    ['another tag makes it unknown', 'a: !secret x\nb: !!bool "true"\n', {}],
    ['keys that are numbers or empty', '1: a\n? \n: b\n', { 1: 'a', '': 'b' }],
    ['a key that is a map is left out', '? {a: 1}\n: b\nc: d\n', { c: 'd' }],
    ['a key called __proto__', '__proto__: 1\n', JSON.parse('{"__proto__": 1}')],
    ['a template in a value', 'a: "{{ .Values.a }}"\nb: c\n', { b: 'c' }],
  ];
  for (const [name, text, expected] of cases) test(name, () => assert.deepEqual(value(text), expected));
});

describe('positions', () => {
  const text = 'a: &x "one"\nb:\n  - two # comment\n  - {c: three}\nd: |\n  four\n\ne: *x\n';
  const cases: readonly [path: readonly Step[], source: string][] = [
    [['a'], '"one"'],
    [['b', 0], 'two'],
    [['b', 1, 'c'], 'three'],
    [['d'], '|\n  four'],
    [['e'], '*x'],
  ];
  for (const [path, expected] of cases) {
    test(path.join('.'), () => {
      assert.equal(source(text, path), expected);
      assert.equal(source(text.replaceAll('\n', '\r\n'), path), expected.replaceAll('\n', '\r\n'));
      assert.equal(source(`\uFEFF${text}`, path), expected);
    });
  }
  test('what stands at an alias is borrowed, and lies at the alias', () => {
    const aliased = 'a: &x\n  b: c\nd:\n  <<: *x\ne: *x\n';
    const { root } = parse(aliased);
    for (const path of [
      ['d', 'b'],
      ['e', 'b'],
    ]) {
      const node = nodeAt(root, path);
      assert.equal(node?.borrowed, true);
      assert.equal(aliased.slice(node.start, node.end), '*x');
    }
    assert.equal(entryOf(nodeAt(root, ['d']), 'b')?.borrowed, true);
    assert.equal(nodeAt(root, ['a', 'b'])?.borrowed, false);
  });
});

describe('problems', () => {
  const cases: readonly [name: string, text: string, ...codes: string[]][] = [
    ['a duplicate key', 'a: 1\na: 2\n', 'DUPLICATE_KEY'],
    ['a duplicate of a merged key is none', 'b: &b {x: 1}\na:\n  <<: *b\n  x: 2\n'],
    ['an alias without an anchor', 'a: *x\n', 'BAD_ALIAS'],
    ['an alias inside what it names', 'a: &x\n  b: *x\n', 'BAD_ALIAS'],
    ['an anchor below its alias', 'a: *x\nb: &x 1\n', 'BAD_ALIAS'],
    ['a tab as indentation', 'a:\n\tb: 1\n', 'TAB_AS_INDENT'],
    ['an end marker and more', 'a: 1\n...\n'],
  ];
  for (const [name, text, ...expected] of cases) test(name, () => assert.deepEqual(codes(text), expected));

  test('the second of two equal keys wins, and is the one that is marked', () => {
    const { root, problems } = parse('a: 1\na: 2\n');
    assert.equal(stringAt(root, ['a']), undefined);
    assert.equal(nodeAt(root, ['a'])?.start, 8);
    assert.deepEqual([problems[0]?.start, problems[0]?.end], [5, 6]);
  });
  test('a template that is no YAML is no mistake', () => {
    const { template, problems } = parse('{{- if .Values.kata }}\nkind: KataConfig\n{{- end }}\n');
    assert.equal(template, true);
    assert.deepEqual(problems, []);
  });
  test('what the process notes of errors is as before', () => {
    const { stackTraceLimit } = Error;
    parse('a: }\n b: [\n');
    assert.equal(Error.stackTraceLimit, stackTraceLimit);
  });
  test('braces in a string make no template', () => assert.equal(parse('a: "{{ b }}"\n').template, false));
});

describe('bounds', () => {
  const cases: readonly [name: string, message: RegExp, text: string][] = [
    ['deep nesting', /too deeply/, '['.repeat(10_000)],
    ['a little too deep', /too deeply/, `${'['.repeat(200)}${']'.repeat(200)}`],
    ['aliases of aliases', /too many values/, billionLaughs()],
    ['a long document', /far larger than/, `a: ${'x'.repeat(2_000_000)}`],
  ];
  for (const [name, message, text] of cases) {
    test(name, () => {
      const { root, problems } = parse(text);
      assert.equal(root, undefined);
      assert.equal(problems.length, 1);
      assert.match(problems[0]?.message ?? '', message);
    });
  }
});

function billionLaughs(): string {
  const lines = ['a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]'];
  for (let level = 1; level < 10; level += 1) lines.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ')}]`);
  return `${lines.join('\n')}\n`;
}

describe('placeAt', () => {
  const text = 'spec:\n  logLevel: info\n  list:\n    - key: a\n';
  const { root } = parse(text);
  test('on a key', () => {
    const place = placeAt(root, text.indexOf('logLevel') + 3);
    assert.deepEqual([place?.path, place?.onKey], [['spec', 'logLevel'], true]);
  });
  test('on a value, and at its end', () => {
    for (const offset of [text.indexOf('info'), text.indexOf('info') + 4]) {
      const place = placeAt(root, offset);
      assert.deepEqual([place?.path, place?.onKey, place?.scalar.text], [['spec', 'logLevel'], false, 'info']);
    }
  });
  test('in a list', () => assert.deepEqual(placeAt(root, text.indexOf('key'))?.path, ['spec', 'list', 0, 'key']));
  test('between', () => assert.equal(placeAt(root, text.indexOf('\n  logLevel') + 1), undefined));
  test('outside', () => assert.equal(placeAt(root, 10_000), undefined));
});
