/** Tests CRD files in the workspace: hovers, completion, findings, and CRDs that can't be used. `|` is the cursor. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Hover } from 'vscode-languageserver';
import { newestRelease } from '#core/product/releases.ts';
import { splitSentences } from '#core/text/grammar.ts';
import hover from '#server/lsp/capabilities/hover.ts';
import { crdWith, peerPodFields, peerPodWith } from '#server/manifest/rules/customResources/examples.ts';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { check, type CheckOptions } from '../../../support/manifests/checkText.ts';
import { workspace } from '../../../support/manifests/memoryWorkspace.ts';
import { Played, readCursor } from '../lsp/harness.ts';
import { itemsAt } from './completion/completionAt.ts';

const newField = crdWith(
  'KataConfig',
  'newField: { type: string, description: "Turns on the *new* mode.", enum: ["on", "off"], default: "off" }',
  'logLevel: { type: string, description: "From the CRD." }',
);
const kataConfig = (...spec: readonly string[]) =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\nspec:\n${spec.map((line) => `  ${line}\n`).join('')}`;

async function hoverAt(marked: string, files: Readonly<Record<string, string>>): Promise<string> {
  const { text, position } = readCursor(marked);
  const found = await new Played(hover, text, { files }).call<Hover | null>('textDocument/hover', { position });
  const contents = found?.contents;
  return typeof contents === 'object' && 'value' in contents ? contents.value : '';
}

/** Returns the findings as `severity rule: message`. */
async function findings(text: string, files: Readonly<Record<string, string>>, options: CheckOptions = {}) {
  const found = await check(text, { files, ...options });
  for (const { message } of found) assert.ok(splitSentences(message).length <= 2, message);
  return found.map(({ severity, rule, message }) => `${severity} ${rule.replace('osc/', '')}: ${message}`);
}

/** Returns a CRD for PeerPod with other lines instead of the fields of its `spec`. */
const peerPodCrd = (...spec: readonly string[]) =>
  crdWith('PeerPod').replace('              properties:\n', '') +
  spec.map((line) => `              ${line}\n`).join('');
const peerPodCrdOf = (...fields: readonly string[]) => crdWith('PeerPod', ...fields);

describe('hover', () => {
  test('shows the description, type, values, and file of a field that only the CRD defines', async () => {
    const text = await hoverAt(kataConfig('newF|ield: "on"'), { 'app/crd.yaml': newField });
    for (const part of ['**spec.newField**', 'Turns on the &#42;new&#42; mode.', 'string', 'crd.yaml', '`off`', '`on`'])
      assert.ok(text.includes(part), `${part} in ${text}`);
  });

  test('keeps the description of the product for a known field', async () => {
    const text = await hoverAt(kataConfig('log|Level: info'), { 'app/crd.yaml': newField });
    assert.match(text, /crio --log-level/);
    assert.doesNotMatch(text, /From the CRD/);
  });

  test('works for a kind that only a CRD defines, in a List too', async () => {
    const files = { 'app/crd.yaml': peerPodCrdOf('instanceID: { type: string, description: "VM of the pod." }') };
    assert.match(await hoverAt(peerPodWith('  instance|ID: a'), files), /VM of the pod\./);
    const inList = `apiVersion: v1\nkind: List\nitems:\n- apiVersion: confidentialcontainers.org/v1alpha1\n  kind: PeerPod\n  metadata:\n    name: a\n  spec:\n    instance|ID: a\n`;
    assert.match(await hoverAt(inList, files), /VM of the pod\./);
    assert.equal(await hoverAt(peerPodWith('  instance|ID: a'), {}), '');
  });
});

describe('completion', () => {
  const labels = async (text: string, files: Readonly<Record<string, string>>, elsewhere = false) =>
    (await itemsAt(text, { files, elsewhere })).map(({ label }) => label);

  test('offers fields and values of the CRD in addition to the known ones', async () => {
    const files = { 'crd.yaml': newField };
    const offered = await labels(kataConfig('|'), files);
    assert.ok(offered.includes('newField') && offered.includes('logLevel'), offered.join());
    assert.deepEqual(await labels(kataConfig('newField: |'), files), ['on', 'off']);
    assert.ok(!(await labels(kataConfig('|'), {})).includes('newField'));
  });

  test('offers only the fields of the CRD if the YAML extension offers the known ones', async () => {
    assert.deepEqual(await labels(kataConfig('|'), { 'crd.yaml': newField }, true), ['newField']);
  });

  test('offers the fields of a kind that only a CRD defines', async () => {
    const files = { 'crd.yaml': peerPodCrdOf(...peerPodFields) };
    assert.deepEqual(await labels(peerPodWith('  |'), files), ['cloudProvider', 'instanceID']);
    assert.deepEqual(await labels(peerPodWith('  cloudProvider: |'), files), ['aws', 'azure', 'gcp']);
  });
});

describe('messages', () => {
  test('name the CRD of a wrong type and the fix in two sentences', async () => {
    const files = { 'crd.yaml': crdWith('PeerPod', ...peerPodFields) };
    assert.deepEqual(await findings(peerPodWith('  instanceID: 12'), files), [
      'error crd-value: spec.instanceID must be a string according to the CRD in crd.yaml, but 12 is a number, so the API server rejects the object. Use "12".',
    ]);
    assert.deepEqual(await findings(peerPodWith('  instanceID: [a, b]'), files), [
      'error crd-value: spec.instanceID must be a string according to the CRD in crd.yaml, but is a list, so the API server rejects the object.',
    ]);
  });

  test('replace the advice with a note if a kustomization changes the object', async () => {
    const kustomization =
      'resources: [file.yaml]\npatches:\n- target: {kind: KataConfig}\n  patch: |-\n    - {op: add, path: /spec/logLevel, value: info}\n';
    const text = kataConfig('newField: onn');
    const plain = await findings(text, { 'crd.yaml': newField });
    assert.ok(
      plain.includes(
        'info crd-value: The CRD in crd.yaml doesn\'t allow "onn" for spec.newField, so the API server rejects the object. Allowed: on, off.',
      ),
      plain.join('\n'),
    );
    const found = await findings(text, { 'crd.yaml': newField, 'kustomization.yaml': kustomization });
    assert.ok(
      found.includes(
        'info crd-value: The CRD in crd.yaml doesn\'t allow "onn" for spec.newField, so the API server rejects the object. A kustomization changes this object and might fix this problem.',
      ),
      found.join('\n'),
    );
  });
});

describe('schemas', () => {
  const rules = async (text: string, crd: string) =>
    (await findings(text, { 'crd.yaml': crd })).map((line) => line.split(':', 1)[0] ?? '');

  test('uses the version of the object, and skips versions that are not served', async () => {
    const two = `${peerPodCrdOf('old: { type: string }')}    - name: v1beta1\n      served: true\n      schema:\n        openAPIV3Schema:\n          type: object\n          properties:\n            spec:\n              type: object\n              properties:\n                new: { type: string }\n    - name: v1\n      served: false\n      schema: {}\n`;
    const of = (version: string, field: string) => peerPodWith(`  ${field}: a`).replace('/v1alpha1', `/${version}`);
    assert.deepEqual(await rules(of('v1alpha1', 'old'), two), []);
    assert.deepEqual(await rules(of('v1alpha1', 'new'), two), ['error crd-unknown-field']);
    assert.deepEqual(await rules(of('v1beta1', 'new'), two), []);
    assert.deepEqual(await rules(of('v1beta1', 'old'), two), ['error crd-unknown-field']);
    assert.deepEqual(await rules(of('v1', 'old'), two), ['error crd-version']);
  });

  test('reports a version that no CRD of the workspace serves, with the nearest one', async () => {
    const of = (version: string) => peerPodWith('  instanceID: a').replace('/v1alpha1', `/${version}`);
    const crd = peerPodCrdOf('instanceID: { type: string }');
    const other = crd.replace('- name: v1alpha1', '- name: v1beta1');
    const [found] = await check(of('v1beta1'), { files: { 'crd.yaml': crd } });
    assert.equal(
      found?.message,
      "The CRD in crd.yaml doesn't serve version v1beta1 of PeerPod, so the API server rejects the object. Use v1alpha1.",
    );
    assert.equal(found?.finding.fixes[0]?.sure, false);
    assert.deepEqual(await findings(of('v1beta1'), { 'crd.yaml': crd, 'old/crd.yaml': other }), []);
    for (const unknown of [
      crd.replace('- name: v1alpha1', '- name: {{ .Values.version }}'),
      crd.replace('      schema:\n', '      scheme: [\n'),
    ])
      assert.deepEqual(await findings(of('v1beta1'), { 'crd.yaml': unknown }), []);
    for (const version of ['${VERSION}', '<version>', '{{ .Values.version }}'])
      assert.ok(!(await findings(of(version), { 'crd.yaml': crd })).join().includes('crd-version'), version);
  });

  test('treats the version of a known kind as uncertain if the CRD and the product data differ', async () => {
    const text = kataConfig('logLevel: info');
    const v2 = newField.replace('- name: v1', '- name: v2');
    assert.deepEqual(await findings(text, { 'crd.yaml': v2 }), [
      "info crd-version: The CRD in crd.yaml doesn't serve version v1 of KataConfig. Check that the CRD is from your operator version.",
    ]);
    assert.deepEqual(await findings(text.replace('io/v1', 'io/v2'), { 'crd.yaml': v2 }), [
      `info kataconfig-api-version: kataconfiguration.openshift.io/v2 isn't known in OSC ${newestRelease.id}, but the CRD in crd.yaml defines it. Check that the cluster has this CRD.`,
    ]);
    assert.match(
      (await findings(text.replace('io/v1', 'io/v2'), { 'crd.yaml': newField })).join(),
      /^error kataconfig-api-version/,
    );
  });

  test('accepts any field where the API server keeps unknown fields', async () => {
    const text = peerPodWith('  any: 1');
    assert.deepEqual(
      await rules(
        text,
        peerPodCrd('x-kubernetes-preserve-unknown-fields: true', 'properties:', '  a: { type: string }'),
      ),
      [],
    );
    assert.deepEqual(
      await rules(
        text,
        peerPodCrdOf('a: { type: string }').replace('  scope:', '  preserveUnknownFields: true\n  scope:'),
      ),
      [],
    );
    assert.deepEqual(await rules(text, peerPodCrd('additionalProperties: { type: integer }')), []);
    assert.deepEqual(await rules(text, peerPodCrd('additionalProperties: { type: string }')), ['error crd-value']);
    assert.deepEqual(await rules(text, peerPodCrd()), []);
    const embedded = peerPodCrdOf(
      'object: { type: object, x-kubernetes-embedded-resource: true, properties: { spec: { type: object } } }',
    );
    assert.deepEqual(
      await rules(peerPodWith('  object: { apiVersion: v1, kind: Pod, metadata: { name: a }, spec: {} }'), embedded),
      [],
    );
    assert.deepEqual(await rules(peerPodWith('  object: { apiVersion: v1, kind: Pod, data: {} }'), embedded), [
      'error crd-unknown-field',
    ]);
    assert.deepEqual(await rules(peerPodWith('  object: { kind: Pod, spec: {} }'), embedded), [
      'error crd-missing-field',
    ]);
  });

  test('checks types and ignores values that are filled in later', async () => {
    const crd = peerPodCrdOf(
      'percent: { x-kubernetes-int-or-string: true }',
      'ratio: { type: number }',
      'names: { type: array, items: { type: string } }',
      'on: { type: boolean }',
    );
    assert.deepEqual(await rules(peerPodWith('  percent: 25%', '  ratio: 1', '  names: [a]', '  "on": true'), crd), []);
    assert.deepEqual(await rules(peerPodWith('  percent: ${P}', '  ratio: ${R}', '  names:', '  "on": null'), crd), []);
    assert.deepEqual(
      await rules(peerPodWith('  percent: [1]', '  ratio: "1"', '  names: [1, a]', '  "on": "true"'), crd),
      Array.from({ length: 4 }, () => 'error crd-value'),
    );
  });

  test('reports required fields without a default, but not in patches or beside unknown keys', async () => {
    const crd = peerPodCrd(
      'required: [a, b]',
      'properties:',
      '  a: { type: string }',
      '  b: { type: string, default: x }',
      '  c: { type: array, items: { type: object, required: [d], properties: { d: { type: string } } } }',
    );
    assert.deepEqual(await rules(peerPodWith('  a: x'), crd), []);
    assert.deepEqual(await rules(peerPodWith('  b: x', '  c: [{}]'), crd), [
      'error crd-missing-field',
      'error crd-missing-field',
    ]);
    assert.deepEqual(await rules(peerPodWith('  A: x'), crd), ['error crd-unknown-field']);
    assert.deepEqual(await rules(peerPodWith('  "${KEY}": x'), crd), []);
    const patched = { 'crd.yaml': crd, 'kustomization.yaml': 'patches:\n- path: file.yaml\n' };
    assert.deepEqual(await findings(peerPodWith('  b: x'), patched), []);
  });

  test('does not check the status, the metadata, and the CRDs of Helm templates', async () => {
    const crd = peerPodCrdOf('a: { type: string }');
    assert.deepEqual(await rules(`${peerPodWith('  a: b')}status:\n  any: 1\n`, crd), []);
    assert.deepEqual(await rules(peerPodWith('  b: c'), `{{- if .Values.crds }}\n${crd}{{- end }}\n`), []);
  });

  test('checks the objects of Helm templates', async () => {
    const crd = peerPodCrdOf('a: { type: string }');
    assert.deepEqual(await rules(peerPodWith('  {{- if .Values.a }}', '  b: c', '  {{- end }}'), crd), [
      'error crd-unknown-field',
    ]);
  });

  test('reads a CRD in a List, and ignores the CRDs of other groups', async () => {
    const crd = peerPodCrdOf('a: { type: string }');
    const list = `apiVersion: v1\nkind: List\nitems:\n- ${crd.trimEnd().replaceAll('\n', '\n  ')}\n`;
    assert.deepEqual(await rules(peerPodWith('  b: c'), list), ['error crd-unknown-field']);
    const foreign = crd.replaceAll('confidentialcontainers.org', 'example.com');
    assert.deepEqual(
      await rules(peerPodWith('  b: c').replace('confidentialcontainers.org', 'example.com'), foreign),
      [],
    );
  });

  test('uses the nearest of several CRDs', async () => {
    const [one, other] = [peerPodCrdOf('a: { type: string }'), peerPodCrdOf('b: { type: string }')];
    assert.deepEqual(await findings(peerPodWith('  b: c'), { 'old/deep/crd.yaml': one, 'crds/crd.yaml': other }), []);
    assert.deepEqual(await findings(peerPodWith('  a: c'), { '../elsewhere/crd.yaml': other, 'crd.yaml': one }), []);
  });
});

describe('CRDs that are not used', () => {
  const about = async (crd: string, files: Readonly<Record<string, string>> = {}) => {
    const start = performance.now();
    const found = await findings(crd, files);
    assert.ok(performance.now() - start < 20_000, 'takes too long');
    return found;
  };
  const crd = crdWith('KataConfig', 'logLevel: { type: string }');

  test('gets one finding at the CRD, and objects are checked without it', async () => {
    for (const [broken, words] of [
      [crd.replace('{ type: string }', '{ $ref: "#" }'), /contains \$ref/],
      [crd.replace('{ type: string }', '{ type: text }'), /unknown type/],
      [crd.replace(/ {6}schema:[^]*/, ''), /no complete schema/],
      [crd.replace('type: object', 'type: string'), /no complete schema/],
      [crd.replace('{ type: string }', '{ type: [ }'), /isn't valid YAML/],
      [crd.replace('{ type: string }', `{ type: string, description: "${'x'.repeat(5_000_000)}" }`), /too large/],
      [
        crd.replace('{ type: string }', `${'{ type: object, properties: { a: '.repeat(60)}{}${' } }'.repeat(60)}`),
        /too large or too deeply nested/,
      ],
    ] as const) {
      const found = await about(broken);
      assert.equal(found.length, 1, `${String(words)}: ${found.join()}`);
      assert.match(found[0] ?? '', /^info crd-not-used: This CRD /);
      assert.match(found[0] ?? '', words);
      assert.match((await findings(kataConfig('newField: a'), { 'crd.yaml': broken })).join(), /^error kata/);
    }
  });

  test('stays bounded with aliases that multiply or contain themselves', async () => {
    const bomb = crd.replace(
      '                logLevel: { type: string }\n',
      `                a0: &a0 { type: object }\n${Array.from({ length: 30 }, (_, index) => `                a${index + 1}: &a${index + 1} { type: object, properties: { a: *a${index}, b: *a${index} } }\n`).join('')}`,
    );
    assert.match((await about(bomb)).join(), /^info crd-not-used/);
    const loop = crd.replace('{ type: string }', '&a { type: object, properties: { b: *a } }');
    assert.match((await about(loop)).join(), /^info crd-not-used/);
  });

  test('names the other file if two CRDs differ in more than descriptions', async () => {
    assert.match(
      (await about(crd, { 'bundle/crd.yaml': newField })).join(),
      /^info crd-not-used: This CRD differs from the CRD for KataConfig in bundle\/crd\.yaml, /,
    );
    const described = crd.replace('{ type: string }', '{ type: string, description: "Other words." }');
    assert.deepEqual(await about(crd, { 'bundle/crd.yaml': described }), []);
    // The file that comes later reports the difference, so that it's reported only once.
    assert.deepEqual(await about(crd, { 'x/crd.yaml': newField }), []);
  });
});

describe('index', () => {
  test('contains the position of each CRD', () => {
    const [crd, ...others] = createWorkspaceSnapshot([
      { uri: 'file:///w/crd.yaml', text: `# one\n---\n${newField}` },
      { uri: 'file:///w/kc.yaml', text: kataConfig('{}') },
    ]).crds;
    assert.deepEqual([crd?.kind, crd?.place.line, crd?.versions.map(({ name }) => name)], ['KataConfig', 3, ['v1']]);
    assert.deepEqual(others, []);
  });

  test('follows an edited CRD, and keeps the list while nothing changes', async () => {
    const { index, open, seen, readAll } = workspace({ 'crd.yaml': newField, a: kataConfig('{}') });
    await readAll();
    const before = index.facts()?.crds;
    assert.equal(before?.length, 1);
    open('a', kataConfig('logLevel: info'));
    assert.equal(index.facts()?.crds, before);
    const { changes } = seen;
    open('crd.yaml', newField.replace('newField', 'newerField'));
    assert.equal(seen.changes, changes + 1);
    const [crd] = index.facts()?.crds ?? [];
    assert.ok(crd?.versions[0]?.schema.properties.get('spec')?.properties.has('newerField'));
    open('crd.yaml', 'a: b\n');
    assert.deepEqual(index.facts()?.crds, []);
  });
});
