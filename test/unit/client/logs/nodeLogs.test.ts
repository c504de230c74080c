/** Tests how node logs are requested, and how each failure is reported. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createDebugJournalCommand,
  createNodeLogsCommand,
  nodeLogsRequest,
  type LogCommand,
  type LogRequest,
  type ProxyRequest,
} from '#core/logs/nodeLogCommands.ts';
import { isAgo, logRanges, formatUtcTime, readMoment } from '#core/logs/logRange.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { ApiProblem } from '#client/kubernetes/connection.ts';
import { rangeOf, rangeStep } from '#client/logs/nodeLog/askRange.ts';
import { ActiveLogStreams } from '#client/logs/activeLogStreams.ts';
import { PodSandboxTracker } from '#client/logs/nodeLog/podSandboxTracker.ts';
import { requestText, listLogMethods, type LogMethod, type LogMethodsInput } from '#client/logs/nodeLog/logMethods.ts';
import { writeFromApi } from '#client/logs/nodeLog/streamFromApi.ts';
import { writeFromOc } from '#client/logs/nodeLog/streamFromOc.ts';
import type { OcChild, OcEnd } from '#client/oc/oc.ts';
import { runOc } from '#client/oc/runOc.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { MemoryLog } from '#test/support/logs/memoryLog.ts';
import { ScriptedConnection } from '#test/support/cluster/scriptedConnection.ts';
import { makeStandInOc } from '#test/support/standInOc/standInOc.ts';

const qemu: LogRequest = { node: 'worker-0', preset: 'qemu', ago: '-1h' };
const now = Date.parse('2026-11-22T09:30:00Z');

function made<T>(result: Result<T, string>): T {
  assert.ok(result.ok);
  return result.value;
}
const proxyRequest = (wish: LogRequest): ProxyRequest => made(nodeLogsRequest(wish));
const nodeLogs = (wish: LogRequest): LogCommand => made(createNodeLogsCommand(wish));
const ways = (parts: Partial<LogMethodsInput>): readonly LogMethod[] =>
  made(
    listLogMethods({
      wish: qemu,
      cluster: { kubeconfig: ['/k'], context: 'admin' },
      noOc: undefined,
      isReadOnly: false,
      ...parts,
    }),
  ).all;

describe('node journal request', () => {
  test('matches the API request of oc adm node-logs', () => {
    assert.deepEqual(proxyRequest(qemu), {
      path: '/api/v1/nodes/worker-0/proxy/logs/journal',
      query: {
        since: '-1h',
        unit: 'crio',
        query: 'crio',
        grep: String.raw`qemuPid=\d+`,
        pattern: String.raw`qemuPid=\d+`,
        'case-sensitive': 'true',
      },
    });
    assert.deepEqual(proxyRequest({ node: 'worker-0', preset: 'everything' }).query, {});
    const [since, until] = [Date.parse('2026-11-22T07:00:00Z'), Date.parse('2026-11-22T07:30:00Z')];
    assert.deepEqual(proxyRequest({ node: 'worker-0', preset: 'everything', since, until }).query, {
      since: '2026-11-22 07:00:00',
      until: '2026-11-22 07:30:00',
    });
    for (const node of ['../secrets', '--help', 'Worker', ''])
      assert.ok(!nodeLogsRequest({ ...qemu, node }).ok && !createNodeLogsCommand({ ...qemu, node }).ok, node);
  });

  test('is shown as it is sent', () => {
    assert.equal(
      requestText(proxyRequest(qemu)),
      'GET /api/v1/nodes/worker-0/proxy/logs/journal?since=-1h&unit=crio&query=crio&grep=qemuPid%3D%5Cd%2B&pattern=qemuPid%3D%5Cd%2B&case-sensitive=true',
    );
    assert.equal(
      requestText(proxyRequest({ node: 'worker-0', preset: 'everything' })),
      'GET /api/v1/nodes/worker-0/proxy/logs/journal',
    );
  });

  test('provides oc arguments and a command that can be pasted into a shell', () => {
    assert.deepEqual(nodeLogs(qemu).args, [
      'adm',
      'node-logs',
      'worker-0',
      '-u',
      'crio',
      '-g',
      String.raw`qemuPid=\d+`,
      '--since=-1h',
    ]);
    const debug = made(createDebugJournalCommand({ ...qemu, preset: 'guest' }, true)).args;
    assert.deepEqual(debug.slice(0, 3), ['debug', 'node/worker-0', '--']);
    assert.deepEqual(debug.slice(-5), ['kata', '-g', 'reading guest console', '--since=-1h', '-f']);
    const [, , , follow] = ways({});
    assert.equal(
      follow?.command,
      String.raw`oc --kubeconfig=/k --context=admin debug node/worker-0 -- journalctl -D /host/var/log/journal --no-pager -o short-iso-precise -t kata -g 'qemuPid=\d+' --since=-1h -f`,
    );
  });

  test("explains that the whole journal is read if the kubelet can't filter it", () => {
    const [api, nodeLogsWay, debug] = ways({ wish: { node: 'worker-0', preset: 'virtiofsd' } });
    assert.deepEqual(api?.args, ['adm', 'node-logs', 'worker-0']);
    for (const words of [api?.detail, api?.note, nodeLogsWay?.detail, nodeLogsWay?.consequence])
      assert.match(words ?? '', /The extension reads the entire journal/);
    assert.equal(debug?.note, undefined);
    assert.ok(debug?.args.includes('virtiofsd'));
    assert.equal(ways({})[0]?.note, undefined);
  });

  test('rejects node names that contain options, paths, or shell syntax', () => {
    const of = (node: string) =>
      listLogMethods({
        wish: { ...qemu, node },
        cluster: { kubeconfig: ['/k'], context: 'admin' },
        noOc: undefined,
        isReadOnly: false,
      });
    assert.ok(of('worker-0.example.com').ok);
    for (const node of ['--server=https://evil.example', '-h', '', '../x', 'a b', 'a;reboot', '$(x)'])
      assert.ok(!of(node).ok, node);
  });

  test('omits an invalid time range', () => {
    for (const text of ['1h', '-0h', '-1h;reboot', '-1w', '']) assert.ok(!isAgo(text), text);
    assert.equal(nodeLogs({ ...qemu, ago: '-1h --until=now' }).args.length, 7);
    for (const { range } of logRanges) assert.ok(range.ago === undefined || isAgo(range.ago));
  });

  test('names the time ranges without articles', () =>
    assert.deepEqual(
      logRanges.map(({ label }) => label()),
      ['Last 15 minutes', 'Last hour', 'Last 6 hours', 'Last day', 'Entire journal'],
    ));

  test('supports a range between two UTC times', () => {
    const at = (text: string): string | undefined => {
      const found = readMoment(text, now);
      return found === undefined ? undefined : formatUtcTime(found);
    };
    assert.equal(at('2026-11-21 07:05'), '2026-11-21 07:05:00');
    assert.equal(at(' 7:05 '), '2026-11-22 07:05:00');
    assert.equal(at('2026-11-21T07:05:09Z'), '2026-11-21 07:05:09');
    for (const wrong of ['', 'yesterday', '25:00', '2026-02-31 07:00', '2026-11-22', '07:00; reboot'])
      assert.equal(at(wrong), undefined, wrong);

    const answers = new Map<string, string>();
    const next = (name: string) => {
      const step = rangeStep(answers, now);
      assert.equal(step?.name, name);
      return step !== undefined && 'prompt' in step ? step : undefined;
    };
    next('range');
    answers.set('range', 'between');
    const from = next('from');
    assert.equal(from?.value, undefined, 'what is said of a value would hide the question');
    assert.equal(from?.says?.('7:00')?.message, '2026-11-22 07:00:00 UTC');
    assert.equal(from?.says?.('soon')?.wrong, true);
    assert.equal(from?.says?.('')?.wrong, true);
    answers.set('from', '07:00');
    const to = next('to');
    assert.equal(to?.says?.('06:59')?.wrong, true, 'it is before');
    assert.equal(to?.says?.('')?.wrong, false);
    answers.set('to', '');
    assert.equal(rangeStep(answers, now), undefined);
    assert.deepEqual(rangeOf(answers, now), { since: Date.parse('2026-11-22T07:00:00Z') });
    answers.set('to', '07:30');
    const range = rangeOf(answers, now);
    assert.deepEqual(nodeLogs({ node: 'w', preset: 'crio', ...range }).args.slice(-2), [
      '--since=2026-11-22 07:00:00',
      '--until=2026-11-22 07:30:00',
    ]);
    assert.deepEqual(made(createDebugJournalCommand({ node: 'w', preset: 'crio', ...range })).args.slice(-2), [
      '--since=@1795330800',
      '--until=@1795332600',
    ]);
    assert.deepEqual(rangeOf(new Map([['range', '6h']]), now), { ago: '-6h' });
  });

  test('uses only the API without oc, and creates no debug pod in read-only mode', () => {
    assert.deepEqual(
      ways({ noOc: "oc isn't on the PATH of VS Code." }).map(({ id, refused }) => [id, refused]),
      [
        ['api', undefined],
        ['nodeLogs', "oc isn't on the PATH of VS Code."],
        ['debug', "oc isn't on the PATH of VS Code."],
        ['debugFollow', "oc isn't on the PATH of VS Code."],
      ],
    );
    const readOnly = ways({ isReadOnly: true });
    assert.deepEqual(
      readOnly.map(({ refused }) => refused !== undefined),
      [false, false, true, true],
    );
    assert.match(readOnly[2]?.refused ?? '', /osc\.readOnly/);
    assert.deepEqual(
      ways({ cluster: undefined }).map(({ refused }) => refused !== undefined),
      [false, true, true, true],
    );
  });
});

describe('journal from the API server', () => {
  async function play(problem: ApiProblem | undefined): Promise<MemoryLog> {
    const connection = new ScriptedConnection();
    const log = new MemoryLog([], { grows: true });
    const { ended } = writeFromApi(connection, 'worker-0', proxyRequest(qemu))(log);
    connection.last.line('first');
    if (problem === undefined) connection.last.end();
    else connection.last.fail(problem);
    await ended;
    return log;
  }

  test('ends when the server closes the stream', async () => {
    const { state } = await play(undefined);
    assert.deepEqual([state.lines, state.grows, state.problem], [1, false, undefined]);
  });

  const faults: readonly (readonly [ApiProblem, RegExp])[] = [
    [
      { kind: 'forbidden', message: 'nodes "worker-0" is forbidden', status: 403 },
      /requires the get verb on nodes\/proxy/,
    ],
    [{ kind: 'notFound', message: 'not found', status: 404 }, /^Node worker-0 doesn't exist/],
    [
      { kind: 'network', message: 'the connection broke' },
      /^Can't read the complete journal on worker-0: the connection broke/,
    ],
    [{ kind: 'timeout', message: 'Nothing has come' }, /Nothing has come/],
    [{ kind: 'server', message: 'not played', status: 501 }, /^This cluster doesn't provide the journal from worker-0/],
  ];
  for (const [problem, words] of faults)
    test(`reports the cause of a failure: ${problem.kind}`, async () => {
      assert.match((await play(problem)).state.problem ?? '', words);
    });

  test('stops without a problem when the page is closed', async () => {
    const connection = new ScriptedConnection();
    const log = new MemoryLog([], { grows: true });
    const writing = writeFromApi(connection, 'worker-0', proxyRequest(qemu))(log);
    writing.stop();
    await writing.ended;
    assert.equal(connection.active, 0);
    assert.equal(log.state.problem, undefined);
  });
});

describe('journal from oc', () => {
  function fakeChild(): { child: OcChild; end: (result: Result<OcEnd, string>) => void; told: string[] } {
    let resolve = (_end: Result<OcEnd, string>): void => undefined;
    const promise = new Promise<Result<OcEnd, string>>((done) => {
      resolve = done;
    });
    const told: string[] = [];
    const child = {
      ended: promise,
      interrupt: () => void told.push('interrupt'),
      terminate: () => void told.push('terminate'),
      kill: () => void told.push('kill'),
    };
    return { child, end: (result) => resolve(result), told };
  }

  const ends: readonly (readonly [Result<OcEnd, string>, RegExp | undefined])[] = [
    [succeed({ kind: 'ended', code: 0 }), undefined],
    [succeed({ kind: 'ended', code: 1 }), /^oc exited with code 1: error: nodes "worker-9" not found$/],
    [succeed({ kind: 'signal', signal: 'SIGKILL' }), /SIGKILL/],
    [fail('/usr/bin/oc or its working directory no longer exists.'), /no longer exists/],
  ];
  for (const [end, words] of ends)
    test(`reports how oc ended: ${JSON.stringify(end)}`, async () => {
      const played = fakeChild();
      const log = new MemoryLog([], { grows: true });
      const { ended } = writeFromOc(({ onLine }) => {
        onLine('a line', 'output');
        onLine('error: nodes "worker-9" not found', 'errors');
        return played.child;
      }, new ManualClock())(log);
      played.end(end);
      await ended;
      assert.equal(log.state.lines, 1, 'what it writes to its errors is no line of the journal');
      if (words === undefined) assert.equal(log.state.problem, undefined);
      else assert.match(log.state.problem ?? '', words);
    });

  test('interrupts, terminates, and finally kills oc so that the debug pod is cleaned up', async () => {
    const clock = new ManualClock();
    const played = fakeChild();
    const log = new MemoryLog([], { grows: true });
    const writing = writeFromOc(() => played.child, clock)(log);
    writing.stop();
    writing.stop();
    assert.deepEqual(played.told, ['interrupt']);
    await clock.pass(15_000);
    await clock.pass(15_000);
    assert.deepEqual(played.told, ['interrupt', 'terminate', 'kill']);
    played.end(succeed({ kind: 'signal', signal: 'SIGKILL' }));
    await writing.ended;
    assert.equal(log.state.problem, undefined);
  });

  test('interrupts only running processes when the window closes', async () => {
    const running = new ActiveLogStreams();
    const [first, second] = [fakeChild(), fakeChild()];
    const begin = ({ child }: typeof first) =>
      writeFromOc(() => child, new ManualClock())(new MemoryLog([], { grows: true }));
    const over = begin(first);
    running.add(over);
    running.add(begin(second));
    first.end(succeed({ kind: 'ended', code: 0 }));
    await over.ended;
    running.stopAll();
    running.stopAll();
    assert.deepEqual(first.told, []);
    assert.deepEqual(second.told, ['interrupt']);
  });

  test('runs oc with the displayed arguments and shows its output', async () => {
    const oc = makeStandInOc({
      lines: ['Mar 11 11:57:28 worker-0 crio[1]: one', 'Mar 11 11:57:29 worker-0 crio[1]: two'],
    });
    try {
      const log = new MemoryLog([], { grows: true });
      const cluster = { kubeconfig: ['/tmp/config'], context: 'admin' };
      const { args } = nodeLogs(qemu);
      const start = (take: Parameters<Parameters<typeof writeFromOc>[0]>[0]): OcChild =>
        runOc({ program: { path: oc.path, version: undefined }, cluster, args, folder: oc.folder, ...take });
      await writeFromOc(start, new ManualClock())(log).ended;
      assert.equal(log.state.lines, 2);
      assert.deepEqual(oc.calls()[0]?.args, ['--kubeconfig=/tmp/config', '--context=admin', ...args]);
    } finally {
      oc.remove();
    }
  });
});

test('sandbox of a pod is the newest one that CRI-O reports for it', async () => {
  const [first, second] = ['a'.repeat(63) + '1', 'b'.repeat(63) + '2'];
  const ran = (id: string, pod: string) => ({
    text: `Mar 11 11:57:28 w crio[1]: time="2023-03-11T11:57:28Z" level=info msg="Ran pod sandbox ${id} with infra container: shop/${pod}/POD" id=1`,
  });
  const log = new MemoryLog([ran(first, 'web'), ran(second, 'web'), ran('c'.repeat(64), 'web-2')]);
  const web = new PodSandboxTracker('shop', 'web');
  assert.equal(await web.newest(log), second);
  assert.equal(await new PodSandboxTracker('other', 'web').newest(log), undefined);
  // CRI-O names the old sandbox again when it removes it.
  log.write(ran(first, 'web'));
  assert.equal(await web.newest(log), second);
});
