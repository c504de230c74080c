/**
 * Tests what a kustomization generates: every key and value at its position, and fixes that keep the notation of the
 * literal.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findYamlNode, locateYamlNode, getYamlString, type ScalarNode } from '#server/engine/yaml/node.ts';
import { YamlDocument } from '#server/engine/yaml/yamlDocument.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';
import { hasData } from '#server/engine/yaml/objects/dataEntries.ts';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { check } from '#test/support/manifests/checkText.ts';

const head = 'kind: Kustomization\n';
const withLiterals = (...literals: readonly string[]) =>
  `${head}configMapGenerator:\n  - name: peer-pods-cm\n    literals:\n${literals.map((literal) => `      - ${literal}\n`).join('')}`;

/** Returns the source text of a node. */
const written = (text: string, { start, end }: { start: number; end: number }) => text.slice(start, end);

function only(text: string) {
  const [manifest, ...others] = new YamlDocument(text).manifests;
  assert.deepEqual(others, []);
  return manifest ?? assert.fail('nothing is made');
}

/** Returns the key and value of the only literal, as parsed and as written. */
function read(literal: string) {
  const text = withLiterals(literal);
  const data = findYamlNode(only(text).root, ['data']);
  const entries = data?.type === 'map' ? data.entries : [];
  return entries.map(({ key, value, borrowed }) => {
    const scalar = value as ScalarNode;
    return {
      key: key.text,
      value: scalar.text,
      at: [written(text, key), written(text, scalar)],
      borrowed,
      unknown: scalar.unknown,
    };
  });
}

test('kustomize ignores the case of field names', async () => {
  const text = withLiterals('CLOUD_PROVIDER=awss', 'DISABLECVM=yes');
  const rules = async (written: string) => (await check(written)).map(({ rule, line }) => `${rule} ${line}`);
  const expected = await rules(text);
  assert.ok(expected.length > 0);
  for (const [right, other] of [
    ['configMapGenerator:', 'configmapGenerator:'],
    ['configMapGenerator:', 'ConfigMapGenerator:'],
    ['- name:', '- Name:'],
    ['literals:', 'Literals:'],
  ] as const)
    assert.deepEqual(await rules(text.replace(right, other)), expected, other);
});

describe('kustomization literal', () => {
  const exact: readonly (readonly [literal: string, key: string, value: string])[] = [
    ['AWS_REGION=us-east-2', 'AWS_REGION', 'us-east-2'],
    ['VXLAN_PORT=9000', 'VXLAN_PORT', '9000'],
    ['A=', 'A', ''],
    ['A=b=c', 'A', 'b=c'],
    ['A="b"', 'A', 'b'],
    ["A='b'", 'A', 'b'],
    ['A=""', 'A', ''],
    ['A="', 'A', '"'],
    [`A="b'`, 'A', `"b'`],
    ['A=""b""', 'A', '"b"'],
    ['"A=b c"', 'A', 'b c'],
    ["'A=b'", 'A', 'b'],
    [`'A="b"'`, 'A', 'b'],
    ['A=b # a comment', 'A', 'b'],
  ];
  for (const [literal, key, value] of exact)
    test(`reads ${literal}`, () =>
      assert.deepEqual(read(literal), [{ key, value, at: [key, value], borrowed: false, unknown: false }]));

  for (const literal of [
    '"A=\\x62"',
    "'A=b''c'",
    '"A=b\n          c"',
    '|\n          A=b',
    '>-\n          A=b\n          c',
    'A=b\n          c',
  ])
    test(`has one position for the key and value in ${JSON.stringify(literal)}`, () => {
      const [entry, ...others] = read(literal);
      assert.deepEqual(others, []);
      assert.equal(entry?.key, 'A');
      assert.equal(entry.borrowed, true);
      assert.equal(entry.at[0], entry.at[1]);
    });
  for (const literal of ['A', '=b', '', '""', '[A=b]', '{A: b}'])
    test(`yields no entry for ${JSON.stringify(literal)}`, () =>
      assert.deepEqual(
        read(literal).filter(({ key }) => key !== ''),
        [],
      ));
  for (const literal of ['A=${B}', 'A=$(B)', '"A={{ .Values.b }}"', 'A={{ .Values.b }}', 'A=$B', '!x A=b'])
    test(`has an unknown value in ${literal}`, () =>
      assert.deepEqual(
        read(literal)
          .filter(({ key }) => key !== '')
          .map(({ key, unknown }) => [key, unknown]),
        [['A', true]],
      ));
});

describe('kustomization generator', () => {
  const made = (text: string) => new YamlDocument(text).manifests.map(({ kind, name }) => `${kind.kind} ${name ?? ''}`);
  const generator = (field: string, name: string) => `${field}:\n  - name: ${name}\n    literals: [A=b]\n`;
  const yes: readonly (readonly [text: string, made: string])[] = [
    [head + generator('configMapGenerator', 'peer-pods-cm'), 'ConfigMap peer-pods-cm'],
    [generator('configMapGenerator', 'peer-pods-cm'), 'ConfigMap peer-pods-cm'],
    [`kind: Component\n${generator('secretGenerator', 'peer-pods-secret')}`, 'Secret peer-pods-secret'],
    [
      `apiVersion: kustomize.config.k8s.io/v1beta1\n${generator('configMapGenerator', 'aws-podvm-image-cm')}`,
      'ConfigMap aws-podvm-image-cm',
    ],
    [`namePrefix: ""\n${generator('secretGenerator', 'ssh-key-secret')}`, 'Secret ssh-key-secret'],
  ];
  for (const [text, expected] of yes)
    test(`creates ${expected} from ${JSON.stringify(text.slice(0, 50))}`, () =>
      assert.deepEqual(made(text), [expected]));
  const no = [
    head + generator('secretGenerator', 'peer-pods-cm'),
    head + generator('configMapGenerator', 'peer-pods-cm-2'),
    head + generator('generators', 'peer-pods-cm'),
    `kind: Kustomize\n${generator('configMapGenerator', 'peer-pods-cm')}`,
    `apiVersion: v1\nkind: Kustomization\n${generator('configMapGenerator', 'peer-pods-cm')}`,
    `nameSuffix: -a\n${generator('configMapGenerator', 'peer-pods-cm')}`,
    'configMapGenerator: peer-pods-cm\n',
    'configMapGenerator:\n  name: peer-pods-cm\n',
    'configMapGenerator:\n  - peer-pods-cm\n  -\n',
  ];
  for (const text of no) test(`creates nothing from ${JSON.stringify(text)}`, () => assert.deepEqual(made(text), []));

  test('locates each of several objects', () => {
    const text = `${head}configMapGenerator:\n- name: peer-pods-cm\n  literals:\n  - A=b\n- name: osc-feature-gates\n  literals:\n  - C=d\n`;
    const parts = new YamlDocument(text).manifests;
    assert.deepEqual(
      parts.map(({ root }) => written(text, root)),
      ['name: peer-pods-cm\n  literals:\n  - A=b', 'name: osc-feature-gates\n  literals:\n  - C=d'],
    );
    assert.equal(new YamlDocument(text).manifestAt(text.indexOf('C=d'))?.name, 'osc-feature-gates');
  });
  test('prefers the namespace of the kustomization over that of the generator', () => {
    const own = only(withLiterals('A=b').replace('literals', 'namespace: own\n    literals'));
    assert.equal(getYamlString(own.root, ['metadata', 'namespace']), 'own');
    assert.equal(getYamlString(only(withLiterals('A=b')).root, ['metadata', 'namespace']), undefined);
    const both = only(`namespace: all\n${withLiterals('A=b').replace('literals', 'namespace: own\n    literals')}`);
    assert.equal(getYamlString(both.root, ['metadata', 'namespace']), 'all');
  });
  test('finds keys, values, and names by position', () => {
    const text = `configMapGenerator:\n  - name: peer-pods-cm\n    literals:\n      - "AWS_REGION='eu'"\n    namespace: n\n`;
    const { root } = only(text);
    const path = (word: string) => locateYamlNode(root, text.indexOf(word) + 1)?.path.join('.');
    assert.deepEqual(['AWS_REGION', "eu'", 'peer-pods-cm', 'n\n', 'literals'].map(path), [
      'data.AWS_REGION',
      'data.AWS_REGION',
      'metadata.name',
      'metadata.namespace',
      undefined,
    ]);
  });
});

describe('key lookup in a generator', () => {
  const generator = (rest: string, root = '') =>
    only(`${root}configMapGenerator:\n  - name: peer-pods-cm\n    ${rest}\n`);
  for (const rest of [
    'literals: [A=b]',
    'behavior: create',
    'literals: [A=b]\n    behavior: create',
    'literals: []',
    'literals: [A]',
  ])
    test(`finds no key with ${JSON.stringify(rest)}`, () => assert.equal(hasData(generator(rest), 'X'), false));
  for (const rest of [
    'envs: [a.env]',
    'env: a.env',
    'files: [X]',
    'behavior: merge',
    'behavior: replace',
    'behavior: ${B}',
    'literals: {a: b}',
    'literals: [{a: b}]',
    'literals: ["${A}"]',
    '"{{ .x }}": a',
  ])
    test(`can't rule out a key with ${JSON.stringify(rest)}`, () => assert.equal(hasData(generator(rest), 'X'), true));
  for (const root of [
    'kind: Component\n',
    'patches: []\n',
    'patchesStrategicMerge: [a.yaml]\n',
    'components: [../c]\n',
    'replacements: []\n',
    'transformers: [t.yaml]\n',
  ])
    test(`can't rule out a key with ${JSON.stringify(root)}`, () =>
      assert.equal(hasData(generator('literals: [A=b]', root), 'X'), true));
  test('returns the env files', () => {
    assert.deepEqual(generator('envs: [a.env, "./b.env", "", "${C}", [d]]\n    env: e.env').envFiles, [
      'a.env',
      './b.env',
      'e.env',
    ]);
    assert.deepEqual(generator('literals: []').envFiles, []);
  });
});

describe('fix in a literal', () => {
  /** Returns the text after the first fix of each finding. */
  async function fixText(text: string): Promise<string> {
    const fixes = (await check(text)).flatMap(({ finding }) => finding.fixes.slice(0, 1).flatMap(({ edits }) => edits));
    return applyEdits(
      text,
      fixes.toSorted((a, b) => a.start - b.start),
    );
  }
  const booleans: readonly (readonly [before: string, after: string])[] = [
    ['DISABLECVM=yes', 'DISABLECVM=true'],
    ['"DISABLECVM=yes"', '"DISABLECVM=true"'],
    [`'DISABLECVM="yes"'`, `'DISABLECVM="true"'`],
    ['DISABLECVM="yes" # c', 'DISABLECVM="true" # c'],
    // These findings have no exact position in the text, so they have no fix.
    ['"DISABLECVM=\\x79es"', '"DISABLECVM=\\x79es"'],
    ['&a DISABLECVM=yes', '&a DISABLECVM=yes'],
  ];
  for (const [before, after] of booleans)
    test(before === after ? `leaves ${before} unchanged` : `changes ${before} to ${after}`, async () => {
      assert.ok(
        (await check(withLiterals('CLOUD_PROVIDER=ibmcloud', before))).some(({ rule }) => rule === 'osc/ppcm-bool'),
      );
      assert.equal(
        await fixText(withLiterals('CLOUD_PROVIDER=ibmcloud', before)),
        withLiterals('CLOUD_PROVIDER=ibmcloud', after),
      );
    });
  test('leaves a flow sequence unchanged', async () => {
    const text = `${head}configMapGenerator: [{name: peer-pods-cm, literals: [CLOUD_PROVIDER=ibmcloud, DISABLECVM=yes]}]\n`;
    assert.ok((await check(text)).some(({ rule }) => rule === 'osc/ppcm-bool'));
    assert.equal(await fixText(text), text);
  });
});

describe('fix that removes or adds keys', () => {
  /** Returns the text after the fix with this title. */
  async function after(text: string, title: RegExp): Promise<string | undefined> {
    const fix = (await check(text))
      .flatMap(({ finding }) => finding.fixes)
      .find((candidate) => title.test(candidate.title));
    return fix === undefined ? undefined : applyEdits(text, fix.edits);
  }
  const foreign = 'AZURE_REGION=eastus';
  const removals: readonly (readonly [literals: readonly string[], left: readonly string[] | undefined])[] = [
    [
      ['CLOUD_PROVIDER=aws', foreign, 'VXLAN_PORT=9000'],
      ['CLOUD_PROVIDER=aws', 'VXLAN_PORT=9000'],
    ],
    [[foreign, 'CLOUD_PROVIDER=aws'], ['CLOUD_PROVIDER=aws']],
    [['CLOUD_PROVIDER=aws', foreign], ['CLOUD_PROVIDER=aws']],
    [['CLOUD_PROVIDER=aws', `"${foreign}"`], ['CLOUD_PROVIDER=aws']],
    [['CLOUD_PROVIDER=aws', 'AZURE_REGION="eastus"'], ['CLOUD_PROVIDER=aws']],
    [
      ['CLOUD_PROVIDER=aws', `${foreign} # a`, 'A=b'],
      ['CLOUD_PROVIDER=aws', 'A=b'],
    ],
    [['CLOUD_PROVIDER=aws', `&a ${foreign}`, 'A=b'], undefined],
  ];
  for (const [literals, left] of removals)
    test(`${left === undefined ? 'removes nothing from' : 'removes a key from'} ${JSON.stringify(literals)}`, async () => {
      const expected = left === undefined ? undefined : withLiterals(...left);
      assert.equal(await after(withLiterals(...literals), /^Remove/), expected);
      assert.equal(
        await after(withLiterals(...literals).replaceAll('\n', '\r\n'), /^Remove/),
        expected?.replaceAll('\n', '\r\n'),
      );
    });
  test('removes nothing from flow sequences', async () => {
    for (const list of [
      `CLOUD_PROVIDER=aws, ${foreign}`,
      `\n    CLOUD_PROVIDER=aws,\n    ${foreign}\n  `,
      `\n    CLOUD_PROVIDER=aws,\n    "${foreign}"\n  `,
    ])
      assert.equal(
        await after(`${head}configMapGenerator:\n- name: peer-pods-cm\n  literals: [${list}]\n`, /^Remove/),
        undefined,
        list,
      );
  });
  test('inserts required keys', async () => {
    const some = ['CLOUD_PROVIDER=libvirt', '"LIBVIRT_POOL=default"'];
    const all = [...some, 'LIBVIRT_VOL_NAME=podvm-base.qcow2', 'LIBVIRT_DIR_NAME='];
    assert.equal(await after(withLiterals(...some), /^Add LIBVIRT_/), withLiterals(...all));
    assert.equal(
      await after(`${withLiterals(...some)}generatorOptions:\n  disableNameSuffixHash: true\n`, /^Add LIBVIRT_/),
      `${withLiterals(...all)}generatorOptions:\n  disableNameSuffixHash: true\n`,
    );
    assert.equal(await after(withLiterals(...some).trimEnd(), /^Add LIBVIRT_/), withLiterals(...all).trimEnd());
    assert.equal(
      await after(withLiterals(...some).replaceAll('\n', '\r\n'), /^Add LIBVIRT_/),
      withLiterals(...all).replaceAll('\n', '\r\n'),
    );
    assert.equal(
      await after(withLiterals('CLOUD_PROVIDER=libvirt', 'LIBVIRT_POOL=default # a'), /^Add LIBVIRT_/),
      undefined,
    );
  });
  test('removes a line from an env file', async () => {
    const text = 'CLOUD_PROVIDER=aws\nAZURE_REGION=eastus\nVXLAN_PORT=9000\n';
    const [finding] = await check(text, { envFileOf: 'peer-pods-cm' });
    assert.equal(applyEdits(text, finding?.finding.fixes[0]?.edits ?? []), 'CLOUD_PROVIDER=aws\nVXLAN_PORT=9000\n');
  });
});

describe('literal check with env files', () => {
  const text = (...envs: string[]) =>
    `${head}configMapGenerator:\n  - name: peer-pods-cm\n    envs: ${JSON.stringify(envs)}\n    literals:\n      - AZURE_REGION=eastus\ngeneratorOptions:\n  disableNameSuffixHash: true\n`;
  const rules = async (kustomization: string, files: Record<string, string>) =>
    (await check(kustomization, { files })).map(({ rule, line }) => `${rule} ${line}`);
  const foreign = ['osc/ppcm-foreign-key 5'];
  test('uses the provider in the env files', async () => {
    assert.deepEqual(await rules(text('a.env'), { 'a.env': '# c\n  CLOUD_PROVIDER=aws\r\nA=b\n' }), foreign);
    assert.deepEqual(await rules(text('a.env'), { 'a.env': 'CLOUD_PROVIDER=azure\n' }), []);
    assert.deepEqual(
      await rules(text('x/.env', 'a.env'), { 'a.env': 'CLOUD_PROVIDER=aws\n', 'x/.env': 'A=b\n' }),
      foreign,
    );
  });
  test('ignores env files with an uncertain provider', async () => {
    for (const files of [
      {},
      { 'b.env': 'CLOUD_PROVIDER=aws\n' },
      { 'a.env': 'CLOUD_PROVIDER="aws"\n' },
      { 'a.env': 'CLOUD_PROVIDER=AWS\n' },
      { 'a.env': 'CLOUD_PROVIDER=${C}\n' },
    ] as Record<string, string>[])
      assert.deepEqual(await rules(text('a.env'), files), [], JSON.stringify(files));
    assert.deepEqual(
      await rules(text('a.env', 'b.env'), { 'a.env': 'CLOUD_PROVIDER=aws\n', 'b.env': 'CLOUD_PROVIDER=azure\n' }),
      [],
    );
    assert.deepEqual(
      await rules(text('a.env').replace('literals:', 'literals:\n      - CLOUD_PROVIDER=azure'), {
        'a.env': 'CLOUD_PROVIDER=aws\n',
      }),
      [],
    );
  });
  test('shares the provider between env files', () => {
    const facts = createWorkspaceSnapshot(
      Object.entries({ 'k.yaml': text('a.env', 'b.env'), 'a.env': 'CLOUD_PROVIDER=aws\n', 'b.env': 'A=b\n' }).map(
        ([name, content]) => ({
          uri: `file:///w/${name}`,
          text: content,
        }),
      ),
    );
    assert.deepEqual(
      [...facts.envFiles].map(([uri, { provider }]) => `${uri} ${provider ?? ''}`),
      ['file:///w/a.env aws', 'file:///w/b.env aws'],
    );
  });
});

test('kustomization findings never show Secret values', async () => {
  const text = `${head}secretGenerator:\n  - name: peer-pods-secret\n    literals:\n      - AWS_ACCESS_KEY_ID=<hidden>\n      - AWS_SECRET_ACCES_KEY=hidden\n`;
  const found = await check(text, { hints: true });
  assert.ok(found.length > 0);
  for (const { message, finding } of found)
    assert.doesNotMatch(`${message} ${finding.fixes.map(({ title }) => title).join(' ')}`, /hidden/);
});
