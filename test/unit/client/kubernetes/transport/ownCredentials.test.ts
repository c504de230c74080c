/** Tests that no message contains the credentials that a server returns, in any encoding. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, describe, test } from 'node:test';
import { watchOnce } from '#client/kubernetes/watch/watchOnce.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { removeCredentialsFromValue, removeCredentials } from '#client/kubernetes/transport/removeCredentials.ts';
import { assertProportional } from '#test/support/performance/growth.ts';
import { random } from '#test/support/randomInput/random.ts';
import { contextIn, deps, folder, kubeconfigOf, problemOf } from '#test/support/cluster/clusterHarness.ts';
import { oddServer } from '#test/support/network/oddServer.ts';

const home = folder();
const characters = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index));

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const percent = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const unicode = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Each function encodes a credential in another way. */
const writings: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  base64,
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  'base64 behind one byte': (secret) => base64(`:${secret}`),
  'base64 behind two bytes': (secret) => base64(`a:${secret}!`),
  'base64 of a header': (secret) => base64(`Authorization: Bearer ${secret}\r\n`),
  'base64url of JSON': (secret) => Buffer.from(JSON.stringify({ token: secret })).toString('base64url'),
  'base64 in percent': (secret) => encodeURIComponent(base64(`user:${secret}`)),
  'percent where needed': encodeURIComponent,
  percent,
  'percent in capitals': (secret) => percent(secret).toUpperCase(),
  'percent twice': (secret) => percent(secret).replaceAll('%', '%25'),
  'escapes of JSON': unicode,
  'escapes of JSON in JSON': (secret) => inJson(unicode(secret)),
  'JSON in JSON in JSON': (secret) => inJson(inJson(inJson(secret))),
  'escapes of C': (secret) =>
    Array.from(Buffer.from(secret), (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
  'escaped slashes': (secret) => inJson(secret).replaceAll('/', '\\/'),
};

describe('connection credentials in server messages', () => {
  after(() => home.remove());

  test('are removed in every encoding without changing the text around them', () => {
    const { below } = random(20_261_123);
    const any = (): string =>
      Array.from({ length: 8 + below(60) }, () => characters[below(characters.length)]).join('');
    const fixed = [
      'sha256~AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_abcd',
      'pässwörd-😀-한국',
      'a\\nb"c/d\\\\e\'f',
      'line one\nline two',
      '%41%42%43%2525',
    ];
    for (const secret of [...fixed, ...Array.from({ length: 200 }, any)]) {
      for (const [name, write] of Object.entries(writings)) {
        const written = write(secret);
        const cleaned = removeCredentials(`before (${written}) after`, [secret]);
        assert.match(cleaned, /^before \(.*\*\*\*.*\) after$/s, `${name}: ${secret}`);
        // The base64 text around the credential remains.
        const left = cleaned.replace('***', '');
        if (!name.startsWith('base64') && !/[%\\]/.test(secret))
          assert.equal(left, 'before () after', `${name}: ${secret}`);
        else assert.ok(!plainParts(left).includes(secret.slice(2, -2)), `${name}: ${secret}`);
      }
    }
  });

  test('are removed everywhere in a value, longest first, except short ones', () => {
    const value = { 'abcdef-key': ['abcdef', 'abcdefgh', { deep: 'x abcdefgh y' }], number: 5, none: null };
    assert.deepEqual(removeCredentialsFromValue(value, ['abcdef', 'abcdefgh', 'deep']), {
      '***-key': ['***', '***', { deep: 'x *** y' }],
      number: 5,
      none: null,
    });
    assert.equal(removeCredentials('Secret of secret', ['secret']), 'Secret of ***');
    assert.equal(removeCredentials('50% of \\n é "x"', ['canary-of-the-test']), '50% of \\n é "x"');
  });

  test('are found in time proportional to the text', async () => {
    const secret = 'canary-0123456789-abcdef';
    for (const part of ['\\', '%25', 'é\\u00', `${secret.slice(0, -1)}-`, unicode(secret)])
      await assertProportional(
        (share) => removeCredentials(part.repeat(Math.ceil((share * 1_000_000) / part.length)), [secret]),
        JSON.stringify(part),
      );
  });

  test('never appear in the error of a request or watch', async () => {
    const token = 'sha256~Canary_0123456789-AbCdEfGhIjKlMnOpQrStUv';
    const json = { 'Content-Type': 'application/json' };
    const answers: Readonly<Record<string, (response: ServerResponse, said: string) => void>> = {
      '/refused': (response, message) =>
        response
          .writeHead(500, json)
          .end(JSON.stringify({ kind: 'Status', message, reason: message, details: { [message]: message } })),
      '/host': (response) => response.writeHead(302, { Location: 'https://canary-of-the-host.example.com' }).end(),
      '/watch': (response, message) =>
        response
          .writeHead(200, json)
          .end(
            `${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', code: 500, message: `${'x'.repeat(170)}${message}` } })}\n`,
          ),
    };
    let said = '';
    const server = await oddServer((request, response) => answers[request.url?.split('?')[0] ?? '']?.(response, said));
    const file = home.write(
      'config',
      kubeconfigOf({
        x: { cluster: { server: server.url }, user: { token } },
        other: { cluster: { server: server.url }, user: { token: 'Canary-of-the-Host' } },
      }),
    );
    const connection = connect(await contextIn(file, 'x'), deps());
    after(() => server.close());
    after(() => connection.close());
    const other = connect(await contextIn(file, 'other'), deps());
    after(() => other.close());
    assert.match(problemOf(await other.ask('/host')).message, /redirects to \*\*\*\.example\.com/);
    for (const [name, write] of Object.entries(writings)) {
      said = write(token);
      const problem = problemOf(await connection.ask('/refused'));
      assert.match(problem.message, /\*\*\*/, name);
      const watch = {
        connection,
        clock: realClock,
        chance: () => 0,
        path: '/watch',
        from: '1',
        signal: new AbortController().signal,
      };
      const { problem: ended } = await watchOnce({ ...watch, onEvent: () => undefined, onSettled: () => undefined });
      assert.match(ended?.message ?? '', /The server closed the watch: x{170}/);
      for (const text of [JSON.stringify(problem), ended?.message ?? assert.fail()])
        assert.ok(!plainParts(text).includes('0123456789'), `${name}: ${text}`);
    }
  });
});

/** Returns a text together with its decoded parts. */
function plainParts(text: string): string {
  const decoded = text.replace(/%([\da-f]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  const parts = text.match(/[\w+/-]{8,}/g) ?? [];
  return [
    text,
    decoded,
    ...parts.flatMap((part) => [0, 1, 2, 3].map((skip) => Buffer.from(part.slice(skip), 'base64').toString('latin1'))),
  ].join('\n');
}
