/** Tests that redacted JSON stays valid, and that keeping it valid never brings back a part of a credential. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isJsonText } from '#core/common/json.ts';
import { keepJson } from '#core/redaction/repair/keepJson.ts';
import { Redaction, redactText, TextStream } from '#core/redaction/index.ts';
import { allParsers } from '#redactionParsers/parsers.ts';
import { random, type Random } from '#test/support/randomInput/random.ts';

/** Values whose redaction made JSON invalid, and their redacted form. */
const examples: readonly (readonly [name: string, value: unknown, redacted: unknown])[] = [
  ['a string that starts with a name', { message: 'password=abc"def' }, { message: 'password=***' }],
  ['a string with a name and a colon', { a: 'token: "xyz1234"', b: 1 }, { a: 'token: "***"', b: 1 }],
  ['a number', { password: 12345678, n: 1 }, { password: '***', n: 1 }],
  ['a literal in a list', { tokens: ['x'], passwords: [[true]] }, { tokens: ['***'], passwords: [['***']] }],
  ['a Secret', { kind: 'Secret', data: { a: 'aGVsbG8gd29ybGQ=' } }, { kind: 'Secret', data: { '***': '***' } }],
  ['a URL at the end', { proxy: 'http://joe:hunter22@proxy', n: [] }, { proxy: 'http://***@proxy', n: [] }],
];

function textOf(text: string, path: string): string {
  const stream = new TextStream(new Redaction(allParsers), path);
  return `${stream.write(text)}${stream.end()}`;
}

describe('redacted JSON', () => {
  for (const [name, value, redacted] of examples) {
    test(`stays valid with ${name}`, () => {
      const line = JSON.stringify(value);
      assert.deepEqual(JSON.parse(redactText(line, 'a.json', allParsers)), redacted);
      assert.deepEqual(JSON.parse(textOf(line, 'a.json')), redacted);
      assert.deepEqual(JSON.parse(textOf(`first line\n${line}\n`, 'a.log').split('\n')[1] ?? ''), redacted);
      const time = '2026-11-29T10:00:00Z stdout F ';
      const [, stamped = ''] = /^2026-11-29T10:00:00Z stdout F (.*)$/.exec(textOf(`${time}${line}`, 'a.log')) ?? [];
      assert.deepEqual(JSON.parse(stamped), redacted);
      assert.ok(isJsonText(textOf(`${JSON.stringify(value, undefined, 2)}\n`, 'a.json')));
    });
  }

  test('stays valid if another file identifies the number as a credential', () => {
    const redaction = new Redaction(allParsers);
    redaction.learnValue('87654321');
    assert.equal(redaction.removeLearned('{"code":87654321,"b":"x 87654321"}').text, '{"code":"***","b":"x ***"}');
  });

  test('keeps the lines of a file whose last lines are classified at its end', () => {
    const text = '{"a":1,\n"data":{"b":"c"},\n"d":2}';
    assert.equal(textOf(text, 'a.json').split('\n').length, 3);
  });

  test('hides a complete escape', () => {
    assert.equal(
      keepJson('{"a":"x\\u0041y","b":2}', '{"a":"x\\u0***', [{ from: 10, to: 22 }]),
      '{"a":"x***","***":"***"}',
    );
    assert.equal(keepJson('["\\\\\\"b"]', '["\\\\\\***]', [{ from: 5, to: 8 }]), '["\\\\***"]');
  });

  test('is never longer than the known parts of the redacted text', () => {
    const chance = random(4711);
    for (let count = 0; count < 3000; count += 1) {
      const source = chance.chance(0.5)
        ? JSON.stringify(randomValue(chance, 3))
        : JSON.stringify(randomValue(chance, 3), undefined, 2);
      const redacted = withRandomRanges(source, chance);
      const kept = keepJson(source, redacted);
      if (/^[{["]/.test(source)) assert.ok(isJsonText(kept), `${source}\n${redacted}\n${kept}`);
      for (const word of wordsOf(kept))
        assert.ok(redacted.includes(word), `${word} in\n${kept}\nof\n${redacted}\nof\n${source}`);
    }
  });

  test('stays valid for random documents, and contains no credential', () => {
    const chance = random(23);
    for (let count = 0; count < 400; count += 1) {
      const secret = `Xq${chance.below(1e9).toString(36)}7${chance.below(1e9).toString(36)}Zk`;
      const value = { ...credentialIn(secret, chance), rest: randomValue(chance, 2) };
      const source = JSON.stringify(value, undefined, chance.pick([0, 2]));
      for (const path of ['a.json', 'a.log', '']) {
        if (path === 'a.log' && source.includes('\n')) continue;
        const text = path === '' ? redactText(source, path, allParsers) : textOf(source, path);
        assert.ok(isJsonText(text), `${path}\n${source}\n${text}`);
        assert.ok(!text.includes(secret), `${path}\n${source}\n${text}`);
      }
    }
  });
});

/** Returns the words of a text without the characters that JSON adds. */
function wordsOf(text: string): readonly string[] {
  return text.split(/\*\*\*|[\s"{}[\],:\\]+/).filter((word) => word !== '');
}

const words = [
  'token',
  'password=',
  'a"b',
  'c\\d',
  '\n',
  '\u0001',
  'é',
  '😀',
  ' ',
  ', ',
  '{',
  '}',
  ': ',
  'x1y2',
  '***',
] as const;

function randomText(chance: Random): string {
  return Array.from({ length: chance.below(6) }, () => chance.pick(words)).join('');
}

function randomValue(chance: Random, depth: number): unknown {
  const kind = chance.below(depth > 0 ? 7 : 4);
  if (kind === 0) return chance.below(1e6);
  if (kind === 1) return chance.pick([true, false, null]);
  if (kind < 4) return randomText(chance);
  const items = Array.from({ length: chance.below(4) }, () => randomValue(chance, depth - 1));
  return kind === 4 ? items : Object.fromEntries(items.map((item) => [randomText(chance), item]));
}

/** Returns an object with a credential next to a name, in one of the forms that messages use. */
function credentialIn(secret: string, chance: Random): object {
  const name = chance.pick(['password', 'token', 'client_secret', 'apiKey']);
  const mark = chance.pick(['', '"', "'", '\\"']);
  const after = chance.pick(['', ' failed', ', retry', '\nnext', '"', '}', ' \\']);
  const pair = `${name}${chance.pick(['=', ': ', ':'])}${mark}${secret}${mark}${after}`;
  const message = chance.pick([pair, `login with ${pair}`, `--${pair}`, JSON.stringify({ [name]: secret })]);
  return chance.pick([
    { message },
    { [name]: secret },
    { list: [message, 1] },
    { name: name.toUpperCase(), value: secret },
    { nested: JSON.stringify({ message }) },
  ]);
}

/** Replaces random ranges, like the text rules do. */
function withRandomRanges(source: string, chance: Random): string {
  return source
    .split('\n')
    .map((line) => {
      const from = chance.below(line.length + 1);
      const to = from + chance.below(line.length - from + 1);
      return to === from ? line : `${line.slice(0, from)}***${line.slice(to)}`;
    })
    .join('\n');
}
