import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { redact } from '#client/text/redact.ts';
import { assertProportional, shortened } from '#test/support/performance/growth.ts';

/** Invented values, split so that no secret scanner reports them. */
const jwt = ['eyJhbGciOiJSUzI1NiJ9', 'eyJzdWIiOiJzeXN0ZW0ifQ', 'c2lnbmF0dXJl'].join('.');
const token = `sha256~${'A1b2-C3d4_'.repeat(4)}`;
const key = ['-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA ', 'PRIVATE KEY-----'].join('');

describe('log redaction', () => {
  const cases: readonly [text: string, redacted: string][] = [
    [`Authorization: Bearer ${token}`, 'Authorization: ***'],
    ['authorization: basic dXNlcjpwYXNz', 'authorization: ***'],
    [`token ${token} here`, 'token *** here'],
    [`a ${jwt} b`, 'a *** b'],
    [`before\n${key}\nafter`, 'before\n***\n***\n***\n***\nafter'],
    [key.slice(0, 60), '***\n***\n***\n***'],
    [`${token} and ${token}`, '*** and ***'],
  ];
  for (const [text, expected] of cases)
    test(`returns ${JSON.stringify(expected)}`, () => assert.equal(redact(text), expected));

  for (const text of [
    '',
    'language server started',
    'The bearer of news',
    'sha256:0123',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  ]) {
    test(`keeps ${JSON.stringify(text)}`, () => assert.equal(redact(text), text));
  }

  // Redaction runs in the editor's own process. The first of these texts once took 320 ms.
  const begin = ['-----BEGIN ', 'PRIVATE KEY'];
  for (const piece of [
    '-eyJ',
    'eyJ',
    '_eyJaaaaaaaaaa.',
    '.eyJaaaaaaaaaa',
    'Bearer ',
    'sha256~',
    begin[0] ?? '',
    begin.join(''),
    `${begin[1]} `,
    `${begin[1]}-----END `,
  ]) {
    test(`is fast for repeated ${JSON.stringify(piece)}`, async () => {
      for (const text of [piece.repeat(50_000), `${begin.join('')}-----${piece.repeat(5000)}`])
        await assertProportional((part) => redact(shortened(text, part)));
    });
  }
});
