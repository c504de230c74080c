import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  findMapEntry,
  findYamlNode,
  locateYamlNode,
  getYamlString,
  toPlainValue,
  type PathSegment,
} from '#server/engine/yaml/node.ts';
import { parseYamlDocument } from '#server/engine/yaml/parse/parse.ts';

/** Returns the value of a text without problems, as plain JSON. */
function value(text: string): unknown {
  const { root, problems } = parseYamlDocument(text);
  assert.deepEqual(problems, []);
  return root === undefined ? undefined : JSON.parse(JSON.stringify(toPlainValue(root)));
}
const codes = (text: string) => parseYamlDocument(text).problems.map(({ code }) => code);
/** Returns the source text of the node at a path. */
function source(text: string, path: readonly PathSegment[]): string | undefined {
  const node = findYamlNode(parseYamlDocument(text).root, path);
  return node === undefined ? undefined : text.slice(node.start, node.end);
}

describe('parsed value', () => {
  const cases: readonly [name: string, text: string, value: unknown][] = [
    ['is undefined for an empty document', '', undefined],
    ['is null for a single marker', '---\n', null],
    ['is undefined for a single comment', '# nothing\n', undefined],
    [
      'has plain scalars as oc reads them',
      'a: yes\nb: 0x10\nc: ~\nd: 1_000\ne: on 1\n',
      { a: true, b: 16, c: null, d: 1000, e: 'on 1' },
    ],
    ['has quoted scalars as strings', `a: "yes"\nb: 'no'\n`, { a: 'yes', b: 'no' }],
    ['has the text of block scalars', 'a: |\n  one\n  two\nb: >-\n  one\n  two\n', { a: 'one\ntwo\n', b: 'one two' }],
    ['has the content of flow collections', '{a: [1, two, {b: c}], d: {}}\n', { a: [1, 'two', { b: 'c' }], d: {} }],
    ['excludes a byte order mark', '\uFEFFa: 1\n', { a: 1 }],
    ['is the same with CRLF line breaks', 'a: one\r\nb:\r\n  - two\r\n', { a: 'one', b: ['two'] }],
    ['is the same with CR line breaks', 'a: one\rb:\r  - two\r', { a: 'one', b: ['two'] }],
    [
      'has resolved aliases',
      'a: &x {b: 1}\nc: *x\nd: [*x, *x]\n',
      { a: { b: 1 }, c: { b: 1 }, d: [{ b: 1 }, { b: 1 }] },
    ],
    ['has the latest value of a redefined anchor', 'a: &x 1\nb: *x\nc: &x 2\nd: *x\n', { a: 1, b: 1, c: 2, d: 2 }],
    ['has merged keys', 'base: &b {x: 1, y: 2}\na:\n  <<: *b\n  y: 3\n', { base: { x: 1, y: 2 }, a: { x: 1, y: 3 } }],
    [
      'has its own keys before a later merge key',
      'base: &b {x: 1, y: 2}\na:\n  y: 3\n  <<: *b\n',
      { base: { x: 1, y: 2 }, a: { x: 1, y: 3 } },
    ],
    [
      'has the first value of several merges',
      'p: &p {x: 1}\nq: &q {x: 2, y: 2}\na:\n  <<: [*p, *q]\n',
      { p: { x: 1 }, q: { x: 2, y: 2 }, a: { x: 1, y: 2 } },
    ],
    ['has a quoted << as a key', 'a:\n  "<<": 1\n', { a: { '<<': 1 } }],
    ['is a string with !!str', 'a: !!str 1\n', { a: '1' }],
    ['is unknown with another tag', 'a: !secret x\nb: !!bool "true"\n', {}],
    ['has numeric and empty keys', '1: a\n? \n: b\n', { 1: 'a', '': 'b' }],
    ['omits keys that are mappings', '? {a: 1}\n: b\nc: d\n', { c: 'd' }],
    ['has a key named __proto__', '__proto__: 1\n', JSON.parse('{"__proto__": 1}')],
    ['omits values with a template', 'a: "{{ .Values.a }}"\nb: c\n', { b: 'c' }],
  ];
  for (const [name, text, expected] of cases) test(name, () => assert.deepEqual(value(text), expected));
});

describe('node position', () => {
  const text = 'a: &x "one"\nb:\n  - two # comment\n  - {c: three}\nd: |\n  four\n\ne: *x\n';
  const cases: readonly [path: readonly PathSegment[], source: string][] = [
    [['a'], '"one"'],
    [['b', 0], 'two'],
    [['b', 1, 'c'], 'three'],
    [['d'], '|\n  four'],
    [['e'], '*x'],
  ];
  for (const [path, expected] of cases) {
    test(`is correct for ${path.join('.')}`, () => {
      assert.equal(source(text, path), expected);
      assert.equal(source(text.replaceAll('\n', '\r\n'), path), expected.replaceAll('\n', '\r\n'));
      assert.equal(source(`\uFEFF${text}`, path), expected);
    });
  }
  test('is that of the alias for aliased and merged nodes', () => {
    const aliased = 'a: &x\n  b: c\nd:\n  <<: *x\ne: *x\n';
    const { root } = parseYamlDocument(aliased);
    for (const path of [
      ['d', 'b'],
      ['e', 'b'],
    ]) {
      const node = findYamlNode(root, path);
      assert.equal(node?.borrowed, true);
      assert.equal(aliased.slice(node.start, node.end), '*x');
    }
    assert.equal(findMapEntry(findYamlNode(root, ['d']), 'b')?.borrowed, true);
    assert.equal(findYamlNode(root, ['a', 'b'])?.borrowed, false);
  });
});

describe('parse problem', () => {
  const cases: readonly [name: string, text: string, ...codes: string[]][] = [
    ['is reported for a duplicate key', 'a: 1\na: 2\n', 'DUPLICATE_KEY'],
    ["isn't reported for a key that overrides a merged key", 'b: &b {x: 1}\na:\n  <<: *b\n  x: 2\n'],
    ['is reported for an alias without an anchor', 'a: *x\n', 'BAD_ALIAS'],
    ['is reported for an alias inside its own anchor', 'a: &x\n  b: *x\n', 'OWN_ALIAS'],
    ['is reported for a later alias of an anchor inside itself', 'a: &x\n  b: &y 1\n  c: [*y, *x]\n', 'OWN_ALIAS'],
    ['is reported for an alias before its anchor', 'a: *x\nb: &x 1\n', 'BAD_ALIAS'],
    ['is reported for a tab as indentation', 'a:\n\tb: 1\n', 'TAB_AS_INDENT'],
    ["isn't reported for an end marker", 'a: 1\n...\n'],
  ];
  for (const [name, text, ...expected] of cases) test(name, () => assert.deepEqual(codes(text), expected));

  test('marks the second of two duplicate keys, which takes precedence', () => {
    const { root, problems } = parseYamlDocument('a: 1\na: 2\n');
    assert.equal(getYamlString(root, ['a']), undefined);
    assert.equal(findYamlNode(root, ['a'])?.start, 8);
    assert.deepEqual([problems[0]?.start, problems[0]?.end], [5, 6]);
  });
  test("isn't reported for a template that isn't valid YAML", () => {
    const { template, problems } = parseYamlDocument('{{- if .Values.kata }}\nkind: KataConfig\n- {{ end }}\n');
    assert.equal(template, true);
    assert.deepEqual(problems, []);
  });
  test('leaves Error.stackTraceLimit unchanged', () => {
    const { stackTraceLimit } = Error;
    parseYamlDocument('a: }\n b: [\n');
    assert.equal(Error.stackTraceLimit, stackTraceLimit);
  });
  test('treats braces in a string as text', () => assert.equal(parseYamlDocument('a: "{{ b }}"\n').template, false));
});

describe('parse limit', () => {
  const cases: readonly [name: string, message: RegExp, text: string][] = [
    ['rejects deep nesting', /too deeply/, '['.repeat(10_000)],
    ['rejects balanced nesting above the limit', /too deeply/, `${'['.repeat(200)}${']'.repeat(200)}`],
    ['rejects exponential aliases', /too many values/, billionLaughs()],
    ['rejects an oversized document', /exceeds the limit of/, `a: ${'x'.repeat(2_000_000)}`],
  ];
  for (const [name, message, text] of cases) {
    test(name, () => {
      const { root, problems } = parseYamlDocument(text);
      assert.equal(root, undefined);
      assert.equal(problems.length, 1);
      assert.match(problems[0]?.message ?? '', message);
    });
  }
});

function billionLaughs(): string {
  const lines = ['a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]'];
  for (let level = 1; level < 10; level += 1)
    lines.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ')}]`);
  return `${lines.join('\n')}\n`;
}

describe('placeAt', () => {
  const text = 'spec:\n  logLevel: info\n  list:\n    - key: a\n';
  const { root } = parseYamlDocument(text);
  test('finds a key', () => {
    const place = locateYamlNode(root, text.indexOf('logLevel') + 3);
    assert.deepEqual([place?.path, place?.onKey], [['spec', 'logLevel'], true]);
  });
  test('finds a value, also at its end', () => {
    for (const offset of [text.indexOf('info'), text.indexOf('info') + 4]) {
      const place = locateYamlNode(root, offset);
      assert.deepEqual([place?.path, place?.onKey, place?.scalar.text], [['spec', 'logLevel'], false, 'info']);
    }
  });
  test('finds a key in a list', () =>
    assert.deepEqual(locateYamlNode(root, text.indexOf('key'))?.path, ['spec', 'list', 0, 'key']));
  test('returns undefined between nodes', () =>
    assert.equal(locateYamlNode(root, text.indexOf('\n  logLevel') + 1), undefined));
  test('returns undefined outside the document', () => assert.equal(locateYamlNode(root, 10_000), undefined));
});
