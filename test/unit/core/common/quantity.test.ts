import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cpuText, memoryText, toNumber, one, parseQuantity, wholeOf } from '#core/common/quantity.ts';

const parsed = (text: string) => parseQuantity(text) ?? assert.fail(`${text} is a quantity`);

describe('parseQuantity', () => {
  const amounts: Readonly<Record<string, bigint>> = {
    '0': 0n,
    '1': one,
    '+1': one,
    '-1': -one,
    '1.': one,
    '.5': one / 2n,
    '0.5': one / 2n,
    '500m': one / 2n,
    '100u': 100_000n,
    '7n': 7n,
    '1k': 1000n * one,
    '1M': 10n ** 6n * one,
    '1G': 10n ** 9n * one,
    '1T': 10n ** 12n * one,
    '1P': 10n ** 15n * one,
    '1E': 10n ** 18n * one,
    '1Ki': 1024n * one,
    '1.5Mi': 1572864n * one,
    '2Gi': 2147483648n * one,
    '1Ti': 1024n ** 4n * one,
    '1Pi': 1024n ** 5n * one,
    '1Ei': 1024n ** 6n * one,
    '1e3': 1000n * one,
    '1E3': 1000n * one,
    '1e+3': 1000n * one,
    '12.5e-1': 1_250_000_000n,
    '0.1': 100_000_000n,
    '123456789.123456789': 123_456_789_123_456_789n,
    '0Ki': 0n,
    '0e99': 0n,
  };
  for (const [text, amount] of Object.entries(amounts))
    test(`parses ${text}`, () => assert.equal(parsed(text), amount));

  test('rounds up below one billionth', () => {
    assert.equal(parsed('0.1n'), 1n);
    assert.equal(parsed('1.0000000001'), one + 1n);
    assert.equal(parsed('-0.1n'), -1n);
    assert.equal(parsed('1e-9999'), 1n);
  });
  test('caps values at the maximum', () => {
    const most = (2n ** 63n - 1n) * one;
    for (const text of ['8Ei', '1e99', '1e999999999999', '9999999999999999999']) assert.equal(parsed(text), most, text);
    assert.equal(parsed('-1e99'), -most);
  });
});

test('parseQuantity rejects invalid text', () => {
  for (const text of [
    '',
    ' ',
    '1 Gi',
    ' 1',
    '1 ',
    'Gi',
    '.',
    '+',
    '-',
    '1gi',
    '1GB',
    '1K',
    '1mi',
    '1e',
    '1e3Ki',
    '1e3k',
    '1,5',
    '0x10',
    '1_000',
    '1Gii',
    'NaN',
    '--1',
    '9'.repeat(201),
  ])
    assert.equal(parseQuantity(text), undefined, JSON.stringify(text));
});

test('quantities add up exactly', () => {
  const sum = ['0.7', '0.1', '200m'].map(parsed).reduce((a, b) => a + b);
  assert.equal(sum, one);
  assert.equal(toNumber(sum), 1);
  assert.equal(wholeOf(parsed('1500m')), 2n);
  assert.equal(wholeOf(parsed('-1500m')), -1n);
});

test('quantities are formatted with readable units', () => {
  const texts: Readonly<Record<string, string>> = {
    '2Gi': '2 GiB',
    '350Mi': '350 MiB',
    '2398Mi': '2.34 GiB',
    '1k': '1000 bytes',
    '2048': '2 KiB',
    '1.5Ti': '1.5 TiB',
    '0': '0 bytes',
  };
  for (const [quantity, text] of Object.entries(texts)) assert.equal(memoryText(parsed(quantity)), text);
  assert.equal(cpuText(parsed('1250m')), '1.25');
  assert.equal(cpuText(parsed('2')), '2');
  assert.equal(cpuText(parsed('1234567u')), '1.235');
});
