/** Tests manifests that are copied from the documentation: placeholders as the kind, typographic quotes, paragraphs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { check, type CheckOptions } from '#test/support/manifests/checkText.ts';

const found = async (text: string, options: CheckOptions = {}) =>
  (await check(text, options)).map(({ rule, severity, line }) => `${rule} ${severity} ${line + 1}`);
const fixed = async (text: string) =>
  applyEdits(
    text,
    selectCompatibleEdits(
      (await check(text)).flatMap(({ finding }) => finding.fixes.filter(({ sure }) => sure).slice(0, 1)),
    ),
  );
const titles = async (text: string) =>
  (await check(text)).flatMap(({ finding }) => finding.fixes.map(({ title }) => title));
const pod = (...spec: readonly string[]) =>
  ['apiVersion: v1', 'kind: Pod', 'metadata:', '  name: web', 'spec:', '  runtimeClassName: kata', ...spec, ''].join(
    '\n',
  );
const config =
  'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\nspec:\n  logLevel: info\n';

describe('placeholder as the kind', () => {
  const placeholder = ['osc/placeholder-left-in error 2'];
  test('is reported for objects that use Kata, with fixes', async () => {
    const named = pod().replace('kind: Pod', 'kind: <Pod>');
    assert.deepEqual(await found(named), placeholder);
    assert.equal(await fixed(named), pod());
    const object = pod().replace('kind: Pod', 'kind: <object>');
    assert.deepEqual(await found(object), placeholder);
    assert.deepEqual(await titles(object), ['Change to Pod', 'Change to Deployment']);
    assert.equal(await fixed(object), object);
  });
  test('changes the apiVersion with the kind', async () => {
    const text =
      'apiVersion: v1\nkind: <Deployment>\nmetadata:\n  name: a\nspec:\n  template:\n    spec:\n      runtimeClassName: kata\n';
    assert.deepEqual(await found(text), placeholder);
    assert.match(await fixed(text), /^apiVersion: apps\/v1\nkind: Deployment\n/);
  });
  test("doesn't prevent the checks of the other fields", async () => {
    const text = pod()
      .replace('kind: Pod', 'kind: <object>')
      .replace(
        '  name: web\n',
        '  name: web\n  annotations:\n    io.katacontainers.config.hypervisor.default_vcpus: four\n',
      );
    assert.deepEqual(await found(text), [...placeholder, 'osc/pod-annotation-value error 6']);
  });
  test("isn't reported for other objects", async () => {
    for (const text of [
      pod().replace('kind: Pod', 'kind: <object>').replace('kata', 'runc'),
      'apiVersion: v1\nkind: <object>\nmetadata:\n  name: peer-pods-cm\n',
    ])
      assert.deepEqual(await found(text), [], text);
  });
});

describe('typographic quotes', () => {
  test('are errors in names and warnings in other values', async () => {
    const text = pod('  containers:', '  - name: “a”', '    image: ‘b’', '    command: [“sh”, “-c”]');
    assert.deepEqual(await found(text), [
      'osc/typographic-quotes error 8',
      'osc/typographic-quotes error 9',
      'osc/typographic-quotes warning 10',
      'osc/typographic-quotes warning 10',
    ]);
    assert.equal(await fixed(text), text.replace(/[“”‘’]/g, '"'));
  });
  test('are the only finding about a value', async () => {
    for (const text of [
      pod().replace('name: web', 'name: “Web”'),
      pod().replace('runtimeClassName: kata', 'runtimeClassName: “kata-remote”'),
      config.replace('logLevel: info', 'enablePeerPods: “true”'),
      config.replace('logLevel: info', 'logLevel: “debug”'),
    ])
      assert.equal((await found(text, { files: {} })).length, 1, text);
    assert.equal(
      await fixed(config.replace('logLevel: info', 'checkNodeEligibility: “true”')),
      config.replace('logLevel: info', 'checkNodeEligibility: true'),
    );
  });
  test('leave the other findings if the rule is off', async () =>
    assert.deepEqual(
      await found(pod().replace('name: web', 'name: “Web”'), { severities: { 'typographic-quotes': 'off' } }),
      ['osc/metadata-invalid error 4'],
    ));
  test("aren't reported in texts in other languages that consist of ASCII letters", async () => {
    const annotation = (line: string) => pod().replace('  name: web\n', `  name: web\n  annotations:\n    ${line}\n`);
    for (const line of [
      'example.com/info: “Ce pod traite les factures.”',
      'info: „Der Pod prüft Rechnungen“'.replace('ü', 'ue'),
      'info: „Rechnungen“',
      'openshift.io/display-name: “Facturation”',
      'example.com/Description: “Rechnungen”',
    ])
      assert.deepEqual(await found(annotation(line)), [], line);
    for (const line of ['example.com/owner: “team-a”', 'example.com/port: “8080”'])
      assert.deepEqual(await found(annotation(line)), ['osc/typographic-quotes warning 6'], line);
    const env = (value: string) =>
      pod('  containers:', '  - name: a', '    image: b', `    env: [{name: A, value: ${value}}]`);
    assert.deepEqual(await found(env('“Bonjour tout le monde”')), []);
    assert.deepEqual(await found(env('“debug”')), ['osc/typographic-quotes warning 10']);
    assert.deepEqual(
      await found(pod('  containers:', '  - name: a', '    image: b', '    args: [“echo hello world”]')),
      ['osc/typographic-quotes warning 10'],
    );
  });
  test("aren't reported in texts and in other objects", async () => {
    for (const text of [
      pod().replace('name: web', 'name: web # “a”'),
      pod().replace(
        '  name: web\n',
        '  name: web\n  annotations:\n    description: “a b”\n    note: „Straße“\n    other: “é”\n    quoted: "“a”"\n',
      ),
      pod('  containers:', '  - name: a', '    args: ["echo “a”", it’s, “a” and “b”]'),
      pod('  containers:', '  - name: a', '    image: “b”').replace('kata', 'runc'),
    ])
      assert.deepEqual(await found(text), [], text);
  });
});

describe('paragraph of the documentation', () => {
  const paragraph = "where:\n\nmatchLabels\nOptional: Specify the key and value, for example, kata-remote: 'true'.\n";
  test('is removed', async () => {
    for (const [text, expected] of [
      [config + paragraph, config],
      [`${config}\n${paragraph}---\n${pod()}`, `${config}---\n${pod()}`],
      [`${config}${paragraph}`.replaceAll('\n', '\r\n'), config.replaceAll('\n', '\r\n')],
    ] as const) {
      assert.match((await found(text)).join(), /^osc\/yaml-pasted error [78]$/);
      assert.equal(await fixed(text), expected);
    }
  });
  test("isn't the cause of a mistake above, of a block scalar, or of a field", async () => {
    for (const text of [
      `${config}  a b\n${paragraph}`,
      pod('  containers:', '  - name: a', '    args:', '    - |', '      a').concat(paragraph),
    ])
      assert.doesNotMatch((await found(text)).join(), /pasted/, text);
    assert.deepEqual(await found(`${config}where:\n  a: b\n`), ['osc/kataconfig-unknown-field error 7']);
  });
  test("isn't assumed if lines of the manifest follow", async () => {
    const data = (...lines: readonly string[]) =>
      ['apiVersion: v1', 'kind: ConfigMap', 'metadata:', '  name: aws-podvm-image-cm', 'data:', ...lines, ''].join(
        '\n',
      );
    for (const text of [
      data(
        '  PODVM_DISTRO: "rhel"',
        'where:',
        '  AMI_VERSION: "0.0.1"',
        'INSTANCE_TYPE: "c4.xlarge"',
        '  AMI_VOLUME_SIZE: "30"',
      ),
      data('  PODVM_DISTRO: "rhel"', 'where:', '  MY_OWN_KEY: "0.0.1"', 'a b'),
      `${config}where:\n  enablePeerPods: true\na b\n`,
    ]) {
      assert.match((await found(text)).join(), /^osc\/[\w-]+ error \d+$/, text);
      const content = (lines: string) => lines.replaceAll(' ', '');
      assert.equal(content(await fixed(text)), content(text));
    }
  });
});

describe('document over a limit', () => {
  const big = `# Large\n\n${config}`.replace(
    '  logLevel: info\n',
    `  logLevel: info\n${'  # comment\n'.repeat(60_000)}`,
  );
  test('is information at its first line', async () => {
    const [first, ...others] = await check(`${config}---\n${big}`);
    assert.deepEqual([first?.rule, first?.severity, first?.line, others.length], ['osc/yaml-syntax', 'info', 7, 0]);
  });
  test("isn't an error if it's nested too deeply", async () => {
    const deep = `${config}  x: ${'['.repeat(500)}\n`;
    assert.deepEqual(
      (await check(deep)).map(({ severity }) => severity),
      ['info'],
    );
  });
});
