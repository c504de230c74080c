import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeBase64, encodeBase64 } from '#server/engine/encoding/base64.ts';
import { assertProportional } from '#test/support/performance/growth.ts';

const codes = (text: string, maximum = 10_000) => decodeBase64(text, maximum).problems.map(({ code }) => code);
const text = (packed: string) => {
  const { bytes } = decodeBase64(packed, 10_000);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
};

test('base64 decoder accepts valid input and restores the bytes', () => {
  for (const plain of ['', 'f', 'fo', 'foo', 'foob', 'ä😀\n'].filter((one) => one !== '')) {
    const packed = encodeBase64(new TextEncoder().encode(plain));
    assert.deepEqual(codes(packed), [], plain);
    assert.equal(text(packed), plain);
  }
  const every = Uint8Array.from({ length: 256 }, (_, index) => index);
  assert.deepEqual(decodeBase64(encodeBase64(every.subarray(3, 200)), 10_000).bytes?.length, 197);
});

test('base64 decoder reports each problem and still decodes unambiguous input', () => {
  const cases: (readonly [string, string[], string | undefined])[] = [
    ['Zm9v\n', ['base64-line-break'], 'foo'],
    ['Zm9v\r\nYmFy', ['base64-line-break'], 'foobar'],
    [' Zm9v', ['base64-blank'], 'foo'],
    ['Zm 9v\nYmFy', ['base64-blank', 'base64-line-break'], 'foobar'],
    ['Zm8', ['base64-padding-missing'], 'fo'],
    ['Zg=', ['base64-padding-missing'], 'f'],
    ['Zg===', ['base64-padding'], 'f'],
    ['Zm9v=', ['base64-padding'], 'foo'],
    ['Zm9vY', ['base64-length'], undefined],
    ['Zg==Zg==', ['base64-padding'], undefined],
    ['Zm9!', ['base64-character'], undefined],
    ['Zm9😀', ['base64-character'], undefined],
    ['Zh==', ['base64-last-character'], 'f'],
    ['', ['base64-empty'], undefined],
    [' \n', ['base64-empty'], undefined],
    ['====', ['base64-empty'], undefined],
    ['_-8=', ['base64-url-alphabet'], '\ufffd\ufffd'],
  ];
  for (const [packed, expected, plain] of cases) {
    assert.deepEqual(codes(packed), expected, JSON.stringify(packed));
    assert.equal(text(packed), plain, JSON.stringify(packed));
  }
});

test('base64 decoder reports the position of the first problem', () => {
  assert.deepEqual(decodeBase64('Zm9v\nYmFy\n', 100).problems[0]?.range, { start: 4, end: 5 });
  assert.deepEqual(decodeBase64('Zm😀v', 100).problems[0]?.range, { start: 2, end: 4 });
  assert.deepEqual(decodeBase64('Zm8', 100).problems[0]?.range, { start: 2, end: 3 });
});

test('base64 decoder rejects oversized input and reads hostile input in linear time', async () => {
  assert.deepEqual(codes('A'.repeat(101), 100), ['base64-too-large']);
  for (const hostile of ['=', '\n', '-', ' =', 'A=', '\ud800'])
    await assertProportional(
      (part) => decodeBase64(hostile.repeat(1_000_000 * part), 10_000_000),
      JSON.stringify(hostile),
    );
});
