/** Tests that the time for redaction is proportional to the text, whatever its content. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { redactText } from '#core/redaction/index.ts';
import { allParsers } from '#redactionParsers/parsers.ts';
import { assertProportional, shortened } from '#test/support/performance/growth.ts';

/** Repeated parts of texts that are designed to be slow, and the number of repetitions. */
const repeated: Readonly<Record<string, readonly [piece: string, count: number]>> = {
  'data between braces': ['"data":{"a":"b"},', 20_000],
  'Secrets in one line': ['{"kind":"Secret","data":{"a":"b"}},', 8000],
  'open braces': ['{"a":', 40_000],
  'open brackets': ['[[', 40_000],
  'names without values': ['name:token ', 20_000],
  'open tuples': ['("token",', 10_000],
  sentences: ['password ', 20_000],
  'open quotes': ['password="', 20_000],
  'escaped quotes': ['token:\\"', 20_000],
  'quotes and backslashes': ['"\\', 40_000],
  backslashes: ['\\', 100_000],
  base64: ['QUFBQUFBQUFBQUFB', 20_000],
  'lines of base64': [`${'QUFB'.repeat(16)}\n`, 5000],
  'percent signs': ['%41', 40_000],
  'lists of bytes': ['[65 66 67 68 69 70]', 10_000],
  YAML: ['a:\n- ', 20_000],
  'Secrets in YAML': ['kind: Secret\ndata:\n  a: b\n', 8000],
  diffs: ['+kind: Secret\n+data: {\n', 8000],
  'described values': ['a:\n----\n', 8000],
  'private keys': ['-----BEGIN PRIVATE KEY-----\n', 8000],
  'literals of Secrets': ['secret --from-literal=a=b ', 8000],
  commands: ['curl -u a:', 20_000],
  logins: ['mysql -p ', 8000],
  'password options': ['- -p\n', 20_000],
  'password options of a list': ['["-p","a1b2c3d4","-p",', 8000],
  'key IDs': ['AKIAIOSFODNN7EXAMPLE ', 8000],
  'quoted options': ['--token "a ', 8000],
  elements: ['<password a="b">x</', 8000],
  wrappers: ['Some(', 20_000],
  addresses: ['https://a:', 20_000],
  words: ['secret access key: ', 6000],
  'hexadecimal digits': ['6b696e64', 20_000],
};

describe('redaction of a long text', () => {
  for (const [name, [piece, count]] of Object.entries(repeated)) {
    for (const path of ['a.log', 'a.yaml']) {
      test(`takes linear time for ${name} (${path})`, async () => {
        const text = `password: ${piece.repeat(count)}`;
        await assertProportional((part) => redactText(shortened(text, part), path, allParsers), name);
      });
    }
  }

  test('takes linear time for aliases of one anchor', async () => {
    const textOf = (count: number) => `a: &a [x]\nb: [${'*a,'.repeat(count)}]\nkind: Secret\ndata: *a\n`;
    await assertProportional((part) => redactText(textOf(Math.ceil(20_000 * part)), 'a.yaml', allParsers));
  });

  test('stops at deeply nested texts', () => {
    let text = 'password=hunter22';
    while (text.length < 100_000) text = JSON.stringify({ text });
    assert.doesNotMatch(redactText(text, 'a.log', allParsers), /hunter22/);
  });
});
