/** Tests env files that a kustomization references: how they are parsed, and which files these are. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { dataObjects } from '#core/kinds/dataObjects.ts';
import { newestRelease } from '#core/product/releases.ts';
import { EnvDocument } from '#server/engine/yaml/envDocument.ts';
import { findYamlNode, locateYamlNode, type ScalarNode } from '#server/engine/yaml/node.ts';
import { OpenFile } from '#server/engine/workspace/openFile.ts';
import type { PlacedDocument } from '#server/engine/yaml/yamlDocument.ts';
import { hasData } from '#server/engine/yaml/objects/dataEntries.ts';
import { checkFile } from '#server/manifest/checkManifests.ts';
import { check } from '#test/support/manifests/checkText.ts';
import { indexFile, sameFacts, createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';

const kindNamed = (name: string) => dataObjects.find(({ id }) => id === name) ?? assert.fail(name);
const peerPods = kindNamed('peer-pods-cm');

function only(text: string, kind = peerPods) {
  const [manifest, ...others] = new EnvDocument(text, { kind }).manifests;
  assert.deepEqual(others, []);
  return manifest ?? assert.fail('nothing');
}

function read(text: string) {
  const data = findYamlNode(only(text).root, ['data']);
  const entries = data?.type === 'map' ? data.entries.filter(({ key }) => !key.unknown) : [];
  return entries.map(({ key, value }) => {
    const scalar = value as ScalarNode;
    assert.equal(text.slice(key.start, key.end), key.text);
    assert.equal(text.slice(scalar.start, scalar.end), scalar.text);
    return scalar.unknown ? `${key.text}?` : `${key.text}=${scalar.text}`;
  });
}

describe('env file parsing', () => {
  const lines: readonly (readonly [text: string, ...entries: string[]])[] = [
    [''],
    ['A=b', 'A=b'],
    ['A=b\nC=d\n', 'A=b', 'C=d'],
    ['A=b\r\n\r\nC=\r\n', 'A=b', 'C='],
    ['\uFEFFA=b\n', 'A=b'],
    ['# A=b\n  # C=d\n\tE=f\n', 'E=f'],
    ['A="b"\n', 'A?'],
    ['A="\n', 'A="'],
    ['A= b \n', 'A= b '],
    ['A=b # no comment\n', 'A=b # no comment'],
    ['A=b=c', 'A=b=c'],
    ['A\nB=c', 'A?', 'B=c'],
    ['A=${B}\nC=$(d)\nE={{ f }}', 'A?', 'C?', 'E?'],
    ['a.b-c_d=e', 'a.b-c_d=e'],
    // kustomize rejects these lines, and with them the whole file.
    ['A =b\nexport B=c\n=d\n1A=b\n[section]\nA: b'],
  ];
  for (const [text, ...entries] of lines)
    test(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(read(text), entries));
  test('keeps quotes as part of the value', async () =>
    assert.deepEqual(await rulesIn('CLOUD_PROVIDER="aws"\n'), ['osc/env-file-line 0:15']));
});

const rulesIn = (text: string, kind = peerPods) =>
  found([{ document: new EnvDocument(text, { kind }), start: 0 }], text);

async function found(documents: readonly PlacedDocument[], text: string): Promise<string[]> {
  const document = TextDocument.create('file:///w/a.env', 'properties', 1, text);
  const findings = await checkFile(document.uri, documents, {
    release: newestRelease,
    severities: new Map(),
    workspace: undefined,
    yamlCheckedElsewhere: false,
    embeddedRules: () => Promise.resolve([]),
    onError: (message) => assert.fail(message),
  });
  return (findings ?? []).map(({ rule, start }) => {
    const { line, character } = document.positionAt(start);
    return `osc/${rule.id} ${line}:${character}`;
  });
}

describe('env file check', () => {
  test('reports invalid keys and values at their positions', async () =>
    assert.deepEqual(await rulesIn('# a\nCLOUD_PROVIDER=aws\nAWS_REGION=us-east-2a\nGCP_IMAGE_NAME=a\n'), [
      'osc/ppcm-value-form 2:11',
      'osc/ppcm-unknown-key 3:0',
    ]));
  test('reports no missing keys', async () => {
    assert.deepEqual(await rulesIn('CLOUD_PROVIDER=aws\n'), []);
    assert.equal(hasData(only('CLOUD_PROVIDER=aws\n'), 'AWS_REGION'), true);
  });
  test('supports suppression comments', async () =>
    assert.deepEqual(await rulesIn('# osc-ignore-next-line ppcm-provider: mine\nCLOUD_PROVIDER=AWS\n'), []));
  test('supports Secrets', () => {
    const { root, name } = only('AWS_ACCESS_KEY_ID=a\n', kindNamed('peer-pods-secret'));
    assert.equal(name, 'peer-pods-secret');
    assert.deepEqual(locateYamlNode(root, 3)?.path, ['stringData', 'AWS_ACCESS_KEY_ID']);
  });
  test('ignores oversized files', () =>
    assert.deepEqual(new EnvDocument('A=b\n'.repeat(200_000), { kind: peerPods }).manifests, []));
});

describe('provider of an env file', () => {
  const beside = (text: string, provider?: string) => {
    const document = new EnvDocument(text, { kind: peerPods, ...(provider === undefined ? {} : { provider }) });
    return found([{ document, start: 0 }], text);
  };
  test('determines which keys are reported', async () => {
    const text = 'AZURE_REGION=eastus\nAWS_REGION=us-east-2a\n';
    assert.deepEqual(await beside(text), ['osc/ppcm-value-form 1:11']);
    assert.deepEqual(await beside(text, 'aws'), ['osc/ppcm-foreign-key 0:0', 'osc/ppcm-value-form 1:11']);
    assert.deepEqual(await beside(text, 'AWS'), ['osc/ppcm-value-form 1:11']);
    assert.deepEqual(await beside(`CLOUD_PROVIDER=azure\n${text}`, 'aws'), ['osc/ppcm-foreign-key 2:0']);
  });
  test('is unknown when kustomizations differ or use variables', () => {
    const generator = (...literals: string[]) =>
      `configMapGenerator:\n  - name: peer-pods-cm\n    envs: [a.env]\n    literals: ${JSON.stringify(literals)}\n`;
    const providerOf = (...texts: string[]) =>
      [
        ...createWorkspaceSnapshot(
          texts.map((text, index) => ({ uri: `file:///w/${index}.yaml`, text })),
        ).envFiles.values(),
      ].map(({ provider }) => provider);
    assert.deepEqual(providerOf(generator('CLOUD_PROVIDER=aws')), ['aws']);
    assert.deepEqual(providerOf(generator('CLOUD_PROVIDER=aws'), generator('CLOUD_PROVIDER=aws')), ['aws']);
    assert.deepEqual(providerOf(generator('CLOUD_PROVIDER=aws'), generator('CLOUD_PROVIDER=azure')), [undefined]);
    assert.deepEqual(providerOf(generator('CLOUD_PROVIDER=aws'), generator()), [undefined]);
    assert.deepEqual(providerOf(generator('CLOUD_PROVIDER=${C}')), [undefined]);
  });
});

describe('env file line check', () => {
  const faults = (text: string) =>
    only(text).faults?.map(({ start, end, fault, name, meant }) => [
      text.slice(start, end),
      fault,
      ...(name === undefined ? [] : [`${name}=${meant ?? ''}`]),
    ]);
  const cases: readonly (readonly [text: string, ...fault: readonly string[]])[] = [
    ['export A=b', 'export A=b', 'refused', 'A=b'],
    ['  export A=b\r\n', 'export A=b', 'refused', 'A=b'],
    ['A = b', 'A = b', 'refused', 'A=b'],
    ['A =b', 'A =b', 'refused', 'A=b'],
    ['A: b', 'A: b', 'refused', 'A=b'],
    ['export A="b c"', 'export A="b c"', 'refused', 'A=b c'],
    ['-----BEGIN KEY-----', '-----BEGIN KEY-----', 'refused'],
    ['[section]', '[section]', 'refused'],
    ['A="b"', '"b"', 'quoted', 'A=b'],
    ["A='b'\r\n", "'b'", 'quoted', 'A=b'],
  ];
  for (const [text, ...fault] of cases)
    test(`reports ${JSON.stringify(text)}`, () => assert.deepEqual(faults(text), [fault]));
  for (const text of [
    'A=b',
    'A= b',
    'A',
    '=d',
    '# export A=b',
    '{{ if .x }}',
    '${A} = b',
    'A="b',
    'A=""',
    'A="${B}"',
    '1A=b',
    '\uFEFFA=b',
    'A=b = c',
  ])
    test(`accepts ${JSON.stringify(text)}`, () => assert.deepEqual(faults(text), []));
  test("hides Secret values and doesn't remove their quotes automatically", async () => {
    const text = 'export AWS_ACCESS_KEY_ID=hidden\nAWS_SECRET_ACCESS_KEY="hidden"\n';
    const all = await check(text, { envFileOf: 'peer-pods-secret' });
    assert.deepEqual(
      all.map(({ rule, finding }) => [rule, finding.fixes.map(({ sure }) => sure)]),
      [
        ['osc/env-file-line', [true]],
        ['osc/env-file-line', [false]],
      ],
    );
    for (const { message, finding } of all)
      assert.doesNotMatch(`${message} ${finding.fixes.map(({ title }) => title).join(' ')}`, /hidden/);
  });
  test('offers no automatic fix for invalid values or the provider', async () => {
    const sure = async (text: string) =>
      (await check(text, { envFileOf: 'peer-pods-cm' })).flatMap(({ finding }) => finding.fixes.map((fix) => fix.sure));
    assert.deepEqual(await sure('VXLAN_PORT="9000"\n'), [true]);
    assert.deepEqual(await sure('VXLAN_PORT="x"\n'), [false]);
    assert.deepEqual(await sure('export VXLAN_PORT=x\n'), [false]);
    assert.deepEqual(await sure('CLOUD_PROVIDER="aws"\n'), [false]);
  });
});

describe('env file reference', () => {
  const kustomization = (...names: readonly string[]) =>
    `configMapGenerator:\n  - name: peer-pods-cm\n    envs: ${JSON.stringify(names)}\n`;
  const named = (files: Readonly<Record<string, string>>) =>
    [
      ...createWorkspaceSnapshot(Object.entries(files).map(([name, text]) => ({ uri: `file:///w/${name}`, text })))
        .envFiles,
    ].map(([uri, { kind }]) => `${kind.id} ${decodeURIComponent(uri.slice('file:///w/'.length))}`);
  test('is resolved in the folder of the kustomization and below', () =>
    assert.deepEqual(
      named({
        'a/kustomization.yaml': kustomization('b.env', './c.env', 'd/e f#.env', 'd/../g.env', 'wörter.properties', 'h'),
      }),
      [
        'peer-pods-cm a/b.env',
        'peer-pods-cm a/c.env',
        'peer-pods-cm a/d/e f#.env',
        'peer-pods-cm a/g.env',
        'peer-pods-cm a/wörter.properties',
        'peer-pods-cm a/h',
      ],
    ));
  test('is ignored outside the folder or with an unsupported name', () =>
    assert.deepEqual(
      named({
        'a/kustomization.yaml': kustomization(
          '../b.env',
          '/c.env',
          '.',
          '..',
          'd/',
          'd/../../e.env',
          'https://a.example.com/f.env',
          'C:\\g.env',
          'h.env.age',
          'i.yaml',
          '\ud800',
        ),
      }),
      [],
    ));
  test('is ignored when two generators create different objects', () => {
    const both = (second: string) =>
      `configMapGenerator:\n  - {name: peer-pods-cm, env: a.env}\n  - {name: ${second}, env: a.env}\n  - {name: other, env: b.env}\n`;
    assert.deepEqual(named({ 'k.yaml': both('peer-pods-cm') }), ['peer-pods-cm a.env']);
    assert.deepEqual(named({ 'k.yaml': both('osc-feature-gates') }), []);
  });
  test('changes the facts of the kustomization', () => {
    const facts = (name: string) => indexFile('file:///w/k.yaml', kustomization(name));
    assert.equal(sameFacts(facts('a.env'), facts('a.env'), false), true);
    assert.equal(sameFacts(facts('a.env'), facts('b.env'), false), false);
  });
});

describe('open file', () => {
  test('follows the kind that the workspace assigns', () => {
    let kind: typeof peerPods | undefined;
    const file = new OpenFile(TextDocument.create('file:///w/a.env', 'dotenv', 1, 'CLOUD_PROVIDER=aws\n'), () =>
      kind === undefined ? undefined : { kind },
    );
    const kinds = () =>
      file.documents.flatMap(({ document }) => document.manifests.map((manifest) => manifest.kind.id));
    assert.deepEqual(kinds(), []);
    kind = peerPods;
    assert.deepEqual(kinds(), ['peer-pods-cm']);
    assert.equal(file.documents, file.documents);
    kind = kindNamed('peer-pods-secret');
    assert.deepEqual(kinds(), ['peer-pods-secret']);
    kind = undefined;
    assert.deepEqual(kinds(), []);
  });
  test('remains YAML even if a kustomization names it', () => {
    const file = new OpenFile(TextDocument.create('file:///w/a.yaml', 'yaml', 1, 'kind: Pod\n'), () => ({
      kind: peerPods,
    }));
    assert.equal(file.isEnvFile, false);
    assert.deepEqual(
      file.documents.map(({ document }) => document.manifest),
      [undefined],
    );
  });
});
