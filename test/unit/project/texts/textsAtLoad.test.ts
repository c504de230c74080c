/**
 * Tests that no module resolves a text while it is loaded, so that the language of a process doesn't depend on the
 * order of imports.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { getList, getString, getStrings } from '#core/common/json.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';

/**
 * Modules that can't be imported in this test, because they are executables or require VS Code or a browser. Webview
 * pages are also excluded: they require a document, and the build puts their translations into the library that they
 * import.
 */
const excluded = [
  'client/src/demo/demoProcess.ts',
  'client/src/language/server/launchServer.ts',
  'client/src/language/server/runServer.ts',
  'client/src/mustGather/supportArchive/packProcess.ts',
  'client/src/mustGather/reader/readerProcess.ts',
  'client/src/web/extension.ts',
  'client/src/web/languageWorker.ts',
  'client/src/web/services.ts',
  'server/src/cli/main.ts',
  'server/src/lsp/main.ts',
  'server/src/lsp/serve.ts',
  'server/src/lsp/serveInWorker.ts',
  'server/src/lsp/serveWeb.ts',
  'server/src/lsp/yamlServer/yamlServerProgram.ts',
  'server/src/policy/evaluationWorker/evaluationProgram.ts',
];

/** Imports files of a folder in a separate process. */
function importAll(folder: string, files: readonly string[]): { texts: readonly string[]; failed: readonly string[] } {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [path.join(repositoryRoot, 'test/support/repository/textsAtLoad.ts'), folder],
    { cwd: folder, encoding: 'utf8', input: files.join('\n'), maxBuffer: 2 ** 26 },
  );
  assert.equal(status, 0, stderr);
  const found: unknown = JSON.parse(stdout);
  const texts = getList(found, 'texts').map((each) => {
    const [at = ''] = getStrings(each, 'frames').map((frame) => path.relative(folder, frame));
    return `${at}: ${getString(each, 'key') ?? ''}`;
  });
  return { texts, failed: getStrings(found, 'failed') };
}

test('no module translates a text while it is loaded', () => {
  const files = globSync('{core,server/src,gather,redaction,simulator/src,snippets,client/src}/**/*.ts', {
    cwd: repositoryRoot,
  })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('client/src/webview/pages/'));
  for (const file of excluded) assert.ok(files.includes(file), `${file} is excluded, but does not exist`);
  const { texts, failed } = importAll(
    repositoryRoot,
    files.filter((file) => !excluded.includes(file)),
  );
  assert.deepEqual(failed, []);
  assert.deepEqual(texts.slice(0, 20), []);
});

test('the check finds a text in a constant, a table, and the result of a function', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-texts-'));
  const library = "import * as l10n from '@vscode/l10n';\n";
  try {
    const files = {
      'constant.ts': `${library}export const title = l10n.t\`A title\`;\n`,
      'table.ts': `${library}export const names = { allowed: l10n.t({ message: 'Allowed', args: [], comment: [] }) };\n`,
      'result.ts': `${library}const describe = () => l10n.t('A result');\nexport const described = describe();\n`,
      'late.ts': `${library}export const names = { denied: () => l10n.t\`Denied\` };\n`,
    };
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n');
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
    const { texts, failed } = importAll(folder, Object.keys(files));
    assert.deepEqual(failed, []);
    assert.deepEqual(
      texts.map((text) => text.replace(/:\d+/, '')),
      ['constant.ts: A title', 'table.ts: Allowed', 'result.ts: A result'],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
