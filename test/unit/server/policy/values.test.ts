import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatValue, toJson, toJsonText, toPrettyJson } from '#server/policy/rego/values/formatValue.ts';
import { add, divide, fromDouble, multiply, parseNumber, round, shift } from '#server/policy/rego/values/numbers.ts';
import { fromJson, parseRegoJson } from '#server/policy/rego/values/parseJson.ts';
import {
  compareValues,
  emptyArray,
  emptyObject,
  emptySet,
  lookUp,
  makeObject,
  makeSet,
  RegoArray,
  ValueTooLarge,
  type RegoValue,
} from '#server/policy/rego/values/values.ts';

test('values sort in the order of the engine', () => {
  const inOrder: RegoValue[] = [
    null,
    false,
    true,
    -1n,
    0.5,
    1n,
    1e30,
    '',
    'a',
    'b',
    '\uffff',
    '😀',
    emptyArray,
    new RegoArray([1n]),
    emptySet,
    makeSet([1n]),
    emptyObject,
  ];
  for (const [index, left] of inOrder.entries()) {
    for (const [other, right] of inOrder.entries())
      assert.equal(
        Math.sign(compareValues(left, right)),
        Math.sign(index - other),
        `${formatValue(left)} ${formatValue(right)}`,
      );
  }
});

test('sets and objects are sorted, with unique members and keys', () => {
  assert.equal(formatValue(makeSet([3n, 1n, 3n, 1, 'a'])), '{1, 3, "a"}');
  assert.equal(
    formatValue(
      makeObject([
        ['b', 1n],
        ['a', 2n],
        ['b', 3n],
      ]),
    ),
    '{"a": 2, "b": 3}',
  );
  assert.equal(lookUp(makeObject([[true, 'yes']]), true), 'yes');
  assert.equal(lookUp(new RegoArray(['x']), 0n), 'x');
  assert.equal(lookUp(new RegoArray(['x']), 1n), undefined);
  assert.equal(lookUp(new RegoArray(['x']), '0'), undefined);
  assert.equal(lookUp(makeSet(['x']), 'x'), 'x');
  assert.equal(lookUp('text', 0n), undefined);
});

test('integers are exact and other numbers are doubles', () => {
  assert.equal(add(1000000000000000000000n, 1n), 1000000000000000000001n);
  assert.equal(add(0.1, 0.2), 0.30000000000000004);
  assert.equal(divide(6n, 3n), 2n);
  assert.equal(divide(1n, 2n), 0.5);
  assert.equal(round(-9.5), -10n);
  assert.equal(fromDouble(1), 1n);
  assert.equal(parseNumber('1.0'), 1n);
  assert.equal(parseNumber('1e400'), undefined);
  assert.equal(parseNumber('0x10'), undefined);
  assert.equal(shift(1n, 1000000000n, 'left'), undefined);
});

test('JSON parser keeps all digits and limits the nesting depth', () => {
  const { value = null } = parseRegoJson(' {"b": [1, 2.5, true, null], "a": 12345678901234567890, "\\u0061": "x"} ');
  assert.equal(toJsonText(value), '{"a":"x","b":[1,2.5,true,null]}');
  assert.equal(parseRegoJson('12345678901234567890').value, 12345678901234567890n);
  for (const wrong of ['', '[1,]', '{"a" 1}', '01', '"\n"', '1 2', 'nul', '{1: 2}'])
    assert.notEqual(parseRegoJson(wrong).problem, undefined, wrong);
  assert.match(parseRegoJson('['.repeat(100_000)).problem ?? '', /nested/);
  assert.equal(toJsonText(fromJson({ a: [1, 'x', null], b: undefined })), '{"a":[1,"x",null]}');
});

test('values convert to JSON, with sets as arrays and keys as strings', () => {
  const value = makeObject([
    [1n, makeSet(['b', 'a'])],
    ['k', new RegoArray([1.5])],
  ]);
  assert.equal(toJsonText(value), '{"1":["a","b"],"k":[1.5]}');
  assert.deepEqual(toJson(value), { '1': ['a', 'b'], k: [1.5] });
  assert.equal(toPrettyJson(new RegoArray([1n, emptyArray]), '  ', ''), '[\n  1,\n  []\n]');
});

test('values have a size limit', () => {
  let nested: RegoValue = 1n;
  assert.throws(() => {
    for (let depth = 0; depth < 1000; depth += 1) nested = new RegoArray([nested]);
  }, ValueTooLarge);
  let shared: RegoValue = 1n;
  assert.throws(() => {
    for (let depth = 0; depth < 60; depth += 1) shared = new RegoArray([shared, shared]);
  }, ValueTooLarge);
  let number = 1_000_000n;
  assert.throws(() => {
    for (let turn = 0; turn < 60; turn += 1) number = BigInt(multiply(number, number));
  }, ValueTooLarge);
});
