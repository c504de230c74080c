/**
 * Tests kustomizations and their env files in an editor: findings, hovers, completion, and fixes, which disappear with
 * the kustomization.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { CodeAction, CompletionItem, DocumentSymbol, Hover, InlayHint, Location } from 'vscode-languageserver';
import { Editor } from '../support/lsp/editor.ts';

const kustomization = (env: string) =>
  `kind: Kustomization\nconfigMapGenerator:\n  - name: peer-pods-cm\n    envs: [${env}]\n    literals:\n      - PAUSE_IMAGE="1.2"\n      - DISABLECVM=yes\nsecretGenerator:\n  - name: peer-pods-secret\n    literals:\n      - AWS_ACCESS_KEY_ID=hidden\ngeneratorOptions:\n  disableNameSuffixHash: true\n`;

describe('env file support', () => {
  let folder: string;
  let editor: Editor;
  const uriOf = (name: string) => pathToFileURL(path.join(folder, name)).href;
  const codes = (name: string, ...wanted: string[]) =>
    editor.diagnosticsWhen(
      uriOf(name),
      ({ diagnostics }) => JSON.stringify(diagnostics.map(({ code }) => code)) === JSON.stringify(wanted),
    );
  const ask = <T>(method: string, name: string, line: number, character: number) =>
    editor.connection.sendRequest<T>(`textDocument/${method}`, {
      textDocument: { uri: uriOf(name) },
      position: { line, character },
    });

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'osc env-'));
    writeFileSync(path.join(folder, 'kustomization.yaml'), kustomization('a.env'));
    editor = await Editor.start({
      folders: [pathToFileURL(folder).href],
      capabilities: { workspace: { workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } } },
    });
  });
  after(async () => {
    assert.equal(await editor.stop(), 0);
    assert.equal(editor.stderr, '');
    rmSync(folder, { recursive: true });
  });

  test('provides findings, fixes, hovers, and completion in an env file', async () => {
    await editor.open(uriOf('a.env'), '# c\nCLOUD_PROVIDER=aws\nDISABLECVM=yes\n\n');
    const [finding] = await codes('a.env', 'osc/ppcm-bool');
    assert.deepEqual(finding?.range, { start: { line: 2, character: 11 }, end: { line: 2, character: 14 } });
    const hover = await ask<Hover>('hover', 'a.env', 1, 3);
    assert.match(JSON.stringify(hover.contents), /\*\*data\.CLOUD_PROVIDER\*\*/);
    const items = await ask<CompletionItem[]>('completion', 'a.env', 3, 0);
    assert.ok(items.some(({ label }) => label === 'AWS_REGION'));
    assert.ok(!items.some(({ label }) => label === 'CLOUD_PROVIDER'));
    const actions = await editor.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: uriOf('a.env') },
      range: finding.range,
      context: { diagnostics: [], only: ['quickfix'] },
    });
    const edits = actions.find(({ isPreferred }) => isPreferred === true)?.edit?.changes?.[uriOf('a.env')];
    assert.equal(await editor.apply(uriOf('a.env'), edits ?? []), '# c\nCLOUD_PROVIDER=aws\nDISABLECVM=true\n\n');
    await codes('a.env');
  });

  test('is active only while a kustomization names the file', async () => {
    await editor.open(uriOf('b.env'), 'CLOUD_PROVIDER=AWS\n');
    await codes('b.env');
    assert.deepEqual(await ask('completion', 'b.env', 1, 0), []);
    assert.equal(await ask('hover', 'b.env', 0, 3), null);
    await editor.open(uriOf('kustomization.yaml'), kustomization('b.env'));
    await codes('b.env', 'osc/ppcm-provider');
    await editor.change(uriOf('kustomization.yaml'), { text: kustomization('c.env') });
    await codes('b.env');
  });

  test('uses the provider in the current literals', async () => {
    const beside = (provider: string) => kustomization('d.env').replace('DISABLECVM=yes', `CLOUD_PROVIDER=${provider}`);
    await editor.change(uriOf('kustomization.yaml'), { text: beside('aws') });
    await editor.open(uriOf('d.env'), 'AWS_REGION=us-east-2\nAZURE_REGION=eastus\n\n');
    const [foreign] = await codes('d.env', 'osc/ppcm-foreign-key');
    assert.equal(foreign?.range.start.line, 1);
    const items = (await ask<CompletionItem[]>('completion', 'd.env', 2, 0)).map(({ label }) => label);
    assert.ok(
      items.includes('AWS_VPC_ID') && !items.includes('AZURE_SUBNET_ID') && !items.includes('CLOUD_PROVIDER'),
      items.join(),
    );
    await editor.change(uriOf('kustomization.yaml'), { text: beside('azure') });
    const changed = await editor.diagnosticsWhen(uriOf('d.env'), ({ diagnostics }) =>
      diagnostics.some(({ range }) => range.start.line === 0),
    );
    assert.deepEqual(
      changed.map(({ code }) => code),
      ['osc/ppcm-foreign-key'],
    );
    await editor.change(uriOf('kustomization.yaml'), { text: kustomization('c.env') });
    await codes('d.env');
  });

  test('uses the provider in an env file for literals, on disk and in the editor', async () => {
    const text = kustomization('e.env').replace('DISABLECVM=yes', 'AZURE_REGION=eastus');
    writeFileSync(path.join(folder, 'e.env'), 'CLOUD_PROVIDER=aws\n');
    await editor.change(uriOf('kustomization.yaml'), { text });
    // Once the cloud provider is known, the server also reports the keys that the Secret lacks.
    await codes('kustomization.yaml', 'osc/ppcm-foreign-key', 'osc/ppsecret-missing-key');
    // The Secret has only keys for AWS.
    await editor.open(uriOf('e.env'), 'CLOUD_PROVIDER=azure\n');
    await codes('kustomization.yaml', 'osc/ppsecret-missing-key');
    await editor.change(uriOf('e.env'), { text: 'CLOUD_PROVIDER=gcp\n' });
    await codes('kustomization.yaml', 'osc/ppcm-foreign-key', 'osc/ppsecret-missing-key');
    await editor.change(uriOf('kustomization.yaml'), { text: kustomization('c.env') });
    await codes('kustomization.yaml', 'osc/ppcm-bool');
  });

  test('provides instance types for pods, on disk and in the editor, and links to the env file', async () => {
    writeFileSync(
      path.join(folder, 'f.env'),
      'CLOUD_PROVIDER=aws\nPODVM_INSTANCE_TYPE=t3.medium\nPODVM_INSTANCE_TYPES=t3.medium,t3.large\n',
    );
    await editor.change(uriOf('kustomization.yaml'), { text: kustomization('f.env, gone.env') });
    const pod = (type: string) =>
      `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  annotations:\n    io.katacontainers.config.hypervisor.machine_type: ${type}\nspec:\n  runtimeClassName: kata-remote\n  containers:\n    - name: web\n      image: quay.io/example/web\n`;
    await editor.open(uriOf('pod.yaml'), pod('m5.large'));
    assert.deepEqual(await ask('definition', 'kustomization.yaml', 3, 20), []);
    const [place] = await ask<Location[]>('definition', 'kustomization.yaml', 3, 13);
    assert.equal(place?.uri, uriOf('f.env'));
    await codes('pod.yaml');
    await editor.change(uriOf('kustomization.yaml'), { text: kustomization('f.env') });
    await codes('pod.yaml', 'osc/pod-machine-type-not-allowed');
    const items = await ask<CompletionItem[]>('completion', 'pod.yaml', 5, 61);
    assert.deepEqual(
      items.map(({ label }) => label),
      ['t3.medium', 't3.large'],
    );
    await editor.change(uriOf('pod.yaml'), { text: pod('t3.large') });
    await codes('pod.yaml');
    const range = { start: { line: 0, character: 0 }, end: { line: 8, character: 0 } };
    const hints = await editor.request<InlayHint[]>('textDocument/inlayHint', {
      textDocument: { uri: uriOf('pod.yaml') },
      range,
    });
    assert.match(JSON.stringify(hints), /VM: t3\.large/);
    await editor.open(uriOf('f.env'), 'CLOUD_PROVIDER=aws\nPODVM_INSTANCE_TYPES=m5.large\n');
    await codes('pod.yaml', 'osc/pod-machine-type-not-allowed');
    await editor.close(uriOf('f.env'));
    await codes('pod.yaml');
    await editor.close(uriOf('pod.yaml'));
    await editor.change(uriOf('kustomization.yaml'), { text: kustomization('c.env') });
  });

  test('provides findings, hovers, completion, and an outline without Secret values in a kustomization', async () => {
    await codes('kustomization.yaml', 'osc/ppcm-bool');
    assert.match(
      JSON.stringify((await ask<Hover>('hover', 'kustomization.yaml', 6, 9)).contents),
      /\*\*data\.DISABLECVM\*\*/,
    );
    const items = await ask<CompletionItem[]>('completion', 'kustomization.yaml', 6, 19);
    assert.deepEqual(
      items.map(({ label }) => label),
      ['true', 'false'],
    );
    const symbols = await ask<DocumentSymbol[]>('documentSymbol', 'kustomization.yaml', 0, 0);
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ['ConfigMap peer-pods-cm', 'Secret peer-pods-secret'],
    );
    const data = symbols[0]?.children?.find(({ name }) => name === 'data')?.children;
    assert.deepEqual(
      data?.map(({ name, detail }) => [name, detail]),
      [
        ['PAUSE_IMAGE', '1.2'],
        ['DISABLECVM', 'yes'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(symbols), /hidden/);
    assert.deepEqual(await ask('documentLink', 'kustomization.yaml', 0, 0), []);
  });
});
