/**
 * Tests the schemas that a client sends from a cluster: findings, completion, hovers, and the CodeLens follow them, and
 * they take precedence over CRD files and over the built-in data.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type {
  ClientCapabilities,
  CodeAction,
  CodeLens,
  CompletionList,
  Diagnostic,
  Hover,
} from 'vscode-languageserver';
import type { ClusterKindSchema, ClusterSchemasParams } from '#server/protocol/clusterSchemas.ts';
import { Editor } from '../support/lsp/editor.ts';

const capabilities: ClientCapabilities = {
  workspace: { configuration: true, codeLens: { refreshSupport: true } },
};
const uri = 'file:///nowhere/trusteeconfig.yaml';
const head =
  'apiVersion: confidentialcontainers.org/v1alpha1\nkind: TrusteeConfig\nmetadata:\n  name: trustee\n  namespace: demo\nspec:\n';
const text = `${head}  profileType: Permisive\n  tlsConfig:\n    profil: modern\n    minVersion: "2"\n`;
const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        profileType: { type: 'string', description: 'See [the docs](https://evil.example) \u202e now.' },
        tlsConfig: {
          type: 'object',
          properties: {
            profile: { type: 'string', enum: ['old', 'modern'] },
            minVersion: { type: 'string', pattern: '^1\\.[0-3]$' },
          },
          'x-kubernetes-validations': [{ rule: 'self.minVersion <= self.maxVersion', message: 'too *small*' }],
        },
      },
    },
  },
};
const trustee: ClusterKindSchema = {
  group: 'confidentialcontainers.org',
  version: 'v1alpha1',
  kind: 'TrusteeConfig',
  isNamespaced: true,
  asOf: '2026-11-21T10:41:00Z',
  schema,
};
const textOf = ({ message }: Diagnostic) => (typeof message === 'string' ? message : message.value);

describe('the schemas of a cluster', () => {
  let editor: Editor;
  const send = (params: unknown) => editor.notify('osc/clusterSchemas', params);
  const found = async (when: (messages: readonly string[]) => boolean, at = uri) =>
    editor.diagnosticsWhen(at, ({ diagnostics }) => when(diagnostics.map(textOf)));
  const lenses = async (at = uri) =>
    (await editor.request<CodeLens[]>('textDocument/codeLens', { textDocument: { uri: at } })).map(
      ({ command }) => command?.title ?? '',
    );
  const hoverAt = async (line: number, character: number) => {
    const hover = await editor.request<Hover | null>('textDocument/hover', {
      textDocument: { uri },
      position: { line, character },
    });
    return hover !== null && typeof hover.contents === 'object' && 'value' in hover.contents
      ? hover.contents.value
      : '';
  };

  before(async () => {
    editor = await Editor.start({ capabilities, settings: () => ({}) });
    await editor.open(uri, text);
  });
  beforeEach(async () => {
    await send({});
    await found((messages) => messages.length === 0);
  });
  after(async () => {
    assert.equal(await editor.stop(), 0);
    assert.equal(editor.stderr, '');
    assert.deepEqual(editor.unexpected, []);
  });

  test('find a wrong field, value, and pattern, and an unknown profile', async () => {
    await send({ cluster: 'demo', kinds: [trustee] } satisfies ClusterSchemasParams);
    const diagnostics = await found((messages) => messages.length === 3);
    assert.deepEqual(
      diagnostics.map((one) => [one.code, one.severity]),
      [
        ['osc/crd-value', 2],
        ['osc/crd-unknown-field', 1],
        ['osc/crd-value', 1],
      ],
    );
    assert.match(textOf(diagnostics[0] as Diagnostic), /"Permisive".*Known values: Permissive, Restricted\./);
    assert.match(textOf(diagnostics[1] as Diagnostic), /CRD in the cluster demo.*Did you mean profile\?/);
    assert.match(textOf(diagnostics[2] as Diagnostic), /requires pattern: \^1\\\.\[0-3\]\$/);
    const actions = await editor.request<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: diagnostics[0]?.range,
      context: { diagnostics: [diagnostics[0]] },
    });
    assert.ok(actions.some(({ title }) => title === 'Change to Permissive'));
  });

  test('are named in a CodeLens with their age, and in hovers without links', async () => {
    await send({ cluster: 'demo', kinds: [trustee] } satisfies ClusterSchemasParams);
    await found((messages) => messages.length === 3);
    assert.ok(
      (await lenses()).some((title) => /^Schema from cluster demo \(last updated 2026-11-21 \d\d:41\)$/.test(title)),
    );
    const hover = await hoverAt(6, 4);
    assert.match(hover, /Defined in.*the cluster demo/s);
    assert.doesNotMatch(hover, /\]\(|https:\/\/|\u202e/);
    const rule = await hoverAt(7, 4);
    assert.match(rule, /`self\.minVersion <= self\.maxVersion`/);
    assert.match(rule, /too &#42;small&#42;/);
  });

  test('determine the completion of fields and values', async () => {
    await send({ cluster: 'demo', kinds: [trustee] } satisfies ClusterSchemasParams);
    await found((messages) => messages.length === 3);
    const offered = async (line: number, character: number) => {
      const answer = await editor.request<CompletionList | { label: string }[]>('textDocument/completion', {
        textDocument: { uri },
        position: { line, character },
      });
      return (Array.isArray(answer) ? answer : answer.items).map(({ label }) => label);
    };
    assert.deepEqual(await offered(6, 15), ['Permissive', 'Restricted']);
    assert.ok((await offered(8, 4)).includes('profile'));
  });

  test('take precedence over a CRD file, and over the built-in data as information', async () => {
    const kataConfig = 'file:///nowhere/kataconfig.yaml';
    await editor.open(
      kataConfig,
      'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\nspec:\n  newField: b\n',
    );
    const isAboutField = (one: string) => one.includes('newField');
    const before = (await found((messages) => messages.some(isAboutField), kataConfig)).find((one) =>
      isAboutField(textOf(one)),
    );
    assert.equal(before?.severity, 1);
    const kind: ClusterKindSchema = {
      ...trustee,
      group: 'kataconfiguration.openshift.io',
      version: 'v1',
      kind: 'KataConfig',
      schema: {
        type: 'object',
        properties: { spec: { type: 'object', properties: { newField: { type: 'string' } } } },
      },
    };
    await send({ cluster: 'demo', kinds: [kind] } satisfies ClusterSchemasParams);
    const finding = (await found((messages) => messages.some((one) => one.includes('demo')), kataConfig)).find((one) =>
      isAboutField(textOf(one)),
    );
    assert.equal(finding?.severity, 3);
    assert.match(textOf(finding), /^spec\.newField isn't known in OSC [\d.]+, but cluster demo accepts it\.$/);
    await editor.close(kataConfig);
  });

  test('are ignored if they are invalid', async () => {
    const invalid: readonly unknown[] = [
      null,
      { cluster: 'demo' },
      { cluster: 'demo', kinds: {} },
      { cluster: 'demo', kinds: [null, { ...trustee, schema: 'text' }, { ...trustee, group: '../a' }] },
      { cluster: 'demo', kinds: [{ ...trustee, schema: { type: 'object', properties: { spec: { $ref: '#' } } } }] },
      { cluster: '', kinds: [trustee] },
    ];
    for (const params of invalid) await send(params);
    await send({ cluster: 'demo', kinds: [trustee] } satisfies ClusterSchemasParams);
    assert.equal((await found((messages) => messages.length > 0)).length, 3);
  });
});
