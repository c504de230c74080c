/** Tests the check of all files in a workspace: findings in closed files, and when they are cleared. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { ClientCapabilities } from 'vscode-languageserver';
import {
  checkFilesRequest,
  filesToCheckRequest,
  type CheckedFilesResult,
  type FilesToCheckResult,
} from '#server/protocol/protocol.ts';
import { dist, Editor, root } from '../support/lsp/editor.ts';

const capabilities: ClientCapabilities = {
  workspace: { configuration: true, workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } },
  textDocument: { publishDiagnostics: { relatedInformation: true } },
};
const kataConfig = (level: string) =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\nspec:\n  logLevel: ${level}\n`;
const policy = (value: string) => `package agent_policy\n\ndefault ExecProcessRequest := ${value}\n`;

/** Counts the findings that the command line reports in a folder. */
function lint(folder: string): Omit<CheckedFilesResult, 'files' | 'rulesOff'> {
  let output: string;
  try {
    output = execFileSync(process.execPath, [path.join(dist, 'cli.js'), 'lint', '--format', 'json', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    // The command exits with an error code if it finds errors.
    output = String((error as { readonly stdout?: unknown }).stdout);
  }
  const found = JSON.parse(output) as readonly { readonly severity: string }[];
  const count = (severity: string) => found.filter((one) => one.severity === severity).length;
  return { errors: count('error'), warnings: count('warning'), infos: count('info') };
}

describe('check of all files', () => {
  let folder: string;
  let editor: Editor;
  let settings: unknown = {};
  const file = (name: string) => path.join(folder, name);
  const uriOf = (name: string) => pathToFileURL(file(name)).href;
  const told = (name: string, type: 1 | 2 | 3) =>
    editor.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(name), type }] });
  const write = async (name: string, text: string) => {
    mkdirSync(path.dirname(file(name)), { recursive: true });
    writeFileSync(file(name), text);
    await told(name, 2);
  };
  const checkAll = async (): Promise<CheckedFilesResult> => {
    const { uris } = await editor.request<FilesToCheckResult>(filesToCheckRequest, {});
    return editor.request<CheckedFilesResult>(checkFilesRequest, { uris });
  };
  const codes = async (name: string, ...expected: string[]) => {
    const found = await editor.diagnosticsWhen(
      uriOf(name),
      ({ diagnostics }) => diagnostics.length === expected.length,
    );
    assert.deepEqual(
      found.map(({ code }) => code),
      expected.map((code) => `osc/${code}`),
    );
  };

  before(async () => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'osc-check all-')));
    cpSync(path.join(root, 'samples/osc-1.12-aws'), file('samples'), { recursive: true });
    mkdirSync(file('own/deep'), { recursive: true });
    writeFileSync(file('own/deep/kataconfig.yaml'), kataConfig('Debug'));
    writeFileSync(file('own/others.rego'), 'package authz\n\nallow if nonsense(\n');
    writeFileSync(file('own/Cargo.toml'), '[package]\nname = \n');
    writeFileSync(file('own/settings.json'), '{ "a": }');
    editor = await Editor.start({ folders: [pathToFileURL(folder).href], capabilities, settings: () => settings });
  });
  after(async () => {
    assert.equal(await editor.stop(), 0);
    assert.equal(editor.stderr, '');
    assert.deepEqual([editor.unexpected, editor.logged], [[], []]);
    rmSync(folder, { recursive: true });
  });

  test('counts what the command line counts, and publishes the findings of closed files', async () => {
    const { files, rulesOff, ...counts } = await checkAll();
    assert.deepEqual(counts, lint(folder));
    assert.deepEqual(rulesOff, []);
    assert.ok(counts.errors > 1 && counts.warnings > 0 && files > 5, JSON.stringify({ files, ...counts }));
    await codes('own/deep/kataconfig.yaml', 'kataconfig-loglevel');
  });

  test('clears findings when a file is fixed on disk, and shows them again when it breaks', async () => {
    await write('own/deep/kataconfig.yaml', kataConfig('info'));
    await codes('own/deep/kataconfig.yaml');
    await write('own/deep/kataconfig.yaml', kataConfig('Debug'));
    await codes('own/deep/kataconfig.yaml', 'kataconfig-loglevel');
    await write('own/policy.rego', policy('nonsense('));
    await codes('own/policy.rego', 'rego-syntax');
    await write('own/policy.rego', 'package authz\n');
    await codes('own/policy.rego');
  });

  test('clears findings when a file or its folder is removed', async () => {
    await write('gone/a.yaml', kataConfig('Debug'));
    await codes('gone/a.yaml', 'kataconfig-loglevel');
    rmSync(file('gone/a.yaml'));
    await told('gone/a.yaml', 3);
    await codes('gone/a.yaml');
    await write('moved/b.yaml', kataConfig('Debug'));
    await codes('moved/b.yaml', 'kataconfig-loglevel');
    renameSync(file('moved'), file('elsewhere'));
    await told('moved', 3);
    await codes('moved/b.yaml');
    rmSync(file('elsewhere'), { recursive: true });
  });

  test('skips open files, and checks them again when they are closed', async () => {
    const name = 'own/deep/kataconfig.yaml';
    await editor.open(uriOf(name), kataConfig('info'));
    await editor.diagnosticsWhen(
      uriOf(name),
      ({ version, diagnostics }) => version === 1 && diagnostics.every(({ severity }) => severity === 4),
    );
    const { errors } = await checkAll();
    const before = lint(folder).errors;
    assert.equal(errors, before - 1, 'the text in the editor counts');
    await editor.close(uriOf(name));
    await codes(name, 'kataconfig-loglevel');
  });

  test('updates findings when settings change', async () => {
    settings = { rules: { 'kataconfig-loglevel': 'off' } };
    await editor.notify('workspace/didChangeConfiguration', { settings: null });
    await codes('own/deep/kataconfig.yaml');
    assert.deepEqual((await checkAll()).rulesOff, ['kataconfig-loglevel']);
    settings = {};
    await editor.notify('workspace/didChangeConfiguration', { settings: null });
    assert.equal((await checkAll()).errors, lint(folder).errors);
    await codes('own/deep/kataconfig.yaml', 'kataconfig-loglevel');
  });

  test('clears findings when the file is excluded and all files are checked again', async () => {
    writeFileSync(file('.gitignore'), 'own/deep/\n');
    await told('.gitignore', 2);
    await checkAll();
    await codes('own/deep/kataconfig.yaml');
  });

  test('reports nothing for files outside the workspace', async () => {
    const outside = path.join(folder, '..', `${path.basename(folder)}.yaml`);
    writeFileSync(outside, kataConfig('Debug'));
    const uris = [pathToFileURL(outside).href, 'untitled:a.yaml', 'file:///%zz.yaml', ''];
    assert.deepEqual(await editor.request(checkFilesRequest, { uris }), {
      files: 0,
      errors: 0,
      warnings: 0,
      infos: 0,
      rulesOff: [],
    });
    for (const params of [{}, { uris: 7 }, { uris: [7, null] }])
      assert.equal((await editor.request<CheckedFilesResult>(checkFilesRequest, params)).files, 0);
    rmSync(outside);
  });
});
