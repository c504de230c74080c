/** Tests the life of the second process with a process that the test plays, and a clock of the test. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ChildEvents } from '#server/platform/platform.ts';
import { ChildServer, initializeServer } from '#server/lsp/yamlServer/childServer.ts';

const minute = 60_000;

interface Message {
  readonly id?: number;
  readonly method?: string;
}

/** A process that the test controls. */
class PlayedProcess {
  readonly sent: Message[] = [];
  isStopped = false;
  readonly #events: ChildEvents;

  constructor(events: ChildEvents) {
    this.#events = events;
  }

  say(message: unknown): void {
    this.#events.onMessage(message);
  }

  exit(reason: string): void {
    this.#events.onExit(reason);
  }

  /** Responds to the last request with a method. */
  respond(method: string, result: unknown): void {
    const id = this.sent.findLast((message) => message.method === method)?.id;
    assert.ok(id !== undefined, `no ${method} was sent`);
    this.say({ jsonrpc: '2.0', id, result });
  }
}

/** Plays the clock and the processes. */
class Stage {
  readonly processes: PlayedProcess[] = [];
  readonly logged: string[] = [];
  messages = 0;
  cannotStart = false;
  #time = 0;
  readonly #timers = new Set<{ readonly at: number; readonly work: () => void }>();
  readonly server = new ChildServer({
    start: (events) => {
      if (this.cannotStart) throw new Error('too many processes');
      const process = new PlayedProcess(events);
      this.processes.push(process);
      return {
        send: (message) => void process.sent.push(message),
        stop: () => {
          process.isStopped = true;
        },
      };
    },
    clock: {
      now: () => this.#time,
      after: (milliseconds, work) => {
        const timer = { at: this.#time + milliseconds, work };
        this.#timers.add(timer);
        return () => this.#timers.delete(timer);
      },
    },
    log: (message) => this.logged.push(message),
    onFirstFailure: () => {
      this.messages += 1;
    },
    respond: (method) => ({ answerTo: method }),
    initialize: (run) => initializeServer(run, {}),
  });

  get last(): PlayedProcess {
    const process = this.processes.at(-1);
    assert.ok(process !== undefined, 'no process was started');
    return process;
  }

  /** Lets time pass, and runs the timers that end. */
  pass(milliseconds: number): void {
    this.#time += milliseconds;
    for (const timer of [...this.#timers].filter(({ at }) => at <= this.#time)) {
      this.#timers.delete(timer);
      timer.work();
    }
  }

  /** Starts a process that is ready. */
  async ready() {
    const run = this.server.run();
    if (this.last.sent.at(-1)?.method === 'initialize') this.last.respond('initialize', {});
    const found = await run;
    assert.ok(found !== undefined);
    return found;
  }
}

describe('the second process', () => {
  test('starts with the first request, and serves the next ones', async () => {
    const stage = new Stage();
    assert.equal(stage.processes.length, 0);
    const run = await stage.ready();
    const result = run.request('textDocument/hover', {});
    stage.last.respond('textDocument/hover', { contents: 'text' });
    assert.deepEqual(await result, { contents: 'text' });
    assert.equal(await stage.server.run(), run);
    assert.equal(stage.processes.length, 1);
    assert.deepEqual(
      stage.last.sent.map(({ method }) => method),
      ['initialize', 'initialized', 'textDocument/hover'],
    );
  });

  test('stops after ten minutes without a request, and starts again', async () => {
    const stage = new Stage();
    await stage.ready();
    stage.pass(9 * minute);
    await stage.server.run();
    stage.pass(9 * minute);
    assert.equal(stage.last.isStopped, false);
    stage.pass(minute);
    assert.equal(stage.last.isStopped, true);
    await stage.ready();
    assert.equal(stage.processes.length, 2);
    assert.deepEqual(stage.logged, []);
  });

  const faults: Readonly<Record<string, readonly [fault: (stage: Stage) => void, log: RegExp]>> = {
    'it crashes': [({ last }) => last.exit('SIGSEGV'), /exited \(SIGSEGV\)/],
    'it hangs for five seconds': [(stage) => stage.pass(5000), /didn't respond for 5 seconds/],
    'it sends garbage': [({ last }) => last.say('garbage'), /invalid message/],
    'it sends a response without a request': [({ last }) => last.say({ jsonrpc: '2.0', id: 99 }), /invalid message/],
    'it sends diagnostics of another type': [
      ({ last }) => last.say({ jsonrpc: '2.0', method: 'textDocument/publishDiagnostics', params: { uri: 1 } }),
      /invalid message/,
    ],
  };
  for (const [name, [fault, log]] of Object.entries(faults)) {
    test(`is stopped and replaced if ${name}, and the request has no result`, async () => {
      const stage = new Stage();
      const run = await stage.ready();
      const results = [run.request('textDocument/hover', {}), run.diagnostics('osc-document:///a.yaml')];
      fault(stage);
      assert.deepEqual(await Promise.all(results), [undefined, undefined]);
      assert.equal(stage.last.isStopped, true);
      assert.equal(stage.logged.length, 1);
      assert.match(stage.logged.join(), log);
      assert.equal(await run.request('textDocument/hover', {}), undefined);
      await stage.ready();
      assert.equal(stage.processes.length, 2);
    });
  }

  test('shows one message, and restarts at most three times in ten minutes', async () => {
    const stage = new Stage();
    for (let count = 1; count <= 4; count += 1) {
      await stage.ready();
      assert.equal(stage.processes.length, count);
      stage.last.exit('code 1');
    }
    assert.equal(await stage.server.run(), undefined);
    assert.equal(stage.processes.length, 4);
    assert.equal(stage.messages, 1);
    stage.pass(10 * minute);
    await stage.ready();
    assert.equal(stage.processes.length, 5);
    stage.last.exit('code 1');
    assert.equal(stage.messages, 1);
    assert.equal(stage.logged.length, 5);
  });

  test('has no result if it never becomes ready, rejects the initialization, or cannot be started', async () => {
    const stage = new Stage();
    const slow = stage.server.run();
    stage.pass(20_000);
    assert.equal(await slow, undefined);
    const rejected = stage.server.run();
    stage.last.respond('initialize', null);
    assert.equal(await rejected, undefined);
    assert.equal(stage.last.isStopped, true);
    stage.cannotStart = true;
    assert.equal(await stage.server.run(), undefined);
    assert.equal(stage.logged.length, 3);
    assert.match(stage.logged.at(-1) ?? '', /too many processes/);
  });

  test('gets responses to its requests, and has no result for a request that fails', async () => {
    const stage = new Stage();
    const run = await stage.ready();
    stage.last.say({ jsonrpc: '2.0', id: 7, method: 'workspace/configuration', params: {} });
    assert.deepEqual(stage.last.sent.at(-1), {
      jsonrpc: '2.0',
      id: 7,
      result: { answerTo: 'workspace/configuration' },
    });
    const result = run.request('textDocument/hover', {});
    stage.last.say({ jsonrpc: '2.0', id: 2, error: { code: 1, message: 'no' } });
    assert.equal(await result, undefined);
    assert.equal(stage.last.isStopped, false);
    stage.last.say({ jsonrpc: '2.0', method: 'telemetry/event', params: {} });
    assert.deepEqual(stage.logged, []);
  });
});
