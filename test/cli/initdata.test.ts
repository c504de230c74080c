import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { authority } from '#server/engine/examples/exampleCertificates.ts';
import { folderOf, osc } from './osc.ts';

const toml = `algorithm = "sha384"\nversion = "0.1.0"\n\n[data]\n"aa.toml" = '''\n[token_configs.kbs]\nurl = "https://kbs.example"\n'''\n"cdh.toml" = '''\n[kbc]\nname = "cc_kbc"\nurl = "https://kbs.example"\n'''\n`;
const packed = gzipSync(toml).toString('base64');
const initdata = (
  args: readonly string[],
  input: string | Buffer = '',
  cwd = folderOf({ 'i.toml': toml, 'i.b64': `${packed}\n` }),
) => osc(['initdata', ...args], { cwd, input });

describe('initdata encode and decode', () => {
  test('encodes to one line that decompresses to the same bytes', async () => {
    const { status, stdout, stderr } = await initdata(['encode', 'i.toml']);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^[A-Za-z0-9+/]+={0,2}\n$/);
    assert.equal(gunzipSync(Buffer.from(stdout, 'base64')).toString(), toml);
  });
  test('decodes to the original bytes', async () =>
    assert.deepEqual(await initdata(['decode', 'i.b64']), { status: 0, stdout: toml, stderr: '' }));
  test('preserves a byte order mark and CRLF line endings through pipes', async () => {
    const text = `\uFEFF${toml.replaceAll('\n', '\r\n')}`;
    const { stdout } = await initdata(['encode', '-'], text);
    assert.equal((await initdata(['decode', '-'], stdout)).stdout, text);
  });
  test('encodes a document with errors and reports them', async () => {
    const { status, stdout, stderr } = await initdata(['encode', '-'], 'algorithm = "md5"\n');
    assert.equal(status, 1);
    assert.match(stderr, /^osc-tools: <stdin>:1:13: error: Unsupported algorithm "md5"/m);
    assert.equal(gunzipSync(Buffer.from(stdout, 'base64')).toString(), 'algorithm = "md5"\n');
  });
  test('runs the checks of verify before it encodes', async () => {
    const text = `${toml}"policy.rego" = '''\npackage agent_policy\ndefault CreateSandboxRequest := false\n'''\n`;
    const { status, stdout, stderr } = await initdata(['encode', '-'], text);
    assert.equal(status, 1);
    assert.match(stderr, /^osc-tools: <stdin>:16:9: error: CreateSandboxRequest is always denied/m);
    assert.equal(gunzipSync(Buffer.from(stdout, 'base64')).toString(), text);
    const warned = await initdata(
      ['encode', '-'],
      toml.replace('[kbc]', '[image]\nimage_security_policy_url = "x"\n[kbc]'),
    );
    assert.equal(warned.status, 0);
    assert.match(warned.stderr, /: warning: Unknown key image\.image_security_policy_url/);
  });
  test('rejects invalid base64, invalid gzip, binary data, and decompression bombs', async () => {
    const cases: readonly (readonly [input: string, said: RegExp])[] = [
      ['', /The value is empty\./],
      ['ab*cd', /"\*" isn't a base64 character/],
      [packed.slice(0, 40), /compressed data is truncated/],
      [gzipSync(Buffer.from([0xff, 0xfe, 0xfd])).toString('base64'), /isn't UTF-8 text/],
      [gzipSync(Buffer.alloc(50_000_000, 97)).toString('base64'), /exceeds 4096 KiB/],
      [gzipSync(gzipSync(toml)).toString('base64'), /encoded twice/],
      ['A'.repeat(3_000_000), /more than the limit of 2097152/],
    ];
    for (const [input, said] of cases) {
      const { status, stdout, stderr } = await initdata(['decode', '-'], input);
      assert.deepEqual([status, stdout], [1, ''], input.slice(0, 20));
      assert.match(stderr, said);
    }
  });
  test('decodes a value with recoverable problems and reports them', async () => {
    const { status, stdout, stderr } = await initdata(['decode', '-'], packed.replace(/(.{20})/, '$1\n'));
    assert.deepEqual([status, stdout], [1, toml]);
    assert.match(stderr, /one line/);
  });
  test('reports unreadable input and missing arguments', async () => {
    assert.equal((await initdata(['encode', 'nowhere.toml'])).status, 2);
    assert.equal((await initdata(['encode'])).status, 2);
    assert.match((await initdata(['encode', '-'], Buffer.from([0xff]))).stderr, /not UTF-8/);
    assert.match((await initdata(['decode', '-'], Buffer.alloc(50_000_001, 65))).stderr, /larger than 50 MB/);
  });
});

describe('initdata new', () => {
  const url = 'https://kbs.example.com';
  const policy = readFileSync(
    path.join(import.meta.dirname, '../../samples/osc-1.12-aws/allowed-commands.rego'),
    'utf8',
  );
  const cwd = folderOf({
    'ca.pem': `subject=\n${authority.replaceAll('\n', '\r\n')}`,
    'no.pem': 'not yet there\n',
    'policy.rego': policy,
    'deny.rego': 'package agent_policy\ndefault CreateSandboxRequest := false\n',
    'other.rego': 'package other\n',
  });
  test('writes a document without findings', async () => {
    const { status, stdout, stderr } = await initdata(['new', '--kbs-url', url], '', cwd);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^algorithm = "sha256"\nversion = "0\.1\.0"\n/);
    assert.deepEqual((await initdata(['encode', '-'], stdout)).status, 0);
  });
  test('adds the certificate, the policy, and the algorithm', async () => {
    const args = ['new', '--kbs-url', url, '--cert', 'ca.pem', '--policy', 'policy.rego', '--algorithm', 'sha384'];
    const { status, stdout } = await initdata(args, '', cwd);
    assert.equal(status, 0);
    assert.match(stdout, /^algorithm = "sha384"/);
    assert.equal(stdout.split(authority).length, 3);
    assert.ok(stdout.includes(policy));
  });
  test('rejects unusable input without output', async () => {
    for (const [args, said] of [
      [[], /--kbs-url/],
      [['--kbs-url', 'kbs.example.com:8080'], /invalid URL "kbs\.example\.com:8080"/],
      [['--kbs-url', url, '--cert', 'nowhere.pem'], /can't read nowhere\.pem/],
      [['--kbs-url', url, '--cert', 'no.pem'], /no\.pem: No PEM certificate found/],
      [['--kbs-url', url, '--policy', 'deny.rego'], /deny\.rego:2:9: error: CreateSandboxRequest is always denied/],
      [['--kbs-url', url, '--policy', 'other.rego'], /other\.rego isn't an agent policy/],
      [['--kbs-url', url, '--algorithm', 'md5'], /sha256, sha384, sha512/],
    ] as const) {
      const { status, stdout, stderr } = await initdata(['new', ...args], '', cwd);
      assert.deepEqual([status, stdout], [2, ''], args.join(' '));
      assert.match(stderr, said);
    }
  });
});

describe('initdata verify', () => {
  const digest = (name: string) => createHash(name).update(toml).digest('hex');
  interface Verified {
    readonly where: string;
    readonly algorithm: string | null;
    readonly files: readonly string[];
    readonly problems: readonly { readonly severity: string; readonly line?: number; readonly message: string }[];
    readonly digests: Readonly<Record<string, string>>;
    readonly fit: readonly { readonly tee: string; readonly value: string }[];
  }
  const verified = async (args: readonly string[], input = '', cwd?: string) => {
    const { status, stdout } = await initdata(['verify', '--format', 'json', ...args], input, cwd);
    return { status, all: JSON.parse(stdout) as Verified[] };
  };
  test('reports the digests and how they fit each TEE', async () => {
    const { status, all } = await verified(['i.toml']);
    const [only] = all;
    assert.deepEqual(
      [status, all.length, only?.algorithm, only?.files, only?.problems],
      [0, 1, 'sha384', ['aa.toml', 'cdh.toml'], []],
    );
    assert.deepEqual(only?.digests, { sha256: digest('sha256'), sha384: digest('sha384'), sha512: digest('sha512') });
    assert.deepEqual(
      only?.fit.slice(0, 2).map(({ tee, value }) => [tee, value]),
      [
        ['Intel TDX', digest('sha384')],
        ['AMD SEV-SNP', digest('sha384').slice(0, 64)],
      ],
    );
  });
  test('prints a text report', async () => {
    const { status, stdout } = await initdata(['verify', 'i.toml']);
    assert.equal(status, 0);
    assert.match(stdout, /^i\.toml: sha384; aa\.toml, cdh\.toml\n/);
    assert.ok(stdout.includes(`  sha384   ${digest('sha384')}  <- algorithm\n`));
    assert.match(stdout, /^ {2}The digest has exactly the length of mr_config_id \(Intel TDX, 48 bytes\)\.$/m);
    assert.match(stdout, /Azure vTPM, PCR 8: [0-9a-f]{64}\n {2}No errors\.\n$/);
  });
  test('accepts encoded initdata from a file or a pipe', async () => {
    for (const args of [['i.b64'], ['-']])
      assert.equal((await verified(args, packed)).all[0]?.digests['sha256'], digest('sha256'));
  });
  test('verifies each initdata in YAML and reports its line', async () => {
    const yaml = `kind: Pod\nmetadata:\n  annotations:\n    io.katacontainers.config.hypervisor.cc_init_data: ${packed}\n---\nkind: ConfigMap\ndata:\n  INITDATA: "abc"\n`;
    const { status, all } = await verified(['a.yaml'], '', folderOf({ 'a.yaml': yaml }));
    assert.equal(status, 1);
    assert.deepEqual(
      all.map(({ where, problems }) => [where, problems.some(({ severity }) => severity === 'error')]),
      [
        ['a.yaml:4', false],
        ['a.yaml:8', true],
      ],
    );
  });
  test('reports errors in the initdata and in its policy', async () => {
    const { status, all } = await verified(
      ['-'],
      `algorithm = "sha256"\nversion = "0.2.0"\n[data]\n"policy.rego" = '''\npackage agent_policy\ndefault ExecProcessRequest := fals\n'''\n`,
    );
    const errors = (all[0]?.problems ?? []).filter(({ severity }) => severity === 'error').map(({ line }) => line);
    assert.equal(status, 1);
    assert.ok(errors.includes(2) && errors.includes(6), JSON.stringify(all));
  });
  test('reports each finding of lint once', async () => {
    const two = toml.replace(
      '[kbc]\nname = "cc_kbc"\nurl = "https://kbs.example"',
      '[kbc]\nname = "cc_kbc"\nurl = "https://other.example"',
    );
    const text = `${two}"policy.rego" = '''\npackage agent_policy\ndefault SetPolicyRequest := true\ndefault ExecProcessRequest := true\n'''\n`;
    const { all } = await verified(['-'], text);
    const told = (all[0]?.problems ?? []).map(({ message }) => message).toSorted();
    const cwd = folderOf({ 'i.toml': text });
    const linted = JSON.parse((await osc(['lint', '--format', 'json', 'i.toml'], { cwd })).stdout) as {
      readonly message: string;
    }[];
    assert.deepEqual(told, linted.map(({ message }) => message).toSorted());
    assert.equal(told.filter((message) => message.includes('KBS')).length, 1);
    assert.ok(told.some((message) => message.includes('replace this policy with any other policy')));
  });
  test('reports quotation marks that end a policy early', async () => {
    const { all } = await verified(['-'], `algorithm = "sha256"\n[data]\n"policy.rego" = '''\nx := "'''"\n'''\n`);
    assert.match(all[0]?.problems[0]?.message ?? '', /three single quotes/);
  });
  test('exits with 2 if there is no initdata to verify', async () => {
    for (const input of ['kind: Pod\n', 'INITDATA:\n', 'some words, and (signs)'])
      assert.equal((await initdata(['verify', '-'], input)).status, 2);
  });
});
