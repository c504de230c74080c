/** Tests the rules for peer pods Secrets beyond their examples. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { objectWith, otherFileFor, secret } from '#server/manifest/rules/shared/exampleObjects.ts';
import { check, type CheckOptions } from '#test/support/manifests/checkText.ts';
import { applyInstallationFixes, listInstallationFindings, moveToNamespace } from './installationFindings.ts';

describe('ppsecret-missing-key', () => {
  const aws = { files: otherFileFor('aws') };
  const whole = secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"', 'AWS_SECRET_ACCESS_KEY: "a b"');
  const missing = ['ppsecret-missing-key error'];
  const cases: readonly [name: string, text: string, expected: readonly string[], options: CheckOptions][] = [
    ['accepts a complete Secret', whole, [], aws],
    [
      'accepts keys split between data and stringData',
      `${secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"')}data:\n  AWS_SECRET_ACCESS_KEY: YSBi\n`,
      [],
      aws,
    ],
    ['reports a missing key', secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"'), missing, aws],
    ['reports empty and missing keys', secret('stringData', 'AWS_ACCESS_KEY_ID: ""'), [...missing, ...missing], aws],
    ['accepts placeholders', secret('stringData', 'AWS_ACCESS_KEY_ID: <id>', 'AWS_SECRET_ACCESS_KEY: <key>'), [], aws],
    [
      'accepts template variables as values',
      secret('stringData', 'AWS_ACCESS_KEY_ID: $(ID)', 'AWS_SECRET_ACCESS_KEY: $(KEY)'),
      [],
      aws,
    ],
    ['accepts template variables as keys', secret('stringData', '$(KEYS): ""'), [], aws],
    ['accepts a role instead of keys', secret('stringData', 'AWS_ROLE_ARN: "arn:aws:iam::1:role/r"'), [], aws],
    ['ignores a Secret without data', whole.replace(/stringData[^]*/, ''), [], aws],
    ['reports a Secret with an empty section', whole.replace(/stringData[^]*/, 'stringData: {}\n'), missing, aws],
    [
      'reports a Secret for a cloud provider that differs from the ConfigMap in its folder',
      secret('stringData', 'AZURE_CLIENT_ID: "a b"'),
      missing,
      aws,
    ],
    [
      'ignores a Secret for a cloud provider that differs from the ConfigMap in another folder',
      secret('stringData', 'AZURE_CLIENT_ID: "a b"'),
      [],
      { files: { 'aws/peer-pods-cm.yaml': aws.files['peer-pods-cm.yaml'] ?? '' } },
    ],
    ['ignores missing keys in an unknown workspace', secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"'), [], {}],
    [
      'uses the keys of the Secret without a ConfigMap',
      secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"'),
      ['ppsecret-missing-key info'],
      { files: {} },
    ],
    [
      'ignores missing keys when the keys are for two cloud providers',
      secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"', 'AZURE_CLIENT_ID: "a b"'),
      [],
      { files: {} },
    ],
    ['accepts other keys without a ConfigMap', secret('stringData', 'token: "a b"'), [], { files: {} }],
    [
      'ignores missing keys with two cloud providers',
      secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"'),
      [],
      { files: { ...aws.files, 'b.yaml': otherFileFor('gcp')['peer-pods-cm.yaml'] ?? '' } },
    ],
    [
      'uses the cloud provider in the Secret',
      secret('stringData', 'CLOUD_PROVIDER: "libvirt"'),
      missing,
      { files: {} },
    ],
    [
      'downgrades to information when another file defines the Secret',
      secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"'),
      ['ppsecret-missing-key info'],
      { files: { ...aws.files, 'base.yaml': whole.trimStart() } },
    ],
    [
      'accepts a cloud provider without required keys',
      secret('stringData', 'IBMCLOUD_ZONE: "x y"'),
      [],
      { files: otherFileFor('ibmcloud') },
    ],
    [
      'accepts a federated token on Azure',
      secret(
        'stringData',
        'AZURE_TENANT_ID: a b',
        'AZURE_CLIENT_ID: a b',
        'AZURE_SUBSCRIPTION_ID: a b',
        'AZURE_FEDERATED_TOKEN_FILE: /var/x',
      ),
      [],
      { files: otherFileFor('azure') },
    ],
  ];
  for (const [name, text, expected, options] of cases)
    test(name, async () => assert.deepEqual(await listInstallationFindings(text, options), expected));

  test('adds missing keys automatically only when their values are known', async () => {
    const text = secret('stringData', 'AWS_ACCESS_KEY_ID: "a b"');
    assert.equal(await applyInstallationFixes(text, aws), text);
    assert.equal(await applyInstallationFixes(text, aws, /^Add/), `${text}  AWS_SECRET_ACCESS_KEY: ""\n`);
    const encoded = secret('data', 'LIBVIRT_URI: YSBi');
    assert.equal(
      await applyInstallationFixes(encoded, { files: otherFileFor('libvirt') }),
      `${encoded}  CLOUD_PROVIDER: "bGlidmlydA=="\n`,
    );
  });
});

describe('ppsecret-base64', () => {
  const plain = ['ppsecret-base64 error'];
  const cases: readonly [name: string, text: string, expected: readonly string[]][] = [
    ['accepts valid base64', secret('data', 'A: YSBi', 'B: ""', 'C: |', '  YSBi', '  YSBi'), []],
    ['accepts a placeholder', secret('data', 'A: <base64 of it>'), []],
    ['reports missing padding', secret('data', 'A: YSBiYw'), plain],
    ['reports the URL-safe alphabet', secret('data', 'A: a-_b'), plain],
    ['reports an unencoded access key ID', secret('data', 'AWS_ACCESS_KEY_ID: AKIAEXAMPLEEXAMPLE00'), plain],
    ['accepts the same characters in another key', secret('data', 'OTHER: AKIAEXAMPLEEXAMPLE00'), []],
    ['leaves numbers to another rule', secret('data', 'A: 12'), ['data-non-string error']],
    ['reports an unencoded SSH key', objectWith('Secret', 'ssh-key-secret', 'data', 'id_rsa: "-----BEGIN"'), plain],
    ['accepts text in stringData', secret('stringData', 'A: some password', 'B: passwordpassword', 'C: c2hvcnQ='), []],
    [
      'accepts a possible random key in stringData',
      secret('stringData', 'AWS_SECRET_ACCESS_KEY: wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'),
      [],
    ],
    [
      'reports encoded text in stringData as information',
      secret('stringData', 'AZURE_CLIENT_SECRET: c29tZSBsb25nIHBhc3N3b3Jk'),
      ['ppsecret-base64 info'],
    ],
    ['ignores other Secrets', moveToNamespace(secret('data', 'A: not!base64'), 'confidential-containers-system'), []],
  ];
  for (const [name, text, expected] of cases)
    test(name, async () => assert.deepEqual(await listInstallationFindings(text), expected));

  test('offers no automatic move for possibly damaged base64', async () => {
    const text = secret('data', 'A: YSBiYw');
    assert.equal(await applyInstallationFixes(text), text);
    assert.equal(await applyInstallationFixes(text, {}, /^Move/), secret('stringData', 'A: YSBiYw'));
  });
  test('moves one of several values to stringData', async () => {
    const text = `${secret('data', 'A: YSBi', 'B: "a b!"')}stringData:\n  C: "c"\n`;
    assert.equal(
      await applyInstallationFixes(text),
      `${secret('data', 'A: YSBi')}stringData:\n  C: "c"\n  B: "a b!"\n`,
    );
  });
  test('removes the section with the last value', async () => {
    const text = `${secret('data', 'B: "a b!"')}stringData:\n  C: "c"\n`;
    assert.equal(await applyInstallationFixes(text), secret('stringData', 'C: "c"', 'B: "a b!"'));
  });
  test("doesn't move existing, anchored, merged, or multiline values automatically", async () => {
    for (const text of [
      `${secret('data', 'B: "a b!"')}stringData:\n  B: "c"\n`,
      secret('data', 'A: &a a!b', 'B: YSBi'),
      secret('data', 'A: |', '  a!', '  b', 'B: YSBi'),
      `x: &x\n  A: a!b\n${secret('data', '<<: *x', 'B: YSBi').trimStart()}`,
    ]) {
      assert.deepEqual(await listInstallationFindings(text), plain);
      assert.equal(await applyInstallationFixes(text), text);
    }
  });
  test('keeps CRLF line breaks', async () => {
    const text = secret('data', 'A: YSBi', 'B: "a b!"').replaceAll('\n', '\r\n');
    assert.equal(
      await applyInstallationFixes(text),
      `${secret('data', 'A: YSBi')}stringData:\n  B: "a b!"\n`.replaceAll('\n', '\r\n'),
    );
  });
});

test('installation findings never show Secret values', async () => {
  const value = 'Xyzzy';
  const texts = [
    secret('data', `AWS_ACCESS_KEY_ID: ${value}!`, `AWS_SECRET_ACCESS_KEY: [${value}]`, 'GCP_CREDENTIALS: 12345'),
    secret(
      'stringData',
      `AWS_ACCESS_KEY_ID: ${Buffer.from(`${value} ${value} ${value}`).toString('base64')}`,
      `GCP_CREDENTIALS: {"a": "${value}"}`,
      'LIBVIRT_URI: 12345',
    ),
    secret('stringData', `LIBVIRT_URI: <${value}>`),
  ];
  const hidden = [value, '12345', Buffer.from(value).toString('base64').slice(0, 6)];
  let seen = 0;
  for (const text of texts) {
    for (const { finding } of await check(text, { files: otherFileFor('aws') })) {
      seen += 1;
      const words = [
        finding.message,
        ...finding.fixes.map(({ title }) => title),
        ...finding.related.map(({ message }) => message),
      ].join('\n');
      for (const secretText of hidden) assert.equal(words.includes(secretText), false, words);
    }
  }
  assert.ok(seen >= 6, `only ${seen} findings`);
});
