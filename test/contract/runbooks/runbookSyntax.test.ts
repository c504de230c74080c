/**
 * Tests every runbook variant with bash, shellcheck, and an API server. Tests whose tool isn't installed are skipped
 * with a message.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import { renderManifestYaml } from '#client/operations/manifests/manifestYaml.ts';
import { renderBashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import { renderGitOpsFolder } from '#core/operations/runbook/gitOpsFolder.ts';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import { findShellcheck } from '#scripts/externalTools/shellcheck.ts';
import { scenarioNamed } from '#simulator/main.ts';
import { runbookCluster } from './runbookCluster.ts';
import { everyRunbook } from './everyRunbook.ts';

const kubectl = findKubectl() ?? '';
const shellcheck = findShellcheck() ?? '';
const isOracle = (process.env['ORACLE_KUBECONFIG'] ?? '') !== '';
const needsKubectl = isOracle
  ? 'the simulator alone has an operator'
  : kubectl === ''
    ? 'there is no kubectl of 1.27 or newer: npm test -- contract brings one'
    : false;
const needsShellcheck = shellcheck === '' ? 'there is no shellcheck: npm test -- contract brings one' : false;

/** Runbooks that work on the simulated cluster, which has OLM v1 but not the Node Feature Discovery operator. */
const onSimulator = Object.entries(everyRunbook).filter(([name]) => !name.includes('NFD'));

describe('every runbook variant', () => {
  test('is valid bash', () => {
    for (const [name, runbook] of Object.entries(everyRunbook)) {
      const { status, stderr } = spawnSync('bash', ['-n'], {
        input: renderBashRunbook(runbook, renderManifestYaml),
        encoding: 'utf8',
      });
      assert.deepEqual({ name, status, stderr }, { name, status: 0, stderr: '' });
    }
    // Makes sure that `bash -n` detects errors at all.
    assert.notEqual(spawnSync('bash', ['-n'], { input: 'if then' }).status, 0);
  });

  test('passes shellcheck', { skip: needsShellcheck }, () => {
    const judge = (input: string): string =>
      spawnSync(shellcheck, ['--format=gcc', '-'], { input, encoding: 'utf8' }).stdout;
    // shellcheck takes 1 second per script, and the scripts for a known cluster contain everything that those for any
    // cluster contain.
    const those = Object.entries(everyRunbook).filter(
      ([name]) =>
        name.endsWith(', of a cluster') || name.endsWith(', of a cluster, offline') || name === 'install, documented',
    );
    for (const [name, runbook] of those) assert.equal(judge(renderBashRunbook(runbook, renderManifestYaml)), '', name);
    assert.match(judge('#!/bin/bash\necho $1\n'), /SC2086/);
  });

  test('contains no secret', () => {
    for (const [name, runbook] of Object.entries(everyRunbook)) {
      assert.doesNotMatch(renderBashRunbook(runbook, renderManifestYaml), /canary|Y2FuYXJ5/, name);
      const folder = renderGitOpsFolder(runbook, renderManifestYaml, true);
      if (folder.ok) assert.doesNotMatch(JSON.stringify(folder.value), /canary|Y2FuYXJ5/, name);
    }
  });

  test('is accepted by an API server as a folder of manifests', { skip: needsKubectl }, async () => {
    const scenario = scenarioNamed('install-olm-v1');
    assert.ok(scenario !== undefined);
    const cluster = await runbookCluster(scenario, kubectl);
    let folders = 0;
    try {
      for (const [name, runbook] of onSimulator) {
        for (const waves of [false, true]) {
          const made = renderGitOpsFolder(runbook, renderManifestYaml, waves);
          if (!made.ok) continue;
          folders += 1;
          const folder = path.dirname(cluster.write('here', ''));
          const into = path.join(folder, `gitops-${folders}`);
          mkdirSync(into);
          for (const file of made.value) writeFileSync(path.join(into, file.name), file.text);
          const ran = await cluster.kubectl(
            'apply',
            '--server-side',
            '--dry-run=server',
            '--force-conflicts',
            '--validate=strict',
            '-k',
            into,
          );
          assert.equal(ran.code, 0, `${name}\n${ran.said}`);
        }
      }
      assert.ok(folders > 4);
    } finally {
      await cluster.close();
    }
  });

  test('has here-documents that an API server accepts', { skip: needsKubectl }, async () => {
    const scenario = scenarioNamed('install-olm-v1');
    assert.ok(scenario !== undefined);
    const cluster = await runbookCluster(scenario, kubectl);
    let count = 0;
    try {
      for (const [name, runbook] of onSimulator) {
        const documents = [
          ...renderBashRunbook(runbook, renderManifestYaml).matchAll(/^ *(?:apply|cat) <<'(END\w*)'\n([^]*?)\n\1$/gm),
        ].map(([, , text]) => text ?? '');
        if (documents.length === 0) continue;
        count += documents.length;
        const file = cluster.write('all.yaml', documents.join('\n---\n'));
        const ran = await cluster.kubectl(
          'apply',
          '--server-side',
          '--dry-run=server',
          '--force-conflicts',
          '--validate=strict',
          '-f',
          file,
        );
        assert.equal(ran.code, 0, `${name}\n${ran.said}`);
      }
      assert.ok(count > 10);
    } finally {
      await cluster.close();
    }
  });
});
