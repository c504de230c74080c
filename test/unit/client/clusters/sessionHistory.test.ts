/** Tests that the history of a cluster survives a reload of the window, with two windows and with damaged files. */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { after, describe, test } from 'node:test';
import { historyFiles } from '#client/clusters/sessions/historyFiles.ts';
import { SessionHistory, type HistoryFile } from '#client/clusters/sessions/sessionHistory.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { ClusterEvent } from '#core/cluster/objects/clusterEvent.ts';
import { emptyHistory, recordTransitions } from '#core/cluster/history.ts';
import { parseHistory } from '#core/cluster/savedHistory.ts';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { readAt, snapshotOf, worker } from '#test/support/cluster/clusterObjects.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

const minute = 60_000;

/** A file in memory that two windows can share. */
function memoryFile(): HistoryFile & { text: string | undefined; writes: number } {
  return {
    text: undefined,
    writes: 0,
    read() {
      return Promise.resolve(this.text);
    },
    update(change) {
      const text = change(this.text);
      if (text === undefined) return Promise.resolve();
      this.text = text;
      this.writes += 1;
      return Promise.resolve();
    },
  };
}

function snapshotAt(state: string, clusterID = 'id-1'): Snapshot {
  return snapshotOf({
    nodes: [worker('worker-0', { state })],
    clusterVersions: [{ metadata: { name: 'version', uid: 'v' }, spec: { clusterID } }],
  });
}

describe('history of an open cluster', () => {
  function open(
    file: HistoryFile | undefined,
    clock: Clock,
    readEvents: () => Promise<readonly ClusterEvent[]> = () => Promise.resolve([]),
  ) {
    const logged: string[] = [];
    let changes = 0;
    const history = new SessionHistory({
      clock,
      file,
      log: (message) => void logged.push(message),
      changed: () => (changes += 1),
      readEvents,
    });
    return { history, logged, changes: () => changes };
  }
  const changesOf = ({ history }: { readonly history: SessionHistory }): number =>
    history.current.transitions.filter(({ what }) => what.kind === 'daemon').length;

  test('continues after a restart, with a gap for the time without a window', async () => {
    const clock = new ManualClock(readAt);
    const file = memoryFile();
    const first = open(file, clock);
    first.history.record(emptySnapshot, snapshotAt('a'));
    await setImmediate();
    first.history.record(snapshotAt('a'), snapshotAt('b'));
    await clock.pass(2000);
    await setImmediate();
    assert.equal(changesOf(first), 1);
    assert.equal(file.writes, 1);
    void first.history.saveNow();
    await setImmediate();
    await clock.pass(30 * minute);
    const second = open(file, clock);
    second.history.record(emptySnapshot, snapshotAt('c'));
    assert.equal(changesOf(second), 0, 'the saved history is read later');
    await setImmediate();
    assert.equal(changesOf(second), 1);
    assert.equal(second.changes(), 1);
    assert.equal(second.history.current.gaps?.length, 1);
  });

  test('fills the gap with events, which are read only if there is a gap', async () => {
    const clock = new ManualClock(readAt);
    const file = memoryFile();
    let reads = 0;
    const events = (): Promise<readonly ClusterEvent[]> => {
      reads += 1;
      const event = { kind: 'Node', name: 'worker-0', type: 'Normal', reason: 'Rebooted', message: '', count: 1 };
      return Promise.resolve([{ ...event, at: readAt + 10 * minute }]);
    };
    const first = open(file, clock, events);
    first.history.record(emptySnapshot, snapshotAt('a'));
    await setImmediate();
    void first.history.saveNow();
    await setImmediate();
    const reloaded = open(file, clock, events);
    reloaded.history.record(emptySnapshot, snapshotAt('a'));
    await setImmediate();
    void reloaded.history.saveNow();
    await setImmediate();
    assert.equal(reads, 0, 'a reload of the window leaves no gap');
    await clock.pass(30 * minute);
    const second = open(file, clock, events);
    second.history.record(emptySnapshot, snapshotAt('a'));
    await setImmediate();
    assert.equal(reads, 1);
    const booted = second.history.current.transitions.filter(({ what }) => what.kind === 'boot');
    assert.deepEqual(
      booted.map(({ at, derived }) => [at - readAt, derived]),
      [[10 * minute, 'event']],
    );
    void second.history.saveNow();
    await setImmediate();
    await setImmediate();
    assert.match(file.text ?? '', /"derived":"event"/);
  });

  test('has no gap for a time in which another window recorded without a change', async () => {
    const clock = new ManualClock(readAt);
    const file = memoryFile();
    const one = open(file, clock);
    one.history.record(emptySnapshot, snapshotAt('a'));
    await setImmediate();
    await clock.pass(2000);
    await setImmediate();
    await clock.pass(30 * minute);
    const other = open(file, clock);
    other.history.record(emptySnapshot, snapshotAt('a'));
    await setImmediate();
    assert.equal(other.history.current.gaps?.length, 1, 'the file contains no later time yet');
    await clock.pass(2000);
    await setImmediate();
    one.history.record(snapshotAt('a'), snapshotAt('b'));
    await clock.pass(2000);
    await setImmediate();
    other.history.record(snapshotAt('a'), snapshotAt('b'));
    await clock.pass(2000);
    await setImmediate();
    assert.deepEqual(other.history.current.gaps, []);
    assert.match(file.text ?? '', /"gaps":\[\]/);
  });

  test('stays in order if the clock is set back while a window records', () => {
    const first = recordTransitions(emptyHistory, snapshotAt('a'), snapshotAt('b'), readAt);
    const second = recordTransitions(first, snapshotAt('b'), snapshotAt('c'), readAt - 60 * minute);
    assert.deepEqual(
      second.transitions.map(({ at }) => at),
      [readAt - 60 * minute, readAt],
    );
  });

  test('keeps what another window recorded', async () => {
    const clock = new ManualClock(readAt);
    const file = memoryFile();
    const [one, other] = [open(file, clock), open(file, clock)];
    for (const window of [one, other]) window.history.record(emptySnapshot, snapshotAt('a'));
    await setImmediate();
    one.history.record(snapshotAt('a'), snapshotAt('b'));
    await clock.pass(2000);
    await setImmediate();
    await clock.pass(minute);
    other.history.record(snapshotAt('b'), snapshotAt('c'));
    await clock.pass(2000);
    await setImmediate();
    await setImmediate();
    const third = open(file, clock);
    third.history.record(emptySnapshot, snapshotAt('c'));
    await setImmediate();
    assert.equal(changesOf(third), 2);
  });

  test('starts again for a re-created cluster and for a damaged file, and replaces the file', async () => {
    const clock = new ManualClock(readAt);
    const file = memoryFile();
    const first = open(file, clock);
    first.history.record(emptySnapshot, snapshotAt('a'));
    first.history.record(snapshotAt('a'), snapshotAt('b'));
    await setImmediate();
    void first.history.saveNow();
    await setImmediate();
    const second = open(file, clock);
    second.history.record(emptySnapshot, snapshotAt('a', 'id-2'));
    await setImmediate();
    assert.equal(changesOf(second), 0);
    assert.deepEqual(second.logged, ['The saved history of a cluster is ignored: the cluster was re-created']);
    file.text = '{"version":';
    const third = open(file, clock);
    third.history.record(emptySnapshot, snapshotAt('a'));
    await setImmediate();
    assert.match(third.logged[0] ?? '', /isn't valid JSON/);
    void third.history.saveNow();
    await setImmediate();
    await setImmediate();
    assert.match(file.text, /^\{"version":1,"clusterId":"id-1"/);
  });

  test('starts again if the cluster is re-created while it is open, and saves the new history', async () => {
    const clock = new ManualClock(readAt);
    const file = memoryFile();
    const window = open(file, clock);
    window.history.record(emptySnapshot, snapshotAt('a'));
    window.history.record(snapshotAt('a'), snapshotAt('b'));
    await setImmediate();
    await clock.pass(2000);
    await setImmediate();
    window.history.record(snapshotAt('b'), snapshotAt('c', 'id-2'));
    await setImmediate();
    assert.equal(changesOf(window), 0);
    assert.equal(window.history.current.began, readAt + 2000);
    window.history.record(snapshotAt('c', 'id-2'), snapshotAt('d', 'id-2'));
    await clock.pass(2000);
    await setImmediate();
    assert.equal(changesOf(window), 1);
    assert.match(file.text ?? '', /"clusterId":"id-2"/);
  });

  test('is saved while the events of a gap are still being read, and if they fail', async () => {
    const clock = new ManualClock(readAt);
    const file = memoryFile();
    const first = open(file, clock);
    first.history.record(emptySnapshot, snapshotAt('a'));
    await setImmediate();
    void first.history.saveNow();
    await setImmediate();
    await clock.pass(30 * minute);
    let stop = (): void => assert.fail('no events were requested');
    const events = new Promise<never>((_, reject) => (stop = () => reject(new Error('no events'))));
    const second = open(file, clock, () => events);
    second.history.record(emptySnapshot, snapshotAt('a'));
    await setImmediate();
    const before = file.writes;
    await clock.pass(2000);
    await setImmediate();
    assert.equal(file.writes, before + 1);
    stop();
    await setImmediate();
    assert.deepEqual(second.logged, []);
  });

  test('is saved every minute after the clock is set back', async () => {
    const clock = new ManualClock(readAt);
    const file = memoryFile();
    let shift = 0;
    const window = open(file, {
      now: () => clock.now() - shift,
      after: (milliseconds, work) => clock.after(milliseconds, work),
    });
    window.history.record(emptySnapshot, snapshotAt('a'));
    await setImmediate();
    await clock.pass(2000);
    await setImmediate();
    const before = file.writes;
    const snapshot = snapshotAt('a');
    shift = 60 * minute;
    window.history.record(snapshot, snapshot);
    await clock.pass(2000);
    await setImmediate();
    assert.equal(file.writes, before + 1);
  });

  test('records without saving if the file fails, and logs no names', async () => {
    const clock = new ManualClock(readAt);
    const refused = (): Promise<never> =>
      Promise.reject(Object.assign(new Error("EACCES: '/home/secret-cluster.json'"), { code: 'EACCES' }));
    const window = open({ read: refused, update: refused }, clock);
    window.history.record(emptySnapshot, snapshotAt('a'));
    window.history.record(snapshotAt('a'), snapshotAt('b'));
    await setImmediate();
    void window.history.saveNow();
    await setImmediate();
    assert.equal(changesOf(window), 1);
    assert.deepEqual(window.logged, [
      "Can't read the saved history of a cluster: EACCES",
      "Can't save the history of a cluster: EACCES",
    ]);
  });
});

describe('history files', () => {
  const storage = mkdtempSync(path.join(tmpdir(), 'osc-history-'));
  after(() => rmSync(storage, { recursive: true, force: true }));
  const info = { name: 'secret-context', server: 'https://secret:6443', user: 'me', current: true };

  test('are readable only by the user, and their names contain no name of a cluster', async () => {
    const file = historyFiles(storage)(info);
    assert.equal(await file.read(), undefined);
    await file.update(() => 'one');
    await file.update((text) => `${text ?? ''} two`);
    assert.equal(await file.read(), 'one two');
    const names = readdirSync(path.join(storage, 'history'));
    assert.equal(names.length, 1);
    assert.match(names[0] ?? '', /^[0-9a-f]{32}\.json$/);
    assert.equal(statSync(path.join(storage, 'history', names[0] ?? '')).mode & 0o077, 0);
    assert.equal(await historyFiles(storage)({ ...info, server: 'https://other' }).read(), undefined);
    assert.equal(readFileSync(path.join(storage, 'history', names[0] ?? ''), 'utf8'), 'one two');
  });

  test('are deleted 30 days after the cluster was open, and a day of grace, and files of crashed windows after an hour', async () => {
    const folder = mkdtempSync(path.join(storage, 'old-'));
    const now = Date.now();
    const fileOf = (name: string) => historyFiles(folder, () => now)({ ...info, name });
    await fileOf('old').update(() => 'old');
    const [old = ''] = readdirSync(path.join(folder, 'history'));
    const aged = (name: string, days: number): void => {
      const file = path.join(folder, 'history', name);
      if (!existsSync(file)) writeFileSync(file, 'x');
      utimesSync(file, new Date(now - days * 86_400_000), new Date(now - days * 86_400_000));
    };
    aged(old, 31);
    aged(`${old}.a.tmp`, 1);
    aged(`${old}.b.tmp`, 0);
    aged('notes.json', 31);
    aged(`${old}.lock`, 1);
    await fileOf('recent').update(() => 'recent');
    const left = (): readonly string[] =>
      readdirSync(path.join(folder, 'history')).filter((name) => name !== `${old}.old`);
    assert.equal(left().length, 4);
    assert.ok(left().includes('notes.json') && left().includes(`${old}.b.tmp`), left().join());
    assert.equal(await fileOf('old').read(), 'old', 'the clock might be wrong for a while');
    aged(`${old}.old`, 2);
    await fileOf('recent').update(() => 'recent');
    assert.equal(left().length, 3);
    assert.equal(await fileOf('old').read(), undefined);
    assert.equal(existsSync(path.join(folder, 'history', `${old}.old`)), false);
  });

  test('keep every change if several windows save at the same moment', async () => {
    const windows = Array.from({ length: 20 }, (_, index) => ({
      file: historyFiles(storage)({ ...info, name: 'shared' }),
      text: `${index}`,
    }));
    await Promise.all(windows.map(({ file, text }) => file.update((before) => `${before ?? ''}[${text}]`)));
    const saved = await windows[0]?.file.read();
    for (const { text } of windows) assert.ok(saved?.includes(`[${text}]`), `${text} in ${saved ?? ''}`);
  });

  test('can be saved if a window crashed while it saved', async () => {
    const file = historyFiles(storage)({ ...info, name: 'crashed' });
    const before = readdirSync(path.join(storage, 'history'));
    await file.update(() => 'one');
    const name = readdirSync(path.join(storage, 'history')).find((one) => !before.includes(one)) ?? '';
    const lock = path.join(storage, 'history', `${name}.lock`);
    writeFileSync(lock, '');
    utimesSync(lock, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
    await file.update(() => 'two');
    assert.equal(await file.read(), 'two');
    assert.equal(existsSync(lock), false);
  });

  test('that are damaged are replaced, and the window continues to record', async () => {
    const file = historyFiles(storage)({ ...info, name: 'damaged' });
    await file.update(() => '{"version":1,"clusterId":"id-1","transitions":[{"at"');
    const logged: string[] = [];
    const text = await new Promise<string | undefined>((resolve) => {
      const history = new SessionHistory({
        clock: { now: () => readAt, after: (_, work) => (void setImmediate().then(work), () => undefined) },
        file: {
          read: () => file.read(),
          async update(change) {
            await file.update(change);
            resolve(await file.read());
          },
        },
        log: (message) => void logged.push(message),
        changed: () => assert.fail('nothing was added'),
      });
      history.record(emptySnapshot, snapshotAt('a'));
      history.record(snapshotAt('a'), snapshotAt('b'));
    });
    assert.deepEqual(logged, ["The saved history of a cluster is ignored: the file isn't valid JSON"]);
    const saved = parseHistory(text ?? '', 'id-1', readAt);
    assert.equal(saved.ok && saved.value.history.transitions.length, 1);
  });

  test('that are much too large are ignored', async () => {
    const file = historyFiles(storage)({ ...info, name: 'large' });
    await file.update(() => 'x');
    const [name] = readdirSync(path.join(storage, 'history')).filter(
      (one) => readFileSync(path.join(storage, 'history', one), 'utf8') === 'x',
    );
    writeFileSync(path.join(storage, 'history', name ?? ''), Buffer.alloc(20_000_001));
    assert.equal(await file.read(), '');
  });
});
