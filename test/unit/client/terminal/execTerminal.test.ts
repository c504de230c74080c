/** Tests a terminal that is connected with a command in a container. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiProblem, ExecEnd, ExecOptions, ExecSession, TerminalSize } from '#client/kubernetes/connection.ts';
import { ExecTerminal, type TerminalEnd } from '#client/terminal/pty/execTerminal.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

type Connecting = Pick<ExecOptions, 'size' | 'onOutput' | 'signal'>;

class TerminalStage {
  readonly clock = new ManualClock();
  readonly input: string[] = [];
  readonly sizes: TerminalSize[] = [];
  screen = '';
  isClosed = false;
  isDisposed = false;
  problem: ApiProblem | undefined;
  options: Connecting | undefined;
  readonly terminal: ExecTerminal;
  end: TerminalEnd | undefined;
  #resolve: (end: ExecEnd) => void = () => undefined;

  constructor(more: { readonly tty?: boolean; readonly stdin?: boolean } = {}) {
    this.terminal = new ExecTerminal({
      clock: this.clock,
      tty: true,
      stdin: true,
      ...more,
      container: 'shop/web/app',
      connect: (options) => {
        this.options = options;
        return Promise.resolve(this.problem === undefined ? succeed(this.#session()) : fail(this.problem));
      },
      write: (text) => {
        this.screen += text;
      },
      dispose: () => {
        this.isDisposed = true;
      },
    });
    void this.terminal.ended.then((end) => {
      this.end = end;
    });
  }

  async open(size?: TerminalSize): Promise<void> {
    void this.terminal.start(size);
    await this.clock.pass(0);
  }

  output(bytes: Uint8Array | string, stream: 'stdout' | 'stderr' = 'stdout'): void {
    void this.options?.onOutput(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, stream);
  }

  async finish(end: ExecEnd): Promise<void> {
    this.#resolve(end);
    await this.clock.pass(100);
  }

  /** Text on the screen without colors. */
  get text(): string {
    return this.screen.replaceAll(/\u001b\[\d*m/g, ''); // oxlint-disable-line no-control-regex
  }

  #session(): ExecSession {
    return {
      ended: new Promise((resolve) => {
        this.#resolve = resolve;
      }),
      canEndInput: true,
      write: (input) => {
        this.input.push(String(input));
        return Promise.resolve();
      },
      endInput: () => undefined,
      resize: (size) => void this.sizes.push(size),
      close: () => {
        this.isClosed = true;
        this.#resolve({ kind: 'closed' });
      },
    };
  }
}

const problem = (message: string): ApiProblem => ({ kind: 'network', message });

describe('a terminal in a container', () => {
  test('shows output, and sends input and each new size', async () => {
    const stage = new TerminalStage();
    await stage.open({ columns: 80, rows: 24 });
    assert.deepEqual(stage.options?.size, { columns: 80, rows: 24 });
    stage.output('$ ');
    await stage.clock.pass(16);
    assert.match(stage.text, /^Connecting to shop\/web\/app\. .*\r\n\$ $/);
    stage.terminal.input('ls\r');
    stage.terminal.resize({ columns: 100, rows: 30 });
    assert.deepEqual([stage.input, stage.sizes], [['ls\r'], [{ columns: 100, rows: 30 }]]);
  });

  test('joins characters that are split between two frames', async () => {
    const stage = new TerminalStage();
    await stage.open();
    const bytes = Buffer.from('日本 🙂');
    for (const byte of bytes) stage.output(Uint8Array.of(byte));
    await stage.clock.pass(16);
    assert.match(stage.text, /日本 🙂$/);
  });

  test('removes sequences that act on the editor from both streams', async () => {
    const stage = new TerminalStage({ tty: false });
    await stage.open();
    stage.output('a\u001b]52;c;');
    stage.output('error\n', 'stderr');
    stage.output('eA==\u0007b\n');
    await stage.clock.pass(32);
    assert.match(stage.screen, /aerror\r\nb\r\n$/);
    assert.doesNotMatch(stage.screen, /52;/);
  });

  test('sends a long paste without damage to its characters', async () => {
    const stage = new TerminalStage();
    await stage.open();
    // At every even position, a character of two code units starts.
    const paste = `a${'🙂'.repeat(50_000)}`;
    stage.terminal.input(paste);
    assert.equal(stage.input.map((part) => Buffer.from(part).toString('utf8')).join(''), paste);
  });

  test('shows the exit code after all output, and Enter then closes the terminal', async () => {
    const stage = new TerminalStage();
    await stage.open();
    for (let count = 0; count < 5; count += 1) stage.output('#'.repeat(60_000));
    await stage.finish({ kind: 'exited', exitCode: 3 });
    assert.match(stage.text, /#The command exited with code 3\.\r\nTo close this terminal, press Enter\.\r\n$/);
    assert.equal(stage.text.match(/#/g)?.length, 300_000);
    assert.deepEqual(stage.end, { kind: 'exited', exitCode: 3 });
    assert.equal(stage.terminal.isOpen, false);
    stage.terminal.input('a');
    assert.equal(stage.isDisposed, false);
    stage.terminal.input('\r');
    assert.equal(stage.isDisposed, true);
    assert.deepEqual(stage.input, []);
  });

  test('shows why it could not connect, with control characters of the message escaped', async () => {
    const stage = new TerminalStage();
    stage.problem = problem('refused\u001b]52;c;eA==\u0007');
    await stage.open();
    await stage.clock.pass(100);
    assert.match(stage.text, /refused\\u\{1b\}|refused\\u001b|refused\\x1b/);
    assert.doesNotMatch(stage.screen, /\u001b\]/); // oxlint-disable-line no-control-regex
    assert.equal(stage.end?.kind, 'failed');
  });

  test('warns that the command might continue if the connection is lost', async () => {
    const stage = new TerminalStage();
    await stage.open();
    await stage.finish({ kind: 'lost', problem: problem('The connection was reset.') });
    assert.match(stage.text, /\nThe connection was reset\. The command might still be running\.\r\n/);
  });

  test('closes the connection when the terminal is closed, also while it connects', async () => {
    const stage = new TerminalStage();
    await stage.open();
    stage.terminal.close();
    assert.equal(stage.isClosed, true);
    assert.equal(stage.options?.signal?.aborted, true);
    await stage.clock.pass(100);
    assert.deepEqual(stage.end, { kind: 'closed' });

    const early = new TerminalStage();
    void early.terminal.start(undefined);
    early.terminal.close();
    await early.clock.pass(100);
    assert.equal(early.isClosed, true);
  });

  test('closes the connection of a command without input on Ctrl+C, and keeps its output visible', async () => {
    const stage = new TerminalStage({ tty: false, stdin: false });
    await stage.open();
    stage.output('result\n');
    stage.terminal.input('ls\r');
    assert.equal(stage.isClosed, false);
    stage.terminal.input('\u0003');
    assert.equal(stage.isClosed, true);
    assert.deepEqual(stage.input, []);
    await stage.clock.pass(100);
    assert.equal(stage.isDisposed, false);
    assert.match(stage.text, /result\r\nThe connection was closed\. .*\r\nTo close this terminal, press Enter\.\r\n$/);
    assert.deepEqual(stage.end, { kind: 'closed' });
    stage.terminal.input('\r');
    assert.equal(stage.isDisposed, true);
  });

  test('closes the connection of a shell when it is interrupted, and keeps its output visible', async () => {
    const stage = new TerminalStage();
    await stage.open();
    stage.output('$ ');
    stage.terminal.interrupt();
    await stage.clock.pass(100);
    assert.deepEqual([stage.isClosed, stage.isDisposed], [true, false]);
    assert.match(stage.text, /\$ The connection was closed\./);
    stage.terminal.input('ls\r');
    assert.deepEqual(stage.input, []);
  });

  test('stops connecting on Ctrl+C if the command has no input', async () => {
    const stage = new TerminalStage({ tty: false, stdin: false });
    stage.problem = { kind: 'aborted', message: 'Canceled.' };
    const opening = stage.open();
    stage.terminal.input('\u0003');
    await opening;
    assert.equal(stage.options?.signal?.aborted, true);
    await stage.clock.pass(100);
    assert.deepEqual(stage.end, { kind: 'closed' });
  });

  test('adds carriage returns if the command has no terminal, also if one is split from its line break', async () => {
    const stage = new TerminalStage({ tty: false, stdin: false });
    await stage.open();
    stage.output('a\nb\r');
    stage.output('\nc\r\nd\n');
    await stage.clock.pass(100);
    assert.match(stage.text, /a\r\nb\r\nc\r\nd\r\n$/);
  });
});
