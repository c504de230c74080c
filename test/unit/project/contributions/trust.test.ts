/** Tests what an untrusted folder can control, and who can read the files that the extension writes. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { globSync } from 'tinyglobby';
import { getDemoKubeconfigPath, removeStaleKubeconfigs, writeKubeconfig } from '#client/demo/kubeconfigFiles.ts';
import { makeOwnFolder } from '#client/processes/privateFolder.ts';
import { makeDestination } from '#client/mustGather/collect/run/destination.ts';
import { CreatedResourcesStore } from '#client/mustGather/collect/run/createdResourcesStore.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { byText } from '#test/support/repository/compareText.ts';
import { manifest } from '#test/support/repository/manifest.ts';

const sources = globSync('client/src/**/*.ts', { cwd: repositoryRoot }).map(
  (file) => [file, readFileSync(path.join(repositoryRoot, file), 'utf8')] as const,
);

describe('setting of a folder', () => {
  const settings = Object.entries(manifest.contributes.configuration.properties);

  test('controls how files are checked and shown, and can only forbid cluster changes', () => {
    const ofFolder = settings
      .filter(([, { scope }]) => !['machine', 'application'].includes(scope))
      .map(([name]) => name);
    assert.deepEqual(ofFolder.toSorted(byText), [
      'osc.codeLens.enabled',
      'osc.inlayHints.enabled',
      'osc.kataVersion',
      'osc.kubernetesFields',
      'osc.notifications',
      'osc.readOnly',
      'osc.release',
      'osc.rules',
      'osc.workspace.exclude',
    ]);
  });

  test('has machine scope if it names a file, command, address, or log', () => {
    const named = settings.filter(([name]) => /path|url|endpoint|image|kubeconfig|trace/i.test(name));
    assert.ok(named.length >= 6);
    for (const [name, { scope }] of named) assert.equal(scope, 'machine', name);
  });

  test('has no effect in an untrusted folder if it names a kubeconfig or turns on a log', () => {
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    assert.equal(supported, 'limited');
    assert.deepEqual(restrictedConfigurations, ['osc.kubeconfig', 'osc.trace.server']);
  });
});

describe('untrusted folder', () => {
  test('runs no credential plugin, oc, or cloud command, and contacts no service', () => {
    for (const file of [
      'clusters/kubeconfig/confirmExecProgram',
      'oc/usableOc',
      'operations/peerPods/askCloud',
      'edge/readFromService',
    ]) {
      const [, source] = sources.find(([name]) => name === `client/src/${file}.ts`) ?? assert.fail(file);
      assert.match(source, /if \(!workspace\.isTrusted\)\s/, file);
    }
  });
});

describe('webview', () => {
  test('shows only pages with a strict content security policy', () => {
    const pages = sources.filter(([, source]) => /\bwebview\.html\s*=/.test(source)).map(([file]) => file);
    assert.deepEqual(pages, ['client/src/webview/webviewPanel.ts']);
    const [, panel = ''] = sources.find(([file]) => file === pages[0]) ?? [];
    assert.match(panel, /webview\.html = pageHtml\(/);
    assert.match(panel, /enableForms: false/);
    for (const [file, source] of sources)
      assert.doesNotMatch(source, /enableCommandUris: true|supportHtml = true|isTrusted = true/, file);
  });
});

describe('file with names or credentials', { skip: process.platform === 'win32' }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-modes-'));
  // The most permissive umask.
  const before = process.umask(0);
  after(() => {
    process.umask(before);
    rmSync(folder, { recursive: true, force: true });
  });
  const modeOf = (file: string): number => statSync(file).mode & 0o777;

  test('is readable only by the user: kubeconfig of a demo cluster', () => {
    const own = path.join(folder, 'demo');
    removeStaleKubeconfigs(own, () => true);
    const file = getDemoKubeconfigPath(own, 1);
    writeKubeconfig(file, 'token: canary');
    assert.deepEqual([modeOf(own), modeOf(file)], [0o700, 0o600]);
  });

  test('is readable only by the user: node logs', async () => assert.equal(modeOf(await makeOwnFolder(folder)), 0o700));

  test('is readable only by the user: list of created resources', async () => {
    const own = path.join(folder, 'made');
    const made = { context: 'a', server: 'https://a', namespace: 'openshift-must-gather-a', at: 1, process: 1 };
    await new CreatedResourcesStore(own).keep(made, (error) => assert.fail(String(error)));
    const [file = assert.fail('no file')] = globSync('*', { cwd: own });
    assert.deepEqual([modeOf(own), modeOf(path.join(own, file))], [0o700, 0o600]);
  });

  test('is readable only by the user: must-gather folder', async () => {
    const own = path.join(folder, 'a', 'b');
    await makeDestination(own);
    assert.deepEqual([modeOf(path.dirname(own)), modeOf(own)], [0o700, 0o700]);
  });
});
