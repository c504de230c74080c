/** Tests the checks of aa.toml and cdh.toml in initdata. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findResourceUriProblem } from '#core/agent/guestConfig.ts';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { check } from '#test/support/manifests/checkText.ts';

const aa = ['[token_configs.kbs]', 'url = "https://kbs.example.com"'];
const cdh = ['[kbc]', 'name = "cc_kbc"', 'url = "https://kbs.example.com"'];

function initdata({
  first = aa,
  second = cdh,
}: {
  readonly first?: readonly string[];
  readonly second?: readonly string[];
}): string {
  const file = (name: string, lines: readonly string[]) =>
    `"${name}" = '''\n${lines.map((line) => `${line}\n`).join('')}'''\n`;
  return `algorithm = "sha384"\nversion = "0.1.0"\n\n[data]\n${file('aa.toml', first)}${file('cdh.toml', second)}`;
}

/** Returns the findings as `rule severity line`, with the line in the whole document. */
async function found(files: Parameters<typeof initdata>[0]): Promise<readonly string[]> {
  const all = await check(initdata(files), { language: 'toml' });
  return all.map(({ rule, severity, line }) => `${rule.slice(4)} ${severity} ${line + 1}`);
}

/** Returns the document after its sure fixes. */
async function fixed(files: Parameters<typeof initdata>[0]): Promise<string> {
  const text = initdata(files);
  const fixes = (await check(text, { language: 'toml' })).flatMap(({ finding }) =>
    finding.fixes.filter(({ sure }) => sure),
  );
  return applyEdits(text, selectCompatibleEdits(fixes));
}

describe('keys of aa.toml and cdh.toml', () => {
  test('accepts a complete configuration', async () => {
    const first = [
      ...aa,
      'cert = ""',
      'tee_key_algorithm = "x"',
      '[token_configs.coco_as]',
      'url = "http://a:1"',
      '[eventlog_config]',
      'init_pcr = 17',
      'enable_eventlog = true',
      '[log]',
      'level = "info"',
    ];
    const second = [
      'socket = "unix:///run/a.sock"',
      'skip_sealed_secret_verification = true',
      ...cdh,
      '[aa]',
      'aa_socket = "unix:///run/b.sock"',
      '[[credentials]]',
      'path = "/run/c"',
      'resource_uri = "kbs:///default/a/b"',
      '[image]',
      'image_security_policy = "{}"',
      'max_concurrent_layer_downloads_per_image = 3',
      'extra_root_certificates = []',
      '[image.image_pull_proxy]',
      'https_proxy = "http://p:1"',
      '[[image.registry_config.registry]]',
      'prefix = "a"',
      '[log]',
      'level = "info"',
    ];
    assert.deepEqual(await found({ first, second }), ['initdata-certificate warning 8']);
  });
  test('suggests the intended key for a misspelled table or key', async () => {
    for (const first of [
      ['[token_config.kbs]', 'url = "https://kbs.example.com"'],
      ['[token_configs.kbss]', 'url = "https://kbs.example.com"'],
      ['token_config.kbs.url = "https://kbs.example.com"'],
    ]) {
      assert.deepEqual(await found({ first }), ['initdata-unknown-key warning 6'], first.join());
      assert.match(await fixed({ first }), /\[?token_configs\.kbs\b/);
    }
    assert.deepEqual(await found({ first: [...aa, 'certs = "x"'] }), ['initdata-unknown-key warning 8']);
  });
  test('reports a required key at its misspelled name', async () => {
    assert.deepEqual(await found({ first: ['[token_configs.kbs]', 'uri = "https://kbs.example.com"'] }), [
      'initdata-inner error 7',
    ]);
    assert.deepEqual(await found({ second: ['[kcb]', ...cdh.slice(1)] }), ['initdata-inner error 10']);
    assert.equal(await fixed({ second: ['[kcb]', ...cdh.slice(1)] }), initdata({}));
    assert.deepEqual(await found({ second: ['[kbc]', 'nmae = "cc_kbc"', ...cdh.slice(2)] }), [
      'initdata-inner error 11',
    ]);
  });
  test('reports a missing required key at its table or its file', async () => {
    assert.deepEqual(await found({ first: ['[token_configs.kbs]', 'cert = ""'] }), [
      'initdata-inner error 6',
      'initdata-certificate warning 7',
    ]);
    assert.deepEqual(await found({ second: ['[kbc]', 'url = "https://kbs.example.com"'] }), [
      'initdata-inner error 10',
    ]);
    assert.deepEqual(await found({ second: ['[log]', 'level = "info"'] }), ['initdata-inner error 9']);
    assert.deepEqual(await found({ second: [] }), ['initdata-inner warning 9']);
    assert.deepEqual(await found({ first: ['[token_configs.coco_as]', 'url = "http://a:1"'] }), []);
  });
  test('reports other unknown keys as information', async () => {
    assert.deepEqual(await found({ first: [...aa, '[frobnicate]', 'level = 1'] }), ['initdata-unknown-key info 8']);
    assert.deepEqual(await found({ second: [...cdh, 'URL = "x"'] }), ['initdata-unknown-key info 13']);
  });
});

describe('values of aa.toml and cdh.toml', () => {
  test('ignores template expressions', async () => {
    for (const value of ['{{ .Values.url }}', '$(KBS_URL)', 'http://$(KBS_HOST):8080'])
      assert.deepEqual(
        await found({
          first: [aa[0] ?? '', `url = "${value}"`, `cert = "${value}"`],
          second: [
            '[kbc]',
            `name = "${value}"`,
            `url = "${value}/x"`,
            '[image]',
            `image_security_policy_uri = "${value}"`,
          ],
        }),
        [],
        value,
      );
    assert.deepEqual(await found({ first: ['{{ .Files.Get "aa.toml" }}'] }), []);
    const head = initdata({}).replace('sha384', '{{ .Values.algorithm }}').replace('0.1.0', '$(VERSION)');
    assert.deepEqual(await check(head, { language: 'toml' }), []);
  });
  test('accepts only the names of clients', async () => {
    assert.deepEqual(await found({ second: ['[kbc]', "name = 'cc-kbc'", ...cdh.slice(2)] }), [
      'initdata-inner error 11',
    ]);
    assert.deepEqual(await found({ second: ['[kbc]', "name = 'offline_fs_kbc'", 'url = ""'] }), []);
  });
  test('rejects addresses without http or https', async () => {
    for (const url of ['htps://kbs.example.com', 'kbs.example.com:8080', 'kbs.example.com', ''])
      assert.deepEqual(
        await found({ first: [aa[0] ?? '', `url = "${url}"`], second: [...cdh.slice(0, 2), `url = "${url}"`] }),
        ['initdata-inner error 7', 'initdata-inner error 12'],
        url,
      );
  });
  test('requires a list of credentials and absolute sockets', async () => {
    assert.deepEqual(await found({ second: ['credentials = ""', ...cdh] }), ['initdata-inner error 10']);
    assert.deepEqual(await found({ second: [...cdh, '[credentials]', 'path = "/x"'] }), ['initdata-inner error 13']);
    assert.deepEqual(await found({ second: ['socket = "unix://run/cdh.sock"', ...cdh] }), [
      'initdata-inner warning 10',
    ]);
    assert.match(await fixed({ second: ['socket = "unix://run/cdh.sock"', ...cdh] }), /"unix:\/\/\/run\/cdh\.sock"/);
  });
  for (const [uri, problem] of [
    ['kbs:///default/key/1', undefined],
    ['kbs://kbs.example.com:8080/default/key/1', undefined],
    ['kbs+pkcs11:///wrap', undefined],
    ['file:///etc/policy.json', undefined],
    ['/etc/policy.json', undefined],
    ['kbs:///default/key/1?a=b/c', undefined],
    ['kbs://default/a/b', { type: 'parts', instead: 'kbs:///default/a/b' }],
    ['kbs:///default/a', { type: 'parts' }],
    ['kbs:///default/a/b/c', { type: 'parts' }],
    ['https://kbs.example.com/a/b/c', { type: 'scheme', scheme: 'https' }],
  ] as const)
    test(`${problem === undefined ? 'accepts' : 'rejects'} the resource ${uri}`, () =>
      assert.deepEqual(findResourceUriProblem(uri), problem));
});
