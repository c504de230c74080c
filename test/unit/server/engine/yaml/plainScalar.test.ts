/**
 * Tests how unquoted text is read, as `oc` does: kubernetes-sigs/yaml@742f5e6f goyaml.v2/resolve.go (resolveMap,
 * resolve).
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parsePlainScalar } from '#server/engine/yaml/parse/plainScalar.ts';

const { NaN: notANumber, POSITIVE_INFINITY: infinity } = Number;
const table: readonly [value: unknown, ...texts: string[]][] = [
  [true, 'y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'],
  [false, 'n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'],
  [null, '', '~', 'null', 'Null', 'NULL'],
  [notANumber, '.nan', '.NaN', '.NAN'],
  [infinity, '.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'],
  [-infinity, '-.inf', '-.Inf', '-.INF'],
  [0, '0', '+0', '00', '0x0', '0b0', '0o0', '0.0', '.0', '0.'],
  [
    10,
    '10',
    '+10',
    '1_0',
    '0xA',
    '0xa',
    '0Xa',
    '0b1010',
    '0B1010',
    '012',
    '0o12',
    '0O12',
    '10.',
    '10.0',
    '1e1',
    '1E+1',
    '1_0.0',
  ],
  [-10, '-10', '-0xA', '-0b1010', '-012', '-0o12', '-10.0', '-1e1'],
  [8, '08', '0_8'],
  [0.5, '.5', '0.5', '+.5', '5e-1', '.5e0'],
  [1000, '1000', '1_000', '1__000', '1e3', '1.e3'],
];
/** Strings that resemble other types. */
const words = [
  'yEs',
  'tRue',
  'oN',
  'nULL',
  'Nil',
  'none',
  'yes ',
  'true.',
  '_1',
  '0b12',
  '0o8',
  '0x',
  '0xg',
  '1x',
  'e3',
  '1e',
  '1e400',
  '-1e400',
  '+',
  '-',
  '.',
  '..',
  '._5',
  '.5_0',
  '1.2.3',
  '2001-12-14',
  '2001-12-14t21:59:43Z',
  '1:30',
  '190:20:30',
  '0x1p-2',
  '.inF',
  '+.nan',
  '<<',
  'false 1',
  '1.12 ',
  'info',
  'kataconfiguration.openshift.io/v1',
];

describe('plainScalar', () => {
  for (const [value, ...texts] of table) {
    test(`reads every notation of ${String(value)}`, () => {
      for (const text of texts)
        assert.ok(
          Object.is(parsePlainScalar(text), value) || parsePlainScalar(text) === value,
          `${text} -> ${String(parsePlainScalar(text))}`,
        );
    });
  }
  test('reads similar words as text', () => {
    for (const word of words) assert.equal(parsePlainScalar(word), word);
  });
  test('reads a release number as a number', () => assert.equal(parsePlainScalar('4.15'), 4.15));
});
