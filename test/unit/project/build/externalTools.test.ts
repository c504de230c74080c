/** Tests the third-party tools of the tests: how they are found, and which test files require which tool. */
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, describe, test } from 'node:test';
import {
  findTool,
  installCommand,
  isAtLeast,
  MissingToolError,
  outputOf,
  type ExternalTool,
} from '#scripts/externalTools/externalTool.ts';
import { SetupError } from '#scripts/vscode/vscodeInstall.ts';
import { fileTools, toolsOf } from '#scripts/test/requirements.ts';
import { byText } from '#test/support/repository/compareText.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'osc-tools-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const tool: ExternalTool = {
  name: 'osc-no-such-tool',
  title: 'osc-no-such-tool 2 or newer',
  neededFor: 'this test',
  variable: 'OSC_NO_SUCH_TOOL',
  installCommands: { debian: 'get it', ubuntu: 'get it', fedora: 'get it', macos: 'get it', other: 'get it' },
  isUsable: (file) => outputOf(file, [])?.trim() === 'version 2',
};

function executable(name: string, script: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o700);
  return file;
}

describe('search for a tool', { skip: process.platform === 'win32' }, () => {
  const old = executable('old', 'echo version 1');
  const chosen = executable('chosen', 'echo version 2');

  test('finds nothing on an empty PATH', () => {
    assert.equal(findTool(tool, { PATH: folder }), undefined);
    assert.equal(findTool(tool, {}), undefined);
  });
  test('prefers the executable that the environment variable names', () => {
    assert.equal(findTool(tool, { OSC_NO_SUCH_TOOL: chosen }), chosen);
  });
  test('refuses an executable that the environment variable names but that is too old', () => {
    const expected = (error: unknown) =>
      error instanceof SetupError &&
      !(error instanceof MissingToolError) &&
      /^OSC_NO_SUCH_TOOL is set to .*old/.test(error.message);
    assert.throws(() => findTool(tool, { OSC_NO_SUCH_TOOL: old }), expected);
  });
  test('takes the first usable executable on PATH', () => {
    const onPath = executable(tool.name, 'echo version 2');
    try {
      assert.equal(findTool(tool, { OSC_NO_SUCH_TOOL: '', PATH: `${root}${path.delimiter}${folder}` }), onPath);
    } finally {
      rmSync(onPath);
    }
  });
  test('reads no output from a file that fails or is not executable', () => {
    assert.equal(outputOf(executable('fails', 'echo version 2; exit 1'), []), undefined);
    assert.equal(outputOf(path.join(root, 'package.json'), []), undefined);
    assert.equal(outputOf(folder, []), undefined);
  });
});

test('versions are compared by their numbers', () => {
  const isEnough = (version: string) => isAtLeast(version, [1, 27]);
  assert.deepEqual(['v1.27.0', '1.100.1', '2.0.0', 'v1.26.9', '0.99.0', 'v1', 'devel', ''].map(isEnough), [
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('a missing tool is described with the command that installs it', () => {
  assert.equal(
    new MissingToolError(tool).message,
    `osc-no-such-tool 2 or newer isn't installed.\nInstall it: ${installCommand(tool)}`,
  );
  assert.match(
    new MissingToolError(tool, 'no network').message,
    /isn't installed, and installing it failed: no network\.\n/,
  );
});

describe('tools of test files', () => {
  const contract = readdirSync(path.join(root, 'test/contract'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/contract/${name}`);

  test('are each needed by a file of the contract stage', () => {
    assert.deepEqual(
      toolsOf(root, contract),
      fileTools.map((one) => one.tool),
    );
  });
  test('are found by the module that the file imports', () => {
    const namesOf = (...files: readonly string[]) =>
      toolsOf(root, files)
        .map(({ name }) => name)
        .toSorted(byText);
    assert.deepEqual(namesOf('test/contract/kubectl/kubectl.test.ts'), ['kubectl']);
    assert.deepEqual(namesOf('test/contract/client/prometheus.test.ts'), ['prometheus']);
    assert.deepEqual(namesOf('test/contract/kubectl/kubeconfig.test.ts'), ['kubectl']);
    assert.deepEqual(namesOf('test/contract/runbooks/runbookSyntax.test.ts'), ['kubectl', 'shellcheck']);
    assert.deepEqual(namesOf('test/contract/api/watching.test.ts'), []);
  });
  test('are covered: every test that looks for a tool is known', () => {
    for (const file of contract) {
      const text = readFileSync(path.join(root, file), 'utf8');
      assert.equal(toolsOf(root, [file]).length > 0, /\bfind(?:Kubectl|Shellcheck|Prometheus)\(/.test(text), file);
      assert.doesNotMatch(text, /spawn\w*\(\s*'(?:kubectl|shellcheck|prometheus)'/i, file);
    }
  });
});
