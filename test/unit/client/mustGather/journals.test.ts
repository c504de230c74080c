/** Tests the node journals in a must-gather folder. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { journalsIn } from '#client/mustGather/open/listJournals.ts';

describe('node journals', () => {
  let root: string;
  const put = (file: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), 'Mar 11 11:57:28 worker-0 crio[1]: one\n');
  };
  before(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'osc-journals-'));
    put('must-gather.local.1/image/nodes/worker-1/worker-1_logs_crio');
    put('must-gather.local.1/image/nodes/worker-0/worker-0_logs_kubelet.gz');
    put('must-gather.local.1/image/nodes/worker-0/worker-0_logs_crio');
    put('must-gather.local.1/image/nodes/worker-0/worker-1_logs_crio');
    put('must-gather.local.1/image/nodes/worker-0/lspci');
    put('must-gather.local.1/image/nodes/worker-0/dmesg');
    put('must-gather.local.1/image/audit_logs/audit/worker-0-audit.log.gz');
    put('must-gather.local.1/image/audit_logs/audit.audit_logs_listing');
    if (process.platform !== 'win32')
      symlinkSync('/etc/hostname', path.join(root, 'must-gather.local.1/image/nodes/worker-1/worker-1_logs_kubelet'));
  });
  after(() => rmSync(root, { recursive: true }));

  test('are found by node in the image folder, except links and other files', async () => {
    const words = (await journalsIn(root)).map(({ node, of, path: at }) => `${node} ${of} ${path.basename(at)}`);
    assert.deepEqual(words, [
      'worker-0 CRI-O worker-0_logs_crio',
      'worker-0 kernel (dmesg) dmesg',
      'worker-0 kubelet worker-0_logs_kubelet.gz',
      'worker-0-audit audit worker-0-audit.log.gz',
      'worker-1 CRI-O worker-1_logs_crio',
    ]);
    assert.equal(
      (await journalsIn(path.join(root, 'must-gather.local.1', 'image'))).length,
      5,
      'also where somebody opened the folder of the image',
    );
  });

  test('are empty for a missing folder', async () => {
    assert.deepEqual(await journalsIn(path.join(root, 'gone')), []);
  });
});
