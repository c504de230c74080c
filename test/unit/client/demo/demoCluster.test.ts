/**
 * Tests the kubeconfig files of the demo cluster and its validation of messages. test/cli/demoProcess.test.ts tests its
 * process.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { getDemoKubeconfigPath, removeStaleKubeconfigs, writeKubeconfig } from '#client/demo/kubeconfigFiles.ts';
import { readChildMessage, readOrder } from '#client/demo/demoMessages.ts';

const parent = mkdtempSync(path.join(tmpdir(), 'osc-demo-'));
describe('demo cluster', () => {
  after(() => rmSync(parent, { recursive: true, force: true }));
  const newFolder = () => mkdtempSync(path.join(parent, 'storage-'));

  describe('child process handling', () => {
    test('removes only kubeconfigs of processes that no longer exist', () => {
      const folder = path.join(newFolder(), 'not', 'there', 'yet');
      removeStaleKubeconfigs(folder, () => false);
      for (const name of [
        'demo-11.kubeconfig',
        'demo-12.kubeconfig',
        'demo-12.kubeconfig.tmp',
        'demo-x.kubeconfig',
        'state.json',
      ])
        writeFileSync(path.join(folder, name), '');
      removeStaleKubeconfigs(folder, (pid) => pid === 11);
      assert.deepEqual(readdirSync(folder).sort(), ['demo-11.kubeconfig', 'demo-x.kubeconfig', 'state.json']);
    });

    test('never overwrites existing files', () => {
      const file = getDemoKubeconfigPath(newFolder(), 7);
      writeFileSync(`${file}.tmp`, 'planted');
      assert.throws(() => writeKubeconfig(file, 'tokens'), /EEXIST/);
    });

    test('ignores malformed messages', () => {
      for (const message of [
        undefined,
        null,
        5,
        'start',
        [],
        {},
        { kind: 'answers', url: 'x' },
        { kind: 'other' },
        { scenario: 'two-workers', speed: '60' },
      ]) {
        assert.equal(readChildMessage(message), undefined);
        assert.equal(readOrder(message), undefined);
      }
      assert.deepEqual(readChildMessage({ kind: 'scenarios', scenarios: [{ name: 'a' }, 5] }), {
        kind: 'scenarios',
        scenarios: [{ name: 'a', summary: '' }],
      });
    });
  });
});
