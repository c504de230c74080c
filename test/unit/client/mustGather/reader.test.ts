/**
 * Tests the process that reads must-gathers: it returns the same result as an in-process read, ends when it is
 * canceled, and reports its failures.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { parseReaderRequest, readReadMessage } from '#client/mustGather/reader/readerMessages.ts';
import { gatherReader } from '#client/mustGather/reader/mustGatherReader.ts';
import { gatherFileAt, gatherUriParts } from '#client/language/documents/mustGatherUri.ts';
import { readReportMessage } from '#client/mustGather/report/reportView.ts';
import { viewOfReport } from '#client/mustGather/report/createReportView.ts';
import { formatReport } from '#gather/reports/index.ts';
import { createMustGatherReport } from '#gather/reports/mustGatherReport.ts';
import { mustGatherFiles } from '#test/support/mustGather/gatherStage.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';

const source = path.resolve(import.meta.dirname, '../../../../client/src/mustGather/reader/readerProcess.ts');

describe('must-gather reader process', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-reader-'));
  const gather = path.join(folder, 'gather');
  before(() => {
    for (const { path: file, text } of mustGatherFiles(stage({ name: 'install-pool-paused' }), 'cluster')) {
      mkdirSync(path.dirname(path.join(gather, file)), { recursive: true });
      writeFileSync(path.join(gather, file), text);
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('returns the same report as an in-process read', async () => {
    const told: number[] = [];
    const [there, here] = await Promise.all([
      gatherReader(source).report(gather, { progress: (done) => told.push(done) }),
      createMustGatherReport(gather),
    ]);
    assert.ok(there.ok && here.ok);
    assert.deepEqual(there.value, here.value);
    assert.deepEqual(formatReport(there.value, 'md', '1'), formatReport(here.value, 'md', '1'));
    const view = viewOfReport('x', there.value);
    assert.equal(view.findings.length, there.value.findings.length);
    const [first] = view.findings[0]?.evidence ?? [];
    assert.match(first?.file ?? '', /master\.yaml$/);
    assert.ok(first?.lines.some(({ text }) => text === 'paused: true'));
  });

  test('reads one file, but none outside the must-gather', async () => {
    const reader = gatherReader(source);
    const report = await reader.report(gather);
    assert.ok(report.ok);
    const mark = report.value.findings[0]?.evidence.find(({ text }) => text === 'paused: true');
    assert.ok(mark !== undefined);
    const entry = await reader.entry(gather, mark.file, 1 << 20);
    assert.ok(entry.ok);
    assert.equal(entry.value.text.split('\n')[mark.line - 1]?.trim(), 'paused: true');
    const outside = await reader.entry(gather, '../other', 100);
    assert.equal(outside.ok, false);
  });

  test('reports read errors and crashes, and returns nothing after a cancellation', async () => {
    const reader = gatherReader(source);
    const missing = await reader.report(path.join(folder, 'missing'));
    assert.equal(missing.ok ? '' : missing.error?.words, 'no such file or folder');
    const givingUp = new AbortController();
    const given = reader.report(gather, { signal: givingUp.signal });
    givingUp.abort();
    assert.deepEqual(await given, { ok: false, error: undefined });
    assert.deepEqual(await reader.report(gather, { signal: givingUp.signal }), { ok: false, error: undefined });
    const both = path.join(folder, 'both');
    for (const [name, id] of [
      ['a', 'one'],
      ['b', 'two'],
    ] as const) {
      const version = path.join(both, name, 'cluster-scoped-resources/config.openshift.io/clusterversions');
      mkdirSync(version, { recursive: true });
      writeFileSync(
        path.join(version, 'version.yaml'),
        `metadata:\n  name: version\n  uid: ${id}\nspec:\n  clusterID: ${id}\n`,
      );
    }
    const several = await reader.report(both);
    assert.deepEqual(several.ok ? [] : several.error?.folders, ['a', 'b']);
    const crashing = path.join(folder, 'crash.cjs');
    writeFileSync(crashing, 'process.exit(3)');
    const crashed = await gatherReader(crashing).report(gather);
    assert.match(crashed.ok ? '' : (crashed.error?.words ?? ''), /process exited unexpectedly/);
    const lying = path.join(folder, 'lie.cjs');
    writeFileSync(lying, "process.once('message', () => process.send({ kind: 'report', report: { findings: 'x' } }))");
    const lied = await gatherReader(lying).report(gather);
    assert.match(lied.ok ? '' : (lied.error?.words ?? ''), /unknown/);
  });
});

test(
  'stops the must-gather reader process on a cancellation while the process is unresponsive',
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'osc-reader-'));
    try {
      const busy = path.join(folder, 'busy.cjs');
      // Like a busy parser, the process handles no events.
      writeFileSync(
        busy,
        "process.once('message', () => process.send({ kind: 'progress', done: process.pid, total: 0 }, () => { for (;;); }))",
      );
      const givingUp = new AbortController();
      let pid = 0;
      const report = await gatherReader(busy).report(folder, {
        signal: givingUp.signal,
        progress(done) {
          pid = done;
          givingUp.abort();
        },
      });
      assert.deepEqual(report, { ok: false, error: undefined });
      assert.ok(pid > 0);
      await untilGone(pid);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** Waits until the process has ended, up to the time limit of the test. */
async function untilGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await setImmediate();
  }
}

test('malformed must-gather messages are ignored', () => {
  for (const message of [
    undefined,
    1,
    'x',
    {},
    { kind: 'report' },
    { kind: 'entry', path: 'x' },
    { kind: 'other', path: 'x' },
  ])
    assert.equal(parseReaderRequest(message), undefined);
  for (const message of [undefined, {}, { kind: 'report', report: {} }, { kind: 'entry', entry: {} }])
    assert.equal(readReadMessage(message), undefined);
  for (const message of [
    undefined,
    {},
    { type: 'show' },
    { type: 'show', finding: -1, line: 0 },
    { type: 'show', finding: 'x', line: 0 },
    { type: 'export', format: 'exe' },
  ])
    assert.equal(readReportMessage(message), undefined);
  assert.deepEqual(readReportMessage({ type: 'show', finding: 1, line: 2 }), { type: 'show', finding: 1, line: 2 });
});

test('must-gather URI identifies only files in a must-gather', () => {
  const id = '0123456789abcdef';
  for (const file of ['a/b.yaml', 'a b/ü [x](command:y).log', 'a#b?c%2e', 'a\u202eb/\u001b[31m.log', 'a\u00a0b'])
    assert.deepEqual(gatherFileAt(gatherUriParts(id, file)), { id, file });
  for (const path of ['', 'x', '/', '/../x', '/a/../b', '/a//b', '//x', '/./x'])
    assert.equal(gatherFileAt({ scheme: 'osc-gather', authority: id, path }), undefined, path);
  for (const authority of ['', 'x', `${id}0`, id.toUpperCase()])
    assert.equal(gatherFileAt({ scheme: 'osc-gather', authority, path: '/a' }), undefined);
  assert.equal(gatherFileAt({ scheme: 'file', authority: id, path: '/a' }), undefined);
});
