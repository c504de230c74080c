/** Tests the parsing of log lines in the formats of nodes and pods. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createDebugJournalCommand, createNodeLogsCommand } from '#core/logs/nodeLogCommands.ts';
import { shapeOf } from '#core/logs/errorSummary.ts';
import { matches, mayMatch } from '#core/logs/logFilter.ts';
import { Surveyor, sandboxesOfPod } from '#core/logs/logSurvey.ts';
import { logPresets } from '#core/logs/logPresets.ts';
import { maxLineLength, readLine, readWhole } from '#core/logs/readLine.ts';
import { formatLogLines } from '#core/logs/formatLogLines.ts';
import { sanitizeLogLine } from '#core/text/sanitize.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
import { assertProportional } from '#test/support/performance/growth.ts';

const sandbox = 'd1d4d68efc35e5ccb4331af73da459c13f46269b512774aa6bde7da34db48987';
const latest = Date.parse('2023-06-01T00:00:00Z');
const shim = `time="2023-03-11T11:57:28.607339014Z" level=error msg="qemu-kvm: -machine q35,foo: Expected '=' after parameter 'foo'" name=containerd-shim-v2 pid=2241647 qemuPid=2241693 sandbox=${sandbox} source=virtcontainers/hypervisor subsystem=qemu`;

describe('node log processing', () => {
  test('parses the QEMU line from the OSC documentation', () => {
    const line = readWhole(`Mar 11 11:57:28 openshift-worker-0 kata[2241647]: ${shim}`, 7, { latest });
    assert.equal(line.at, Date.parse('2023-03-11T11:57:28.607Z'));
    assert.deepEqual(
      [line.number, line.origin, line.level, line.sandbox, line.pid],
      [7, 'qemu', 'error', sandbox, 2241693],
    );
    assert.equal(line.message, "qemu-kvm: -machine q35,foo: Expected '=' after parameter 'foo'");
  });

  test('parses journal timestamps', () => {
    const at = Date.parse('2023-03-11T11:57:28Z');
    const times: readonly (readonly [string, number | undefined])[] = [
      ['Mar 11 11:57:28', at],
      ['Mar 11 11:57:28.587116', at + 587],
      ['2023-03-11T11:57:28+0000', at],
      ['2023-03-11T12:57:28+01:00', at],
      ['2023-03-11T11:57:28.587116+0000', at + 587],
      ['1678535848.587116', at + 587],
      ['Sat 2023-03-11 11:57:28 UTC', at],
      ['Sat 2023-03-11 11:57:28 GMT', at],
      ['Sat 2023-03-11 08:57:28 -03', at],
      ['Sat 2023-03-11 17:27:28.587116 +0530', at + 587],
      // Written on a computer in another time zone. The letters don't identify the offset.
      ['Sat 2023-03-11 06:57:28 EST', undefined],
      ['Sat 2023-03-11 19:57:28.587116 CST', undefined],
    ];
    for (const [time, wanted] of times) {
      for (const host of ['worker-0 ', '']) {
        const line = readLine(`${time} ${host}crio[12]: words`, 0, { latest });
        assert.deepEqual([line.at, line.origin, line.pid], [wanted, 'crio', 12], `${time} ${host}`);
      }
    }
  });

  test('parses kernel messages in dmesg formats', () => {
    const at = Date.parse('2023-03-11T11:57:28Z');
    const lines: readonly (readonly [string, number | undefined, number | undefined, string, string])[] = [
      ['[    0.000000] Linux version 5.14.0', undefined, 0, 'unknown', 'Linux version 5.14.0'],
      ['[ 1234.567890] kvm: disabled by bios', undefined, 1234.56789, 'unknown', 'kvm: disabled by bios'],
      ['[    1.000001][    T1] ahci: found', undefined, 1.000001, 'unknown', 'ahci: found'],
      ['[Sat Mar 11 11:57:28 2023] ahci: found', at, undefined, 'unknown', 'ahci: found'],
      ['kern  :err   : [   12.500000] vfio: bad', undefined, 12.5, 'error', 'vfio: bad'],
      ['daemon:info  : [Sat Mar 11 11:57:28 2023] systemd: up', at, undefined, 'info', 'systemd: up'],
      ['<4>[   12.500000] vfio: hm', undefined, 12.5, 'warning', 'vfio: hm'],
      ['<30>[   12.500000] systemd: up', undefined, 12.5, 'info', 'systemd: up'],
      [
        '[   12.500000] Out of memory: Killed process 1 (x)',
        undefined,
        12.5,
        'error',
        'Out of memory: Killed process 1 (x)',
      ],
    ];
    for (const [text, wanted, sinceBoot, level, message] of lines) {
      const line = readWhole(text, 0);
      assert.deepEqual(
        [line.at, line.sinceBoot, line.origin, line.level, line.message],
        [wanted, sinceBoot, 'kernel', level, message],
        text,
      );
      assert.ok(mayMatch({ level: 'error' })(text) || level !== 'error', text);
    }
    for (const text of ['[not a time] x', '[Sat Mar 99 11:57:28 2023] x', '<4> x', '[12] x'])
      assert.equal(readLine(text, 0).origin, 'other', text);
    assert.equal(readLine('Mar 11 11:57:28 w kernel: vfio: bad', 0, { latest }).origin, 'kernel');
  });

  test('parses the time of audit log lines', () => {
    const at = Date.parse('2023-03-11T11:57:28.587Z');
    const record = 'type=AVC msg=audit(1678535848.587:123): avc:  denied  { read } for  pid=1';
    const event =
      '{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","stage":"ResponseComplete","requestReceivedTimestamp":"2023-03-11T11:57:28.000000Z","stageTimestamp":"2023-03-11T11:57:28.587000Z","verb":"get"}';
    for (const text of [record, event])
      assert.deepEqual(readWhole(text, 3), { number: 3, at, origin: 'other', level: 'unknown', text, message: text });
  });

  test('infers a missing year from the latest possible time', () => {
    assert.equal(
      readLine('Dec 31 23:00:00 n crio[1]: x', 0, { latest: Date.parse('2024-01-02T00:00:00Z') }).at,
      Date.parse('2023-12-31T23:00:00Z'),
    );
    assert.equal(
      readLine('Feb 29 01:00:00 n crio[1]: x', 0, { latest: Date.parse('2026-01-02T00:00:00Z') }).at,
      Date.parse('2024-02-29T01:00:00Z'),
    );
    assert.equal(readLine('Mar 11 11:57:28 n crio[1]: x', 0).at, undefined);
    assert.equal(readLine('Foo 11 11:57:28 n crio[1]: x', 0, { latest }).at, undefined);
    assert.equal(readLine('2023-02-30T11:57:28Z x', 0).at, undefined);
  });

  test('parses guest console output of the kernel and the agent', () => {
    const console = (text: string): string =>
      `time="2020-09-15T14:56:23.095113803+08:00" level=debug msg="reading guest console" console-protocol=unix console-url=/run/vc/vm/${sandbox}/console.sock pid=107642 sandbox=${sandbox} source=virtcontainers subsystem=sandbox vmconsole=${JSON.stringify(text)}`;
    const kernel = readWhole(console('[    0.395399] brd: module loaded'), 0);
    assert.deepEqual(
      [kernel.origin, kernel.level, kernel.sandbox, kernel.message],
      ['guestConsole', 'debug', sandbox, '[    0.395399] brd: module loaded'],
    );
    assert.equal(kernel.at, Date.parse('2020-09-15T06:56:23.095Z'));
    const agent = readWhole(
      console('{"msg":"rpc call failed: no such \\"thing\\"","level":"ERRO","source":"agent"}'),
      0,
    );
    assert.deepEqual(
      [agent.origin, agent.level, agent.message],
      ['agent', 'error', 'rpc call failed: no such "thing"'],
    );
    assert.equal(readLine(console('[    9.1] Kernel panic - not syncing: VFS'), 0).level, 'error');
    assert.equal(readLine(console('{"msg":'), 0).origin, 'guestConsole');
  });

  test('parses JSON lines of runtime-rs', () => {
    const rust = (level: string, fields = '') =>
      `{"msg":"Annotation io.katacontainers.config.hypervisor.foo not enabled","level":"${level}","ts":"2026-08-21T10:00:00.25Z","version":"0.1.0","name":"kata-runtime","pid":"4711","source":"${sandbox}","subsystem":"hypervisor"${fields}}`;
    const line = readWhole(`Aug 21 10:00:01 worker-0 crio[1]: ${rust('WARN')}`, 1, { latest });
    assert.deepEqual(
      [line.origin, line.level, line.sandbox, line.pid, line.message, line.at],
      [
        'kataRuntime',
        'warning',
        sandbox,
        4711,
        'Annotation io.katacontainers.config.hypervisor.foo not enabled',
        Date.parse('2026-08-21T10:00:00.25Z'),
      ],
    );
    // The fields before the cut are read.
    const cut = readLine(rust('ERRO', `,"rest":"${'x'.repeat(maxLineLength)}`), 1);
    assert.deepEqual([cut.origin, cut.level, cut.sandbox, cut.pid], ['kataRuntime', 'error', sandbox, 4711]);
    const other = readLine('{"msg":"a","level":"ERRO","name":"other"}', 1);
    assert.equal(other.origin, 'other');
    for (const level of ['ERRO', 'WARN', 'CRIT']) assert.ok(mayMatch({ level: 'warning' })(rust(level)));
  });

  test('parses lines of other node components', () => {
    const before =
      'Mar 11 11:57:28 w kata[5]: time="2023-03-11T11:57:28Z" level=warning msg="slow" name=containerd-shim-v2 pid=5';
    assert.deepEqual(pick(`${before} sandbox=${sandbox} source=virtcontainers subsystem=kata_agent`), [
      'kataRuntime',
      'warning',
      sandbox,
    ]);
    assert.deepEqual(pick(`${before} sandbox=${sandbox} source=agent`), ['agent', 'warning', sandbox]);
    assert.deepEqual(pick(`${before} sandbox=${sandbox} source=virtcontainers subsystem=virtiofsd`), [
      'virtiofsd',
      'warning',
      sandbox,
    ]);
    assert.deepEqual(pick('Mar 11 11:57:28 w virtiofsd[9]: [2023-03-11T11:57:28Z ERROR virtiofsd] gone'), [
      'virtiofsd',
      'error',
      undefined,
    ]);
    assert.deepEqual(
      pick('Mar 11 11:57:28 w kubenswrapper[2]: E0311 11:57:28.123456    2 pod_workers.go:1] "Error syncing pod"'),
      ['kubelet', 'error', undefined],
    );
    assert.deepEqual(pick('W0311 11:57:28.123456    2 x.go:1] careful'), ['other', 'warning', undefined]);
    assert.deepEqual(
      pick(
        `Mar 11 11:57:28 w crio[3]: time="2023-03-11 11:57:28.1Z" level=info msg="Stopped pod sandbox: ${sandbox}" id=4`,
      ),
      ['crio', 'info', sandbox],
    );
    assert.deepEqual(pick(`Mar 11 11:57:28 w kata[3]: shim for /run/vc/sbs/${sandbox}/shim-monitor.sock ends`), [
      'kataRuntime',
      'unknown',
      sandbox,
    ]);
    for (const [file, found] of [
      [`/run/kata/${sandbox}/shim-monitor.sock`, sandbox],
      [`/run/kata-containers/${sandbox}/shim-monitor.sock`, sandbox],
      [`/run/kata-containers/shared/sandboxes/${sandbox}/mounts`, sandbox],
      // The folder of a container in the guest.
      [`/run/kata-containers/${sandbox}/rootfs`, undefined],
    ] as const)
      assert.deepEqual(pick(`Mar 11 11:57:28 w kata[3]: open ${file}`), ['kataRuntime', 'unknown', found]);
    assert.deepEqual(pick('-- Boot 4f1d --'), ['other', 'unknown', undefined]);
    assert.deepEqual(pick(''), ['other', 'unknown', undefined]);
    // Text in a message isn't a field of the line.
    assert.deepEqual(
      pick('Mar 11 11:57:28 w crio[3]: time="2023-03-11 11:57:28Z" level=info msg="a level=error sandbox=b c"'),
      ['crio', 'info', undefined],
    );
  });

  test('parses pod logs and the output of journalctl -o json', () => {
    const zap = readWhole('2023-03-11T11:57:28.587116986Z {"level":"error","ts":"2023-03-11T11:57:27Z","msg":"no"}', 0);
    assert.deepEqual([zap.at, zap.level, zap.message], [Date.parse('2023-03-11T11:57:28.587Z'), 'error', 'no']);
    assert.equal(readWhole('2023-03-11T11:57:28Z stderr F E0311 11:57:28.000001 1 a.go:1] bad', 0).level, 'error');
    const entry = {
      __REALTIME_TIMESTAMP: '1678535848607339',
      SYSLOG_IDENTIFIER: 'kata',
      _PID: '2241647',
      PRIORITY: '6',
      MESSAGE: shim,
    };
    const line = readLine(JSON.stringify(entry), 0);
    assert.deepEqual([line.origin, line.level, line.sandbox, line.pid], ['qemu', 'error', sandbox, 2241693]);
    const cut = readLine(JSON.stringify({ ...entry, MESSAGE: `${shim} more="${'x'.repeat(5000)}"` }), 0);
    assert.deepEqual([cut.origin, cut.level, cut.sandbox], ['qemu', 'error', sandbox]);
    const bytes = readLine(
      JSON.stringify({ ...entry, SYSLOG_IDENTIFIER: 'crio', PRIORITY: '3', MESSAGE: [...Buffer.from('no \xff')] }),
      0,
    );
    assert.deepEqual([bytes.origin, bytes.level], ['crio', 'error']);
  });

  test('parses any line in linear time', async () => {
    let seed = 20_261_122;
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const parts = [
      'time="',
      'level=',
      '"',
      '\\',
      '=',
      ' ',
      '{',
      '}',
      '[',
      ']:',
      'msg="',
      'Mar 11 11:57:28',
      'sandbox=',
      sandbox,
      'vmconsole="{\\"msg',
      '2023-',
      'é',
      '\u0000',
      'E0311',
      '/run/vc/sbs/',
      '}',
      '"__REALTIME_TIMESTAMP":"',
    ];
    for (let round = 0; round < 3000; round += 1) {
      const text = Array.from({ length: next(60) }, () => parts[next(parts.length)]).join('');
      const line = readWhole(text, round, { latest });
      assert.ok(line.text.length <= maxLineLength);
      shapeOf(line.message);
      sanitizeLogLine(line.text);
    }
    for (const hostile of ['"\\', 'a=', 'a="', 'sandbox ', '{"a":', ' x', '0x1', 'level=a="\\"', '-1-'])
      await assertProportional((part) => readWhole(hostile.repeat(500_000 * part), 0, { latest }), hostile);
  });

  test('escapes control characters and directional marks', () => {
    assert.equal(sanitizeLogLine('a\tb\u001b[31m\u202e\u0000'), 'a\tb\\x1b[31m\\u202e\\x00');
  });

  test('breaks a line at its line breaks and at those that are escaped in its quoted values', async () => {
    assert.equal(formatLogLines('a\r\nb\u001b'), 'a\nb\\x1b');
    assert.equal(
      formatLogLines(String.raw`pod.go:1] "Error" err="exit status 1\nqemu: failed\x0aend\n"`),
      'pod.go:1] "Error" err="exit status 1\nqemu: failed\nend\n"',
    );
    assert.equal(formatLogLines(String.raw`path="C:\\new" other=C:\new`), String.raw`path="C:\\new" other=C:\new`);
    assert.equal(formatLogLines(String.raw`msg="cut \n here`), 'msg="cut \n here');
    for (const hostile of ['"\\', '"', '\\n', '"\\"', '\\\\'])
      await assertProportional((part) => formatLogLines(hostile.repeat(200_000 * part)), hostile);
  });

  test('excludes lines with unknown values from a filter', () => {
    const line = readLine(`Mar 11 11:57:28 w kata[2241647]: ${shim}`, 0, { latest });
    assert.ok(
      matches(
        { origins: ['qemu'], level: 'warning', sandbox, pid: 2241693, from: line.at ?? 0, to: line.at ?? 0 },
        line,
      ),
    );
    for (const other of [{ origins: ['crio' as const] }, { sandbox: 'x' }, { pid: 1 }, { from: latest }, { to: 1 }])
      assert.ok(!matches(other, line));
    assert.ok(!matches({ level: 'info' }, readLine('words', 0)));
    assert.ok(!matches({ from: 1 }, readLine('words', 0)));
    assert.ok(mayMatch({ text: "EXPECTED '='" })(line.text));
    assert.ok(!mayMatch({ text: '.*' })(line.text));
  });

  test('groups similar errors, folds QEMU output, and links pods and processes to sandboxes', () => {
    const surveyor = new Surveyor();
    const mark = (word: string): string =>
      `time="2023-03-11T11:57:28Z" level=info msg="${word} logging QEMU (qemuPid=2241693)" name=containerd-shim-v2 pid=1 sandbox=${sandbox} source=virtcontainers/hypervisor subsystem=qemu`;
    const lines = [
      `Mar 11 11:57:27 w crio[3]: time="2023-03-11 11:57:27Z" level=info msg="Ran pod sandbox ${sandbox} with infra container: shop/cart-5x/POD" id=9`,
      mark('Start'),
      shim,
      'Mar 11 11:57:28 w crio[3]: time="2023-03-11 11:57:28Z" level=error msg="pod 12 failed after 3s"',
      'Mar 11 11:57:29 w crio[3]: time="2023-03-11 11:57:29Z" level=error msg="pod 999 failed after 4s"',
      mark('Stop'),
      mark('Start'),
    ];
    for (const [number, text] of lines.entries()) surveyor.look(readWhole(text, number, { latest }));
    const survey = surveyor.survey();
    assert.deepEqual(
      survey.stretches.map(({ first, last, said, pid }) => [first, last, said, pid]),
      [
        [1, 5, 1, 2241693],
        [6, undefined, 0, 2241693],
      ],
    );
    assert.deepEqual(survey.errors.map(({ shape, count, first, last }) => [shape, count, first, last])[0], [
      'pod <n> failed after <n>s',
      2,
      3,
      4,
    ]);
    const [seen] = sandboxesOfPod(survey, 'shop', 'cart-5x');
    assert.deepEqual([seen?.id, seen?.lines, seen?.errors, seen?.qemuPids], [sandbox, 5, 1, [2241693]]);
  });

  test('prefilters lines without losing warnings or errors and without changing counts', () => {
    const starts = [
      '',
      'Mar 11 11:57:28 w kata[5]: ',
      'Mar 11 11:57:28 w kubelet[5]: ',
      'Mar 11 11:57:28 w qemu-kvm[5]: ',
      '2023-03-11T11:57:28Z ',
      'Mar 11 11:57:28 w virtiofsd[5]: ',
    ];
    const words = [
      ...['error', 'warning', 'panic', 'debug', 'info', '"error"'].map(
        (level) =>
          `time="2023-03-11T11:57:28Z" level=${level} msg="x sandbox=y" name=containerd-shim-v2 sandbox=${sandbox}`,
      ),
      `level=debug msg=a source=virtcontainers sandbox=${sandbox} vmconsole="{\\"msg\\":\\"a\\",\\"level\\":\\"WARN\\"}"`,
      `level=debug msg=a source=virtcontainers sandbox=${sandbox} vmconsole="[ 1.2] Kernel panic - not syncing: x"`,
      ...['I', 'W', 'E', 'F'].map((letter) => `${letter}0311 11:57:28.123456    2 x.go:1] words of ${sandbox}`),
      '{"level":"error","msg":"x"}',
      `{"msg":"level=info","level":"ERRO","name":"kata-runtime","source":"${sandbox}"}`,
      '[2023-03-11T11:57:28Z ERROR virtiofsd] gone',
      `Stopped pod sandbox: ${sandbox}`,
      'plain words',
    ];
    const quick = new Surveyor();
    const slow = new Surveyor();
    let number = 0;
    for (const text of starts.flatMap((start) => words.map((word) => start + word))) {
      const line = readWhole(text, number, { latest });
      for (const level of ['error', 'warning'] as const)
        assert.ok(!matches({ level }, line) || mayMatch({ level })(text), text);
      slow.look(line);
      quick.lookAt(text, number, { latest });
      number += 1;
    }
    assert.deepEqual(quick.survey(), slow.survey());
    assert.ok(!mayMatch({ level: 'error' })(starts[1] + (words[3] ?? '')));
  });

  test('quotes log commands for the shell', () => {
    const request = { node: 'worker-0', preset: 'guest', since: Date.parse('2026-11-22T07:00:00Z') } as const;
    const logs = createNodeLogsCommand(request);
    assert.ok(logs.ok);
    assert.equal(
      logs.value.text,
      "oc adm node-logs worker-0 -u crio -g 'reading guest console' '--since=2026-11-22 07:00:00'",
    );
    const debug = createDebugJournalCommand({ ...request, preset: 'qemu', pid: 77 }, true);
    assert.ok(debug.ok);
    assert.equal(
      debug.value.text,
      'oc debug node/worker-0 -- journalctl -D /host/var/log/journal --no-pager -o short-iso-precise -t kata -g qemuPid=77 --since=@1795330800 -f',
    );
    assert.match(debug.value.makes ?? '', /privileged debug pod on worker-0/);
    assert.ok(!createNodeLogsCommand({ node: '--help', preset: 'crio' }).ok);
    for (const { id } of logPresets) {
      const made = createDebugJournalCommand({ node: 'w', preset: id });
      assert.ok(made.ok);
      assert.equal(made.value.text, quoteShellCommand(['oc', ...made.value.args]));
      assert.doesNotMatch(made.value.text, /[“”‘’]/);
    }
  });
});

function pick(text: string): readonly unknown[] {
  const { origin, level, sandbox: about } = readLine(text, 0, { latest });
  return [origin, level, about];
}
