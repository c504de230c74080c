/** Tests the filter for the newest sandbox of a pod while the journal arrives. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SandboxFollower, type LogObserver } from '#client/logs/nodeLog/followSandbox.ts';
import { createStreamLog } from '#client/logs/sources/streamLog.ts';
import { noFilter, type FilterView } from '#client/logs/view/logView.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { MemoryLog, type MemoryLine } from '#test/support/logs/memoryLog.ts';

const id = (letter: string): string => letter.repeat(64);
const got = (sandbox: string, pod = 'web'): MemoryLine => ({
  text: `Mar 11 11:57:28 w crio[1]: time="2023-03-11T11:57:28Z" level=info msg="Got pod network &{Name:${pod} Namespace:shop ID:${sandbox} UID:1}"`,
});

/** Stand-in for the parts of a log view that the filter uses. */
class View {
  filter: FilterView = { ...noFilter, text: 'web' };
  isFiltered = true;
  notes: readonly string[] = [];
  readonly failures: unknown[] = [];

  setFilter(filter: FilterView, notes: readonly string[] = []): void {
    this.filter = filter;
    this.isFiltered = true;
    this.notes = notes;
  }
}

const onlooker = (view: View): LogObserver =>
  new SandboxFollower({ namespace: 'shop', name: 'web', model: view, failed: (error) => view.failures.push(error) });

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

describe('sandbox filter of a pod', () => {
  test('follows each newer sandbox in the journal', async () => {
    const view = new View();
    const log = new MemoryLog([{ text: 'web waits' }], { grows: true });
    onlooker(view).read(log);
    await settled();
    assert.equal(view.filter.text, 'web');
    log.write(got(id('a')), got(id('9'), 'web-2'));
    await settled();
    assert.equal(view.filter.sandbox, id('a'));
    // CRI-O names the old sandbox again when it removes it.
    log.write(got(id('b')), got(id('a')));
    await settled();
    assert.equal(view.filter.sandbox, id('b'));
    log.write(got(id('c')));
    log.end();
    await settled();
    assert.equal(view.filter.sandbox, id('c'));
    assert.match(
      view.notes[0] ?? '',
      /^Showing only lines about sandbox c{64}, the latest sandbox for web in the log\./,
    );
    assert.equal(log.open.size, 0, 'its search is over');
    assert.deepEqual(view.failures, []);
  });

  test('keeps a filter that the user changed or turned off', async () => {
    const view = new View();
    const log = new MemoryLog([got(id('a'))], { grows: true });
    onlooker(view).read(log);
    await settled();
    view.isFiltered = false;
    log.write(got(id('b')));
    await settled();
    assert.equal(view.filter.sandbox, id('a'));
    view.filter = { ...noFilter, sandbox: id('a') };
    view.isFiltered = true;
    log.write(got(id('c')));
    await settled();
    assert.equal(view.filter.sandbox, id('a'));
    assert.equal(log.open.size, 0);
  });

  test('continues with a log that is read again and releases the closed one', async () => {
    const view = new View();
    const looking = onlooker(view);
    const before = new MemoryLog([got(id('a')), got(id('b'))], { grows: true });
    looking.read(before);
    await settled();
    assert.equal(view.filter.sandbox, id('b'));
    const after = new MemoryLog([got(id('a'))], { grows: true });
    looking.read(after);
    await settled();
    assert.equal(before.open.size, 0);
    assert.equal(view.filter.sandbox, id('b'), 'not back to one that is older');
    after.write(got(id('b')), got(id('c')));
    await settled();
    assert.equal(view.filter.sandbox, id('c'));
    looking.close();
    assert.equal(after.open.size, 0);
  });

  test('reports a missing sandbox only after the whole log is searched', async () => {
    const clock = new ManualClock();
    const view = new View();
    const log = createStreamLog({ clock });
    log.append(Array.from({ length: 9000 }, (_, number) => `line ${number} of web`));
    log.append([got(id('a')).text]);
    log.end();
    onlooker(view).read(log);
    while (view.notes.length === 0) await clock.pass(100);
    assert.equal(view.filter.sandbox, id('a'));
    assert.match(view.notes[0] ?? '', /^Showing only lines/);
    log.close();
    const other = new View();
    const none = new MemoryLog([{ text: 'web waits' }]);
    onlooker(other).read(none);
    await settled();
    assert.match(other.notes[0] ?? '', /^The log doesn't identify the sandbox for web/);
    assert.equal(other.filter.text, 'web');
  });
});
