/** Tests how the command line checks and explains commands in scripts and Markdown, and files of other kinds. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { bad, clean, folderOf, lint, osc } from '../osc.ts';

const command = 'oc delete subscription OpenShift sandboxed containers Operator';
const fixed = 'oc delete subscription sandboxed-containers-operator';
const unknownKind = (name: string, kind: string) =>
  `osc-tools: ${name} was not checked because lint doesn't read ${kind}. To check it as YAML, pass it on standard input: osc-tools lint - < FILE\n`;

describe('osc-tools lint for commands', () => {
  test('checks shell scripts and Markdown with commands in a folder', async () => {
    const cwd = folderOf({
      'a.sh': `#!/bin/bash\n${command}\n`,
      'b.md': `# Uninstall\n\n\`\`\`sh\n$ ${command}\n\`\`\`\n`,
      'other.sh': 'ls\n',
      'README.md': '# Kata\n',
      'notes.txt': command,
    });
    const { status, stdout, stderr } = await lint(['.'], { cwd });
    assert.deepEqual([status, stderr], [1, '']);
    assert.match(stdout, /^a\.sh:2:24: error: .* \[osc\/command-object-name\]$/m);
    assert.match(stdout, /^b\.md:4:26: error: .* \[osc\/command-object-name\]$/m);
    assert.match(stdout, /^2 files checked: 2 errors/m);
  });

  test('fixes a script with --fix', async () => {
    const cwd = folderOf({ 'a.sh': `${command}\n`, run: `#!/usr/bin/env bash\n${command}\n` });
    assert.equal((await lint(['--fix', 'a.sh', 'run'], { cwd })).status, 0);
    assert.equal(readFileSync(path.join(cwd, 'a.sh'), 'utf8'), `${fixed}\n`);
    assert.equal(readFileSync(path.join(cwd, 'run'), 'utf8'), `#!/usr/bin/env bash\n${fixed}\n`);
  });

  test('names the limits that omit findings and commands', async () => {
    const cwd = folderOf({
      'exact.sh': 'oc get kataconfig <a>\n'.repeat(200),
      'findings.sh': 'oc get kataconfig <a>\n'.repeat(201),
      'more.md': `\`\`\`\n${'oc get pods\n'.repeat(50_001)}\`\`\`\n\`oc get kataconfig\`\n`,
      'more.sh': `oc get kataconfig a\n${'ls\n'.repeat(50_000)}`,
    });
    const { stderr } = await lint(['exact.sh', 'findings.sh', 'more.md', 'more.sh'], { cwd });
    assert.deepEqual(stderr.split('\n'), [
      'osc-tools: findings.sh: only the first 200 findings of the rule osc/placeholder-left-in are listed',
      'osc-tools: more.md: only the first 50000 commands were checked',
      'osc-tools: more.sh: only the first 50000 commands were checked',
      '',
    ]);
  });

  test('reads a script from standard input', async () => {
    const { status, stdout } = await lint(['--stdin-filename', 'x.sh', '-'], { input: command });
    assert.equal(status, 1);
    assert.match(stdout, /^.*x\.sh:1:24: error: /);
  });
});

describe('generated runbooks', () => {
  for (const operation of ['install', 'update', 'uninstall'])
    test(`to ${operation} have no findings`, async () => {
      const { stdout: script } = await osc(['runbook', operation]);
      const { status, stdout } = await lint(['--hints', '--stdin-filename', 'runbook.sh', '-'], { input: script });
      assert.deepEqual([status, stdout], [0, '1 file checked, no problems found.\n']);
    });
});

describe('files of a kind that lint does not read', () => {
  test('are named and do not count as checked', async () => {
    const cwd = folderOf({ 'a.yaml': clean, 'x.txt': 'a: b', LICENSE: 'text' });
    assert.deepEqual(await lint(['x.txt'], { cwd }), {
      status: 2,
      stdout: '0 files checked.\n',
      stderr: unknownKind('x.txt', '.txt files'),
    });
    for (const [input, stdout] of [
      ['a: b', '0 files checked.\n'],
      [bad, '0 files checked.\n'],
    ] as const) {
      const stdin = await lint(['--stdin-filename', 'x.txt', '-'], { cwd, input });
      assert.deepEqual(stdin, { status: 2, stdout, stderr: unknownKind('x.txt', '.txt files') });
    }
    // An editor that replaces its text with the output must not lose the text.
    assert.equal((await lint(['--fix', '--stdin-filename', 'x.txt', '-'], { cwd, input: bad })).stdout, bad);
    assert.equal((await lint(['--stdin-filename', 'x.yaml', '-'], { cwd, input: bad })).status, 1);
    assert.deepEqual(await lint(['a.yaml', 'x.txt', 'LICENSE'], { cwd }), {
      status: 0,
      stdout: '1 file checked, no problems found.\n',
      stderr:
        unknownKind('x.txt', '.txt files') +
        unknownKind('LICENSE', 'files without an extension that contain no manifest'),
    });
    assert.equal((await osc(['policy', 'check', 'x.txt'], { cwd })).status, 2);
  });

  test('are read without an extension if they contain a manifest', async () => {
    const cwd = folderOf({ manifest: clean, Kustomization: 'resources: []\n' });
    assert.deepEqual(await lint(['manifest', 'Kustomization'], { cwd }), {
      status: 0,
      stdout: '2 files checked, no problems found.\n',
      stderr: '',
    });
  });

  test('are read if a kustomization generates an object from them', async () => {
    const cwd = folderOf({
      'kustomization.yaml': 'configMapGenerator:\n  - name: peer-pods-cm\n    envs: [values.txt]\n',
      'values.txt': 'CLOUD_PROVIDER=aws\nVXLAN_PORT=x\n',
    });
    const { stdout, stderr } = await lint(['.', 'values.txt'], { cwd });
    assert.equal(stderr, '');
    assert.match(stdout, /values\.txt:2:12: /);
  });
});

describe('osc-tools explain for commands', () => {
  test('prints the corrected command', async () => {
    const { status, stdout } = await osc(['explain'], { input: `$ ${command} -n x\n` });
    assert.equal(status, 1);
    assert.ok(stdout.includes(`Use this command: \`${fixed} -n x\``), stdout);
    assert.match(stdout, /See: +OSC 1\.12, 5\.3 /);
  });
});
