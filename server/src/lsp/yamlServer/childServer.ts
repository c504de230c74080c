/**
 * Runs a language server in a child process: starts it for the first request, stops it when it's idle, and replaces it
 * when it fails. A failure never affects the caller, whose request then has no result.
 */
import { isJsonObject, type JsonObject } from '#core/common/json.ts';
import type { ChildChannel, ChildEvents } from '../../platform/platform.ts';
import type { ProcessClock } from './processClock.ts';

/** Options of a language server in a child process. */
export interface ChildServerOptions {
  readonly start: (events: ChildEvents) => ChildChannel;
  readonly clock: ProcessClock;
  readonly log: (message: string) => void;
  /** Called for the first failure. */
  readonly onFirstFailure: () => void;
  /** Returns the response to a request from the process. */
  readonly respond: (method: string, params: unknown) => unknown;
  /** Sends the first messages to a new process. */
  readonly initialize: (run: ChildRun) => Promise<boolean>;
}

/** Maximum time until a new process is ready, and until a request has a result, in milliseconds. */
const longestStart = 20_000;
const longestRequest = 5000;
/** Time without a request after which the process stops, in milliseconds. */
const idleTime = 600_000;
/** Maximum number of failures within a period in milliseconds. One start and three restarts can fail. */
const maxFailures = 4;
const failurePeriod = 600_000;

/** One process. */
export class ChildRun {
  readonly #clock: ProcessClock;
  readonly #channel: ChildChannel;
  readonly #fail: (reason: string) => void;
  readonly #waiting = new Map<string, (value: unknown) => void>();
  #nextId = 0;
  #isOver = false;

  constructor({ start, clock, respond }: ChildServerOptions, onFailure: (run: ChildRun, reason: string) => void) {
    this.#clock = clock;
    this.#fail = (reason) => {
      if (!this.#isOver) onFailure(this, reason);
    };
    this.#channel = start({
      onMessage: (message) => {
        if (!this.#isOver && !this.#receive(message, respond)) this.#fail('it sent an invalid message');
      },
      onExit: (reason) => this.#fail(`it exited (${reason})`),
    });
  }

  notify(method: string, params: unknown): void {
    if (!this.#isOver) this.#channel.send({ jsonrpc: '2.0', method, params });
  }

  /** Sends a request. Returns undefined if the process fails before it responds, or responds with an error. */
  request(method: string, params: unknown, limit = longestRequest): Promise<unknown> {
    this.#nextId += 1;
    const id = this.#nextId;
    const result = this.#wait(`response ${id}`, limit);
    if (!this.#isOver) this.#channel.send({ jsonrpc: '2.0', id, method, params });
    return result;
  }

  /** Waits for the next diagnostics of a document. Returns undefined if the process fails. */
  diagnostics(uri: string): Promise<unknown> {
    return this.#wait(`diagnostics ${uri}`, longestRequest);
  }

  /** Stops the process. Pending requests have no result. */
  stop(): void {
    this.#isOver = true;
    this.#channel.stop();
    for (const settle of this.#waiting.values()) settle(undefined);
  }

  #wait(name: string, limit: number): Promise<unknown> {
    if (this.#isOver) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const cancel = this.#clock.after(limit, () => this.#fail(`it didn't respond for ${limit / 1000} seconds`));
      this.#waiting.set(name, (value) => {
        this.#waiting.delete(name);
        cancel();
        resolve(value);
      });
    });
  }

  /** Returns whether a message is valid. */
  #receive(message: unknown, respond: ChildServerOptions['respond']): boolean {
    if (!isJsonObject(message) || message['jsonrpc'] !== '2.0') return false;
    const { id, method, params } = message;
    if (method === undefined) {
      const settle = typeof id === 'number' ? this.#waiting.get(`response ${id}`) : undefined;
      settle?.(message['error'] === undefined ? message['result'] : undefined);
      return settle !== undefined;
    }
    if (typeof method !== 'string') return false;
    if (typeof id === 'number' || typeof id === 'string')
      this.#channel.send({ jsonrpc: '2.0', id, result: respond(method, params) ?? null });
    else if (method === 'textDocument/publishDiagnostics') return this.#receiveDiagnostics(params);
    return true;
  }

  #receiveDiagnostics(params: unknown): boolean {
    const { uri, diagnostics }: JsonObject = isJsonObject(params) ? params : {};
    if (typeof uri !== 'string' || !Array.isArray(diagnostics)) return false;
    this.#waiting.get(`diagnostics ${uri}`)?.(diagnostics);
    return true;
  }
}

/** A language server in a child process. Starts the process when it's needed. */
export class ChildServer {
  readonly #options: ChildServerOptions;
  /** Times of the failures in the last period. */
  #failures: number[] = [];
  #hasFailed = false;
  #running: { readonly run: ChildRun; readonly ready: Promise<boolean> } | undefined;
  #cancelIdle: () => void = () => undefined;

  constructor(options: ChildServerOptions) {
    this.#options = options;
  }

  /** Returns a process that is ready. Returns undefined if it can't be started, or failed too often. */
  async run(): Promise<ChildRun | undefined> {
    const { clock } = this.#options;
    this.#cancelIdle();
    this.#cancelIdle = clock.after(idleTime, () => this.stop());
    this.#running ??= this.#start();
    const running = this.#running;
    if (running === undefined) return undefined;
    if (await running.ready) return running.run;
    if (this.#running === running) this.#failed(running.run, "it can't be initialized");
    return undefined;
  }

  /** Stops the process, if it runs. The next request starts a new one. */
  stop(): void {
    this.#cancelIdle();
    this.#running?.run.stop();
    this.#running = undefined;
  }

  #start(): { readonly run: ChildRun; readonly ready: Promise<boolean> } | undefined {
    const { clock, initialize } = this.#options;
    const now = clock.now();
    this.#failures = this.#failures.filter((at) => now - at < failurePeriod);
    if (this.#failures.length >= maxFailures) return undefined;
    let run: ChildRun;
    try {
      run = new ChildRun(this.#options, (failed, reason) => this.#failed(failed, reason));
    } catch (error) {
      this.#report(String(error));
      return undefined;
    }
    return { run, ready: initialize(run).catch(() => false) };
  }

  #failed(run: ChildRun, reason: string): void {
    run.stop();
    if (this.#running?.run === run) this.#running = undefined;
    this.#report(reason);
  }

  #report(reason: string): void {
    const { clock, log, onFirstFailure } = this.#options;
    this.#failures.push(clock.now());
    log(`The second process of the language server failed: ${reason}`);
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    onFirstFailure();
  }
}

/** Sends `initialize` and waits until the process is ready. */
export async function initializeServer(run: ChildRun, params: object): Promise<boolean> {
  if (!isJsonObject(await run.request('initialize', params, longestStart))) return false;
  run.notify('initialized', {});
  return true;
}
