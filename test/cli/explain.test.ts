import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { folderOf, osc } from './osc.ts';

describe('osc-tools explain', () => {
  test('explains a failed pair from standard input and exits with 1', async () => {
    const { status, stdout, stderr } = await osc(['explain'], {
      input: '{Failed, [Balance, ResourceCleanupFailed]}\n',
    });
    assert.deepEqual([status, stderr], [1, '']);
    assert.match(
      stdout,
      /^<stdin>:1:1: error: Status of a node \(edge hosting\): Abnormal \(shut down due to arrears\) and Failed to remove$/m,
    );
    assert.match(stdout, /Console: +异常\(欠费关停\)/);
    assert.match(stdout, /https:\/\/www\.volcengine\.com\/docs\/6499\/1147492/);
  });
  test('explains a healthy status block in a file as JSON and exits with 0', async () => {
    const cwd = folderOf({
      'status.yaml':
        "status:\n  conditions:\n  - {type: InProgress, status: 'True', reason: Installing, message: ''}\n  kataNodes: {nodeCount: 2, installing: [worker-1]}\n",
    });
    const { status, stdout, stderr } = await osc(['explain', 'status.yaml', '--format', 'json'], { cwd });
    assert.deepEqual([status, stderr], [0, '']);
    const value: unknown = JSON.parse(stdout);
    assert.partialDeepStrictEqual(value, {
      file: 'status.yaml',
      severity: 'info',
      statuses: [{ vocabulary: 'kata', headline: 'Installing: 0 of 2 ready', start: { line: 1, column: 1 } }],
    });
  });
  test('limits the explanation to the specified resource type', async () => {
    const { status, stdout } = await osc(['explain', '-', '--resource', 'cluster'], { input: '{Failed, [Degraded]}' });
    assert.equal(status, 1);
    assert.match(stdout, /no row \{Failed, \[Degraded\]\} for a cluster/);
  });
  test('combines several files into one edge tree and explains other files separately', async () => {
    const answers = path.join(import.meta.dirname, '../cases/edge/answers');
    const files = ['nodes.json', 'components.json', 'clusters.json', 'node-pools.json'].map((name) =>
      path.join(answers, name),
    );
    const { status, stdout, stderr } = await osc(['explain', ...files]);
    assert.deepEqual([status, stderr], [1, '']);
    assert.match(
      stdout,
      /^Cluster north: info: Updating .*\n {2}Cause: Node pool general is .*\n {2}Caused by: Node node-10 is /m,
    );
    assert.match(
      stdout,
      /^ {2}Component core-dns: error: .*ClusterNotRunning.*\n {4}Cause: Cluster south is \{Stopped, \[Balance\]\}\.$/m,
    );
    const cwd = folderOf({ 'kata.txt': 'Performing initial installation of kata on cluster\n' });
    const both = await osc(['explain', 'kata.txt', files[0] ?? '', '--format', 'json'], { cwd });
    const value: unknown = JSON.parse(both.stdout);
    assert.partialDeepStrictEqual(value, {
      tree: { severity: 'warning', clusters: [{ name: 'cc-north', headline: 'Not read' }] },
      files: [{ file: 'kata.txt', statuses: [{ vocabulary: 'kata' }] }],
    });
  });
  test('exits with 1 for an unknown status and with 2 for unreadable files and invalid usage', async () => {
    assert.equal((await osc(['explain', '-'], { input: 'hello' })).status, 1);
    const missing = await osc(['explain', 'nowhere.txt']);
    assert.deepEqual(
      [missing.status, missing.stderr],
      [2, "osc-tools: can't read nowhere.txt: no such file or folder\n"],
    );
    const folder = await osc(['explain', '.'], { cwd: folderOf({ 'a.txt': '' }) });
    assert.deepEqual([folder.status, folder.stderr], [2, "osc-tools: can't read .: is a folder\n"]);
    assert.equal((await osc(['explain', '--resource', 'kata'])).status, 2);
  });
  test('escapes control characters in pasted text', async () => {
    const { stdout } = await osc(['explain'], { input: 'Node a Degraded: \u001b[31mred \u202eturned' });
    assert.match(stdout, /a failed/);
    assert.doesNotMatch(stdout.replaceAll('\n', ''), /\p{Cc}|\u202e/u);
  });
});
