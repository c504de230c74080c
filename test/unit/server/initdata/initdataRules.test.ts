/** Tests the rules for initdata documents beyond their examples. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { exampleAa, exampleHead, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { check, type Checked, type CheckOptions } from '#test/support/manifests/checkText.ts';
import { authority, issued } from '#server/engine/examples/exampleCertificates.ts';

const toml = (text: string, options: CheckOptions = {}): Promise<Checked[]> =>
  check(text, { language: 'toml', ...options });
const found = async (text: string, options: CheckOptions = {}): Promise<string[]> => {
  const all = await toml(text, options);
  for (const { message } of all) assert.match(message, /^[^\n`]{20,240}$/);
  return all.map(({ rule, severity }) => `${rule.replace('osc/', '')} ${severity}`);
};
const policy = (lines: string, quotes = "'''"): string => `"policy.rego" = ${quotes}\n${policyWith(lines)}${quotes}\n`;

describe('initdata check', () => {
  test('accepts a valid document', async () => assert.deepEqual(await found(initdataWith({})), []));
  test('accepts a policy in literal and basic strings', async () => {
    assert.deepEqual(await found(initdataWith({ more: policy('') })), []);
    assert.deepEqual(await found(initdataWith({ more: policy('', '"""').replaceAll(/(?<=")"(?=\n|\))/g, '"') })), []);
  });
  test('accepts CRLF line breaks', async () =>
    assert.deepEqual(await found(initdataWith({ more: policy('') }).replaceAll('\n', '\r\n')), []));
  test('reports missing sections only as a hint when just a policy exists', async () => {
    const text = initdataWith({ aa: '', cdh: '', more: policy('') });
    assert.deepEqual(await found(text), []);
    assert.deepEqual(await found(text, { hints: true }), ['initdata-missing-section hint']);
  });
});

describe('policy in initdata', () => {
  const text = initdataWith({
    more: policy(
      'default ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.process.args == ["ls"]\n}\n',
    ),
  });
  test('is checked and fixed in place', async () => {
    const all = await toml(text);
    assert.deepEqual(
      all.map(({ rule }) => rule),
      ['osc/rego-unknown-input'],
    );
    const [first] = all;
    assert.equal(text.slice(first?.finding.start, first?.finding.end), 'args');
    const fixed = applyEdits(text, selectCompatibleEdits(all.flatMap(({ finding }) => finding.fixes)));
    assert.deepEqual(await found(fixed), []);
  });
  test('can decide SetPolicyRequest by a condition', async () => {
    const lines =
      'default SetPolicyRequest := false\n\nSetPolicyRequest if {\n    contains(input.policy, "trusted")\n}\n';
    assert.deepEqual(await found(initdataWith({ more: policy(lines) })), []);
  });
  test('is checked for exposed logs only with attestation', async () => {
    const logs = `"policy.rego" = '''\n${policyWith('default ReadStreamRequest := true\n', { without: ['ReadStreamRequest'] })}'''\n`;
    assert.deepEqual(await found(initdataWith({ more: logs })), ['rego-logs-exposed info']);
    assert.deepEqual(await found(initdataWith({ aa: '', cdh: '', more: logs })), []);
  });
  test('leaves quotes in another entry to initdata-syntax', async () => {
    assert.deepEqual(await found(initdataWith({ aa: exampleAa.replace('[token', "# ''' \n[token") })), [
      'initdata-syntax error',
    ]);
  });
});

describe('initdata-certificate', () => {
  const withCert = (pem: string) => initdataWith({ aa: exampleAa.replace(/'''\n$/, `cert = """\n${pem}"""\n'''\n`) });
  test('accepts a valid CA certificate', async () => assert.deepEqual(await found(withCert(authority)), []));
  test('reports a server certificate', async () =>
    assert.deepEqual(await found(withCert(issued)), ['initdata-certificate error']));
  test('states that the KBS is not trusted only if the certificate is unusable', async () => {
    const messages = async (pem: string) => (await toml(withCert(pem))).map(({ message }) => message);
    assert.match((await messages(issued)).join(), /The guest doesn't trust the KBS\./);
    const many = await messages(authority.repeat(40));
    assert.match(many.join(), /: More than \d+ certificates\. Only the first \d+ are checked\.$/);
    const key = await messages(`${authority}-----BEGIN EC PRIVATE KEY-----\nx\n`);
    assert.match(key.join(), /This is a private key/);
    assert.doesNotMatch(key.join(), /doesn't trust/);
  });
});

describe('initdata fix', () => {
  test('corrects missing and misspelled algorithms and versions', async () => {
    for (const head of ['', 'algorithm = "sha-384"\nversion = "0.2.0"\n', 'algorithm = "SHA_384"\nversion = 1\n']) {
      const text = initdataWith({ head });
      let fixed = text;
      // Both missing entries are inserted at the same position, so they are fixed one after the other.
      for (let left = 2; left > 0; left -= 1) {
        const fixes = (await toml(fixed)).flatMap(({ finding }) => finding.fixes);
        fixed = applyEdits(fixed, selectCompatibleEdits(fixes));
      }
      assert.deepEqual(await found(fixed), [], fixed);
    }
  });
  test('resolves conflicting Key Broker Service addresses', async () => {
    const text = initdataWith({ aa: exampleAa.replace('kbs.', 'trustee.') });
    const [first] = await toml(text);
    assert.equal(first?.finding.related.length, 1);
    for (const fix of first.finding.fixes)
      assert.deepEqual(await found(applyEdits(text, selectCompatibleEdits([fix]))), []);
  });
});

test('a digest that every common TEE truncates is reported as a hint', async () => {
  const text = initdataWith({ head: exampleHead.replace('sha384', 'sha512') });
  assert.deepEqual(await found(text), []);
  assert.deepEqual(await found(text, { hints: true }), ['initdata-algorithm-tee hint']);
});

test('comments suppress initdata findings', async () => {
  assert.deepEqual(
    await found(
      initdataWith({ head: `${exampleHead}# osc-ignore-next-line initdata-unknown-key: ours\nowner = "us"\n` }),
    ),
    [],
  );
});
