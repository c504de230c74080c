import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseInitdata } from '#server/initdata/document.ts';
import { readInnerFiles } from '#server/initdata/innerFiles.ts';
import { authority, issued, selfSigned } from '#server/engine/examples/exampleCertificates.ts';
import { leaf, sameName, sha1, short } from '#test/support/manifests/certificates.ts';

const now = new Date('2030-01-01');
const head = 'algorithm = "sha384"\nversion = "0.1.0"\n\n';
const aa = `"aa.toml" = '''\n[token_configs.kbs]\nurl = "http://kbs:8080"\n'''\n`;
const cdh = `"cdh.toml" = '''\nsocket = 'unix:///run/confidential-containers/cdh.sock'\ncredentials = []\n\n[kbc]\nname = 'cc_kbc'\nurl = 'http://kbs:8080'\n'''\n`;
const policy = `"policy.rego" = '''\npackage agent_policy\n\ndefault ExecProcessRequest := false\n'''\n`;
const codes = (text: string) => parseInitdata(text).problems.map(({ code }) => code);
const innerCodes = (text: string, at = now) => readInnerFiles(parseInitdata(text), at).problems.map(({ code }) => code);

test('initdata parser accepts a complete document and maps offsets of its files', () => {
  const text = `${head}[data]\n${aa}${cdh}${policy}`;
  const document = parseInitdata(text);
  assert.deepEqual(document.problems, []);
  assert.deepEqual([document.algorithm?.known, document.version?.text], ['sha384', '0.1.0']);
  assert.deepEqual(
    document.data.map(({ name, known, literal }) => [name, known, literal]),
    [
      ['aa.toml', true, true],
      ['cdh.toml', true, true],
      ['policy.rego', true, true],
    ],
  );
  const rego = document.data[2];
  assert.ok(rego);
  assert.ok(rego.text.startsWith('package agent_policy\n'));
  const word = rego.text.indexOf('ExecProcessRequest');
  assert.equal(rego.map.toFile(word), text.indexOf('ExecProcessRequest'));
  assert.equal(rego.map.toText(text.indexOf('ExecProcessRequest')), word);
  assert.deepEqual(innerCodes(text), []);
});

test('initdata parser accepts inline and dotted data tables', () => {
  const inline = `${head}data = { "aa.toml" = "", "cdh.toml" = '' }\n`;
  assert.deepEqual(codes(inline), []);
  assert.equal(parseInitdata(inline).data.length, 2);
  assert.deepEqual(codes(`${head}data."aa.toml" = ''\ndata."cdh.toml" = ''\n`), []);
});

test('initdata parser reports missing and unsupported values', () => {
  assert.deepEqual(codes(''), ['algorithm-missing', 'version-missing', 'data-missing']);
  const rest = `[data]\n${aa}${cdh}`;
  for (const [written, meant] of [
    ['sha-384', 'sha384'],
    ['SHA256', 'sha256'],
    ['Sha_512', 'sha512'],
  ]) {
    const { problems } = parseInitdata(`algorithm = "${written}"\nversion = "0.1.0"\n${rest}`);
    assert.equal(problems[0]?.code, 'algorithm-unsupported');
    assert.ok(problems[0].message.includes(`Use "${meant}".`), written);
  }
  assert.deepEqual(codes(`algorithm = 384\nversion = 1\n${rest}`), ['algorithm-unsupported', 'version-unsupported']);
  assert.deepEqual(codes(`${head}data = "x"\n`), ['data-not-table']);
  assert.deepEqual(codes(`${head}[[data]]\n${aa}`), ['data-not-table']);
  assert.deepEqual(codes(`${head}[data]\n`), ['file-missing', 'file-missing']);
  assert.deepEqual(codes(`${head}[data]\n${aa}`), ['file-missing']);
});

test("initdata parser reports unknown keys, unquoted file names, and values that aren't strings", () => {
  assert.deepEqual(codes(`${head}[data]\n${aa}${cdh}"policy.regu" = ''\n`), ['data-key-unknown']);
  assert.deepEqual(codes(`${head}[data]\naa.toml = ''\n${cdh}`), ['data-key-unquoted']);
  assert.deepEqual(codes(`${head}[data]\n${aa}${cdh}"policy.rego" = 5\n`), ['data-not-string']);
  assert.deepEqual(codes(`${head}name = "x"\n[data]\n${aa}${cdh}[other]\na = 1\nb = 2\n`), [
    'key-unknown',
    'key-unknown',
  ]);
  assert.deepEqual(codes(`${head}[data]\n${aa}${cdh}x = { y = 1 }\n`), ['data-not-string']);
});

test('initdata parser reports only the syntax error of invalid TOML', () => {
  assert.deepEqual(codes('algorithm = \n[data'), ['toml-syntax']);
  assert.deepEqual(codes(`${head}[data]\n"policy.rego" = '''\na ''' b\n'''\n`), ['toml-quotes-inside']);
});

test("inner file check reports mismatched KBS URLs, invalid URLs, and settings that aren't strings", () => {
  const other = cdh.replace('http://kbs:8080', 'https://kbs:8080');
  assert.deepEqual(innerCodes(`${head}[data]\n${aa}${other}`), ['kbs-url-mismatch', 'kbs-url-mismatch']);
  assert.deepEqual(innerCodes(`${head}[data]\n${aa}${cdh.replace('8080', '8080/')}`), []);
  const text = `${head}[data]\n"aa.toml" = '''\n[token_configs]\ncoco_as = { url = "kbs" }\nkbs.url = 5\n'''\n${cdh}`;
  assert.deepEqual(innerCodes(text), ['address-wrong', 'setting-not-string']);
  const [wrong] = readInnerFiles(parseInitdata(text), now).problems;
  assert.equal(text.slice(wrong?.range.start, wrong?.range.end), '"kbs"');
});

test('inner file check reports TOML errors at their position in the document, also in escaped text', () => {
  const text = `${head}[data]\n"aa.toml" = "[token_configs.kbs]\\nurl = \\n"\n${cdh}`;
  const [found] = readInnerFiles(parseInitdata(text), now).problems;
  assert.equal(found?.code, 'toml-syntax');
  const place = text.slice(found?.range.start);
  assert.ok(place.startsWith('\\n"') || place.startsWith('"'), place.slice(0, 10));
});

const withCertificate = (pem: string) =>
  `${head}[data]\n${aa}"cdh.toml" = '''\n[kbc]\nname = "cc_kbc"\nurl = "http://kbs:8080"\nkbs_cert = """\n${pem}"""\n'''\n`;

test('certificate check follows the rules of cococtl', () => {
  assert.deepEqual(innerCodes(withCertificate(authority)), []);
  assert.deepEqual(innerCodes(withCertificate(issued)), ['certificate-not-ca']);
  assert.deepEqual(innerCodes(withCertificate(sameName)), ['certificate-not-ca']);
  assert.deepEqual(innerCodes(withCertificate(sha1)), ['certificate-weak-signature']);
  assert.deepEqual(innerCodes(withCertificate(short)), ['certificate-short-key']);
  assert.deepEqual(innerCodes(withCertificate(authority), new Date('2200-01-01')), ['certificate-expired']);
  assert.deepEqual(innerCodes(withCertificate(authority), new Date('2020-01-01')), ['certificate-not-yet']);
  assert.deepEqual(innerCodes(withCertificate(authority + issued)), ['certificate-not-ca']);
});

test('certificate check accepts a self-signed certificate', () => {
  assert.deepEqual(innerCodes(withCertificate(selfSigned)), []);
  assert.deepEqual(innerCodes(withCertificate(leaf)), []);
  assert.deepEqual(innerCodes(withCertificate(selfSigned), new Date('2200-01-01')), ['certificate-expired']);
});

test("certificate check reports values that aren't certificates", () => {
  assert.deepEqual(innerCodes(withCertificate('')), ['certificate-missing']);
  assert.deepEqual(innerCodes(withCertificate('hello\n')), ['certificate-unreadable']);
  assert.deepEqual(innerCodes(withCertificate(authority.replace('M', '!'))), ['certificate-unreadable']);
  assert.deepEqual(innerCodes(withCertificate(authority.slice(0, 200))), ['certificate-unreadable']);
  assert.deepEqual(innerCodes(withCertificate('-----BEGIN EC PRIVATE KEY-----\nx\n')), [
    'certificate-private-key',
    'certificate-unreadable',
  ]);
  const many = innerCodes(withCertificate(authority.repeat(40)));
  assert.deepEqual(many, ['certificate-too-many']);
  assert.deepEqual(innerCodes(withCertificate('-----BEGIN CERTIFICATE-----\n'.repeat(20_000))), [
    'certificate-unreadable',
  ]);
});

test('certificate check reports the position in the document', () => {
  const text = withCertificate(authority + issued);
  const [found] = readInnerFiles(parseInitdata(text), now).problems;
  const place = text.slice(found?.range.start, found?.range.end);
  assert.equal(place, issued.trimEnd());
});
