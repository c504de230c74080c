/** Tests the cursor position in flow collections. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findYamlCursor } from '#server/engine/yaml/cursor/cursor.ts';

/** Describes a cursor as `key a.b [x] <wor>`: role, path, siblings, and the text to replace. */
function at(marked: string): string | undefined {
  const text = marked.replace('|', '');
  const cursor = findYamlCursor(text, marked.indexOf('|'));
  if (cursor === undefined) return undefined;
  const { role, path, siblings, start, end, quote, colon, flow } = cursor;
  assert.equal(flow, true, marked);
  return [
    role,
    path.join('.'),
    ...[...siblings].map((key) => `[${key}]`),
    `<${quote}${text.slice(start, end)}>`,
    ...(colon === undefined ? [] : [colon]),
  ].join(' ');
}

describe('cursor in a flow collection', () => {
  const cases: readonly (readonly [marked: string, place: string | undefined])[] = [
    ['a: {|}', 'key a <>'],
    ['a: {|', 'key a <>'],
    ['a: { | }', 'key a <>'],
    ['a: {b|}', 'key a <b>'],
    ['a: {b|c}', 'key a <bc>'],
    ['a: {b|: c}', 'key a <b> follows'],
    ['a: {b: |}', 'value a.b [b] <>'],
    ['a: {b:|}', 'value a.b [b] <> touches'],
    ['a: {b: c|}', 'value a.b [b] <c>'],
    ['a: {b: |cd}', 'value a.b [b] <cd>'],
    ['a: {b: c|d, e: f}', 'value a.b [b] [e] <cd>'],
    ['a: {b: c, |}', 'key a [b] <>'],
    ['a: {b: c,|', 'key a [b] <>'],
    ['a: {b: c, d|, e: f}', 'key a [b] [e] <d>'],
    ['a: {b: "c|"}', 'value a.b [b] <"c>'],
    ['a: {b: "|"}', 'value a.b [b] <">'],
    ["a: {b: 'c|', d: e}", "value a.b [b] [d] <'c>"],
    ['a: {b: "c|', 'value a.b [b] <"c>'],
    ['a: {b: {c: |}}', 'value a.b.c [c] <>'],
    ['a: {b: {c: d}, |}', 'key a [b] <>'],
    ['a: {b: [c, |]}', 'item a.b <>'],
    ['a: {b: "x, y", c|}', 'key a [b] <c>'],
    ['a: [|]', 'item a <>'],
    ['a: [b, c|]', 'item a <c>'],
    ['a: ["b|"]', 'item a <"b>'],
    ['a: [{b: |}]', 'value a.0.b [b] <>'],
    ['x:\n  - a: {b: |}', 'value x.0.a.b [b] <>'],
    ['x:\n  - {b: c, |}', 'key x.0 [b] <>'],
    ['a: {{ .Values.b| }}', undefined],
    ['a: {b: c}|', undefined],
    ['a: {b: c d |}', undefined],
    ['a: {b |}', undefined],
    ['a: {"b|": c}', undefined],
    ['a: {b: |"c"}', undefined],
    ['a: {b: "c"|}', undefined],
    ['a: {b: c} # {|', undefined],
    ['a: {b: c # d|', undefined],
  ];
  for (const [marked, place] of cases)
    test(`is ${place ?? 'unknown'} in ${JSON.stringify(marked)}`, () => assert.equal(at(marked), place));
  test('is found in a long, deeply nested line without errors', () => {
    const line = `a: {${'b: [{c: "d'.repeat(150)}`;
    assert.doesNotThrow(() => Array.from({ length: line.length }, (_, offset) => findYamlCursor(line, offset)));
  });
});
