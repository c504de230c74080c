/** Tests the page of a log without a browser: its rows, its filters, and the messages that it accepts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LogModel, type LogModelParts } from '#client/logs/view/logModel.ts';
import { describeEmptyLog } from '#client/logs/view/surveyViews.ts';
import { noFilter, readLogMessage, type FilterView, type LogView } from '#client/logs/view/logView.ts';
import { rowView } from '#client/logs/view/rowView.ts';
import { formatBytes, statusView } from '#client/logs/view/statusView.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { MemoryLog, type MemoryLine } from '#test/support/logs/memoryLog.ts';

const sandbox = 'd1d4d68efc35e5ccb4331af73da459c13f46269b512774aa6bde7da34db48987';
const qemu = (text: string, level: MemoryLine['level'] = 'info'): MemoryLine => ({
  text: `Mar 11 11:57:28 worker-0 kata[2241647]: time="2023-03-11T11:57:28.6Z" level=${level ?? ''} msg="${text}" qemuPid=2241693 sandbox=${sandbox} subsystem=qemu`,
  origin: 'qemu',
  level,
  sandbox,
  pid: 2241693,
  at: Date.UTC(2023, 2, 11, 11, 57, 28),
});
const other = (text: string, level: MemoryLine['level'] = 'info'): MemoryLine => ({
  text: `Mar 11 11:57:29 worker-0 crio[12]: ${text}`,
  origin: 'crio',
  level,
});

interface Stage {
  readonly model: LogModel;
  readonly source: MemoryLog;
  readonly clock: ManualClock;
  readonly views: LogView[];
  readonly taken: { readonly how: string; readonly lines: readonly string[]; readonly cut: boolean }[];
  readonly failures: unknown[];
  last(): Promise<LogView>;
}

function stage(source: MemoryLog, more: Partial<LogModelParts> = {}): Stage {
  const [views, taken, failures]: [LogView[], Stage['taken'], unknown[]] = [[], [], []];
  const clock = new ManualClock();
  const model = new LogModel({
    title: 'journal.log',
    from: '/tmp/journal.log',
    source,
    clock,
    show: (view) => views.push(view),
    take: (how, lines, cut) => taken.push({ how, lines, cut }),
    failed: (error) => failures.push(error),
    ...more,
  });
  const last = async (): Promise<LogView> => {
    for (let turn = 0; turn < 4; turn += 1) await clock.pass(200);
    const view = views.at(-1);
    assert.ok(view !== undefined);
    return view;
  };
  return { model, source, clock, views, taken, failures, last };
}

function shownTexts({ window }: LogView): readonly string[] {
  return window.rows.map(({ text }) => text.replace(/^.*msg="([^"]*)".*$/, '$1').replace(/^.*crio\[12\]: /, ''));
}

describe('log page', () => {
  test('shows the requested rows and how much was read', async () => {
    const { model, last } = stage(
      new MemoryLog(
        Array.from({ length: 1000 }, (_, index) => other(`line ${index}`)),
        { done: 5_000_000, total: 5_000_000 },
      ),
    );
    model.message({ type: 'window', from: 500, count: 3 });
    const view = await last();
    assert.deepEqual(shownTexts(view), ['line 500', 'line 501', 'line 502']);
    assert.equal(view.rows, 1000);
    assert.equal(view.window.from, 500);
    assert.match(view.status.text, /^Complete: 1,000 lines, 5\.0 MB\. Last updated /);
    assert.equal(view.status.kind, 'ended');
  });

  test('keeps the current line when the filter is applied or removed', async () => {
    const lines = Array.from({ length: 300 }, (_, index) =>
      index % 10 === 0 ? qemu(`qemu ${index}`) : other(`line ${index}`),
    );
    const { model, last } = stage(new MemoryLog(lines));
    await last();
    model.message({ type: 'filter', filter: { ...noFilter, origin: 'qemu' }, row: 105 });
    const filtered = await last();
    assert.equal(filtered.rows, 30);
    assert.equal(filtered.counts, 'Matching: 30 of 300 lines');
    assert.deepEqual([filtered.goTo?.row, filtered.goTo?.kept], [11, true]);
    model.message({ type: 'switch', row: 11 });
    const whole = await last();
    assert.deepEqual([whole.isFiltered, whole.rows, whole.goTo?.row], [false, 300, 110]);
    assert.equal(whole.filter.origin, 'qemu', 'the filter is kept for the way back');
    model.message({ type: 'switch', row: 110 });
    assert.deepEqual([(await last()).isFiltered, (await last()).goTo?.row], [true, 11]);
  });

  test('reports that no line matches, with "yet" only while lines can still arrive', async () => {
    const whole = { lines: 10, done: 100, total: 100, grows: false };
    const shown = { ...whole, lines: 0 };
    assert.equal(describeEmptyLog(true, shown, whole), 'No matching lines.');
    assert.equal(describeEmptyLog(true, { ...shown, done: 50 }, whole), 'No matching lines yet.', 'still searching');
    assert.equal(
      describeEmptyLog(true, { ...shown, done: 40 }, { ...whole, done: 40, problem: 'The connection broke.' }),
      'No matching lines.',
    );
    const live = { lines: 10, done: 0, total: 0, grows: true };
    assert.equal(describeEmptyLog(true, { ...live, lines: 0, done: 10, total: 10 }, live), 'No matching lines yet.');
    assert.equal(
      describeEmptyLog(true, { ...live, lines: 0, done: 10, total: 10 }, { ...live, grows: false }),
      'No matching lines.',
    );
    assert.equal(describeEmptyLog(false, { ...live, lines: 0 }, { ...live, lines: 0 }), 'No log lines yet.');
    const ended = { ...live, lines: 0, grows: false };
    assert.equal(describeEmptyLog(false, ended, ended), 'No log lines.');

    const { model, last } = stage(new MemoryLog([other('ok')]));
    await last();
    model.message({ type: 'filter', filter: { ...noFilter, origin: 'qemu' }, row: 0 });
    assert.equal((await last()).empty, 'No matching lines.');
  });

  test('groups similar errors and jumps to the selected line', async () => {
    const lines = [
      other('ok'),
      ...[1, 2, 3].map((number) => other(`cannot reach 10.0.0.${number}:443`, 'error')),
      other('disk full', 'error'),
      other('ok'),
    ];
    const { model, last } = stage(new MemoryLog(lines));
    const { errors } = await last();
    assert.equal(errors.headline, '4 errors (2 kinds)');
    assert.deepEqual(
      errors.groups.map(({ count, line }) => [count, line]),
      [
        [3, 2],
        [1, 5],
      ],
    );
    model.message({ type: 'jump', line: 5 });
    assert.deepEqual((await last()).goTo, { serial: 1, row: 4, kept: false });
  });

  test('folds QEMU output without warnings and opens a fold for a jump into it', async () => {
    const block = (word: string, level: MemoryLine['level']): readonly MemoryLine[] => [
      qemu('Start logging QEMU (qemuPid=2241693)'),
      qemu(word, level),
      qemu('Stop logging QEMU (qemuPid=2241693)'),
    ];
    const { model, last } = stage(
      new MemoryLog([...block('quiet', 'info'), other('between'), ...block('broken', 'error')]),
    );
    const view = await last();
    assert.deepEqual(
      view.window.rows.map(({ fold }) => fold),
      [{ lines: 2, closed: true }, undefined, { lines: 2, closed: false }, undefined, undefined],
    );
    model.message({ type: 'fold', row: 2 });
    assert.equal((await last()).rows, 3);
    model.message({ type: 'jump', line: 6 });
    const jumped = await last();
    assert.equal(jumped.window.rows[jumped.goTo?.row ?? 0]?.text.includes('broken'), true);
    model.message({ type: 'foldAll', closed: false, row: 0 });
    assert.equal((await last()).rows, 7);
  });

  test("doesn't fold QEMU output that contains other lines", async () => {
    const lines = [
      qemu('Start logging QEMU (qemuPid=2241693)'),
      other('of somebody else'),
      qemu('Stop logging QEMU (qemuPid=2241693)'),
    ];
    assert.equal((await stage(new MemoryLog(lines)).last()).folds, false);
  });

  test('shows new lines and why the stream ended', async () => {
    const source = new MemoryLog([other('first')], { grows: true });
    const { last } = stage(source, { retry: () => new MemoryLog() });
    assert.equal((await last()).status.kind, 'following');
    source.write(other('second', 'error'));
    const grown = await last();
    assert.deepEqual([grown.rows, grown.errors.groups.length, grown.grows], [2, 1, true]);
    source.become({ problem: 'The server ended the stream.' });
    const broken = await last();
    assert.deepEqual([broken.status.kind, broken.status.canRetry], ['broken', true]);
    assert.match(broken.status.text, /^The server ended the stream\. 2 lines read\. Last updated /);
  });

  test('reads the log again on retry and closes the previous source', async () => {
    const before = new MemoryLog([other('before')], { problem: 'The file is gone.' });
    const after = new MemoryLog([other('after')]);
    const { model, last } = stage(before, { retry: () => after });
    await last();
    model.message({ type: 'retry' });
    assert.deepEqual(shownTexts(await last()), ['after']);
    assert.equal(before.closed, true);
    assert.equal(before.open.size, 0, 'its searches are over');
    model.dispose();
    assert.equal(after.closed, true);
  });

  test('closes a source that finishes opening after the page is closed', async () => {
    const after = new MemoryLog([other('after')]);
    let answer: (log: MemoryLog) => void = () => undefined;
    const opening = new Promise<MemoryLog>((resolve) => {
      answer = resolve;
    });
    const { model, last } = stage(new MemoryLog([other('before')]), { retry: () => opening });
    await last();
    model.message({ type: 'retry' });
    model.dispose();
    answer(after);
    await opening;
    await last();
    assert.equal(after.closed, true);
  });

  test('copies rows including folded lines, up to a limit', async () => {
    const { model, taken, last } = stage(
      new MemoryLog([
        qemu('Start logging QEMU (qemuPid=2241693)'),
        qemu('in it'),
        qemu('Stop logging QEMU (qemuPid=2241693)'),
        other('behind'),
      ]),
    );
    await last();
    model.message({ type: 'copy', from: 0, to: 1 });
    await last();
    assert.equal(taken[0]?.lines.length, 4);
    assert.equal(taken[0]?.cut, false);
    const many = stage(new MemoryLog(Array.from({ length: 30_000 }, () => other('x'))));
    await many.last();
    many.model.message({ type: 'copy', from: 0, to: 29_999 });
    await many.last();
    assert.deepEqual([many.taken[0]?.lines.length, many.taken[0]?.cut], [20_000, true]);
  });

  test('shows a read error once in the status and recovers from it', async () => {
    const source = new MemoryLog([other('a')]);
    const { failures, model, last } = stage(source, { retry: () => source });
    await last();
    source.broken = new Error('The file is gone.');
    model.message({ type: 'window', from: 0, count: 10 });
    const { status } = await last();
    assert.deepEqual([status.kind, status.canRetry], ['broken', true]);
    assert.match(status.text, /^The file is gone\. 1 line read\. Last updated /);
    assert.deepEqual(failures, []);
    source.broken = undefined;
    source.write(other('b'));
    assert.equal((await last()).status.kind, 'ended');
  });

  test('increments the version when the file starts over', async () => {
    const source = new MemoryLog([other('a')], { grows: true });
    const { last } = stage(source);
    const { version } = await last();
    source.become({ begunAgain: 1 });
    assert.equal((await last()).version, version + 1);
  });

  test('lists only the errors of the sandbox if it shows only a sandbox', async () => {
    const lines = [
      { ...other('disk full', 'error'), sandbox: 'aaaa' },
      { ...other('cannot reach 10.0.0.1', 'error'), sandbox: 'bbbb' },
      { ...other('cannot reach 10.0.0.2', 'error'), sandbox: 'bbbb' },
      { ...other('ok'), sandbox: 'cccc' },
    ];
    const { model, last } = stage(new MemoryLog(lines), { filter: { ...noFilter, sandbox: 'bbbb' } });
    const { errors } = await last();
    assert.equal(errors.headline, '2 errors (1 kind) for this sandbox');
    assert.deepEqual(
      errors.groups.map(({ count, line }) => [count, line]),
      [[2, 2]],
    );
    model.message({ type: 'switch', row: 0 });
    assert.equal((await last()).errors.headline, '3 errors (2 kinds)');
    model.message({ type: 'filter', filter: { ...noFilter, sandbox: 'cccc' }, row: 0 });
    assert.equal((await last()).errors.headline, 'No errors for this sandbox');
  });

  test('lists sandboxes with errors first', async () => {
    const lines = [
      { ...other('a'), sandbox: 'aaaa' },
      { ...other('b'), sandbox: 'aaaa' },
      { ...other('c', 'error'), sandbox: 'bbbbbbbbbbbbbbbbbbbb' },
    ];
    assert.deepEqual(
      (await stage(new MemoryLog(lines)).last()).sandboxes.map(({ label }) => label),
      ['bbbbbbbbbbbb (1 line, 1 error)', 'aaaa (2 lines)'],
    );
  });

  test('starts with the initial filter', async () => {
    const filter: FilterView = { ...noFilter, sandbox };
    const view = await stage(new MemoryLog([other('a'), qemu('b')]), { filter }).last();
    assert.deepEqual([view.rows, view.isFiltered], [1, true]);
  });
});

describe('log view data', () => {
  test('contains the UTC time, origin, and level of a row, and escapes control characters', () => {
    const row = rowView({
      number: 4,
      at: Date.UTC(2023, 2, 11, 11, 57, 28, 607),
      origin: 'kataRuntime',
      level: 'error',
      text: 'Mar 11 11:57:28 worker-0 kata[1]: red \u001b[31m\u202e',
    });
    assert.deepEqual(row, {
      number: 5,
      time: '11:57:28',
      moment: '2023-03-11 11:57:28.607 UTC',
      origin: 'Kata runtime',
      level: 'error',
      levelWord: 'error',
      text: String.raw`red \x1b[31m\u202e`,
      full: String.raw`Mar 11 11:57:28 worker-0 kata[1]: red \x1b[31m\u202e`,
    });
  });

  test('contains the time since boot for kernel rows', () => {
    const row = rowView({
      number: 0,
      sinceBoot: 12.5,
      origin: 'kernel',
      level: 'error',
      text: 'kern  :err   : [   12.500000] vfio: bad',
    });
    assert.deepEqual(
      [row.time, row.moment, row.origin, row.text],
      ['+12.5 s', 'boot +12.500 s', 'Kernel', 'vfio: bad'],
    );
  });

  test('contains the line breaks of a message and copies them unchanged', async () => {
    const text = String.raw`Mar 11 11:57:28 worker-0 kata[1]: time="2023-03-11T11:57:28.6Z" level=error msg="failed to launch qemu: No such file\nqemu-kvm: failed\n" pid=1`;
    const { model, taken, last } = stage(new MemoryLog([{ text, origin: 'kataRuntime', level: 'error' }]));
    const [row] = (await last()).window.rows;
    assert.equal(row?.text, 'failed to launch qemu: No such file\nqemu-kvm: failed');
    assert.match(row?.full ?? '', /msg="failed to launch qemu: No such file\nqemu-kvm: failed\n" pid=1$/);
    model.message({ type: 'copy', from: 0, to: 0 });
    await last();
    assert.deepEqual(taken, [{ how: 'copy', lines: [text], cut: false }]);
  });

  test('shows whether there is an oc command, and copies it', async () => {
    let copied = 0;
    const { model, last } = stage(new MemoryLog([other('a')]), {
      copyCommand: () => Promise.resolve(void (copied += 1)),
    });
    assert.equal((await last()).hasCommand, true);
    model.message({ type: 'command' });
    await last();
    assert.equal(copied, 1);
    assert.equal((await stage(new MemoryLog([other('a')])).last()).hasCommand, false);
  });

  test('contains the read progress', () => {
    const reading = statusView({ lines: 1_234_567, done: 450_000_000, total: 1_000_000_000, grows: true }, true, 0, 0);
    assert.deepEqual(reading, {
      kind: 'reading',
      text: 'Still reading: 45% of 1.0 GB, 1,234,567 lines so far.',
      progress: 0.45,
      canRetry: false,
    });
    assert.deepEqual(
      [formatBytes(0), formatBytes(999), formatBytes(1500), formatBytes(999_999), formatBytes(2_340_000_000)],
      ['0 bytes', '999 bytes', '1.5 kB', '1.0 MB', '2.3 GB'],
    );
  });

  test('ignores invalid messages and limits large requests', () => {
    assert.equal(readLogMessage(undefined), undefined);
    assert.equal(readLogMessage({ type: 'window', from: -1, count: 10 }), undefined);
    assert.deepEqual(readLogMessage({ type: 'window', from: 5, count: 1e9 }), { type: 'window', from: 5, count: 400 });
    assert.equal(readLogMessage({ type: 'copy', from: 5, to: 4 }), undefined);
    assert.equal(readLogMessage({ type: 'jump', line: 0 }), undefined);
    assert.equal(readLogMessage({ type: 'eval', text: '1' }), undefined);
    assert.deepEqual(
      readLogMessage({ type: 'filter', row: 0, filter: { origin: 'nobody', level: 'unknown', pid: '12x', text: 7 } }),
      {
        type: 'filter',
        row: 0,
        filter: noFilter,
      },
    );
  });

  test('accepts a valid filter unchanged', () => {
    const filter: FilterView = { origin: 'qemu', level: 'error', sandbox: 'abc', pid: '12', text: 'x' };
    assert.deepEqual(readLogMessage({ type: 'filter', filter, row: 3 }), { type: 'filter', filter, row: 3 });
  });
});
