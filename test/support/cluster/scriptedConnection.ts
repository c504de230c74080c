/** Provides a connection with scripted responses that records requests and tracks open ones. */
import { fail, succeed } from '#core/common/result.ts';
import type { ApiResult, ApiProblem, AskOptions, Connection, StreamOptions } from '#client/kubernetes/connection.ts';
import type { Clock } from '#client/kubernetes/clock.ts';

export interface RecordedRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly accept: string | undefined;
}

/** Returns the response to a request. If undefined, there is no response until the caller aborts. */
export type Answering = (asked: RecordedRequest) => ApiResult<unknown> | undefined;
/** Returns the result of opening a stream: an immediate problem, `true` if it opens, or `false` if it never starts. */
export type Opening = (asked: RecordedRequest, stream: OpenStream) => ApiProblem | boolean;

export const abortedProblem: ApiProblem = { kind: 'aborted', message: 'aborted' };

/** Stream with a reader. */
export class OpenStream {
  readonly asked: RecordedRequest;
  readonly #options: StreamOptions;
  readonly #clock: Clock | undefined;
  readonly #resolve: (answer: ApiResult<void>) => void;
  #isOver = false;
  #cancelIdle = (): void => undefined;

  constructor(
    asked: RecordedRequest,
    options: StreamOptions,
    clock: Clock | undefined,
    resolve: (answer: ApiResult<void>) => void,
  ) {
    this.asked = asked;
    this.#options = options;
    this.#clock = clock;
    this.#resolve = resolve;
    options.signal?.addEventListener('abort', () => this.fail(abortedProblem), { once: true });
    this.#listen();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Promise for which the reader makes the stream wait. Undefined if it accepts more lines. */
  space(): Promise<void> | undefined {
    return this.#options.waitForSpace?.();
  }

  open(): void {
    if (!this.#isOver) this.#options.onOpen?.();
  }

  event(type: string, object: unknown): void {
    this.line(JSON.stringify({ type, object }));
  }

  line(text: string): void {
    if (this.#isOver) return;
    this.#listen();
    this.#options.onLine(text);
  }

  /** Ends the stream from the server without an error. */
  end(): void {
    this.#finish(succeed(undefined));
  }

  fail(problem: ApiProblem): void {
    this.#finish(fail(problem));
  }

  #finish(answer: ApiResult<void>): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelIdle();
    this.#resolve(answer);
  }

  /** Restarts the idle timeout, which fails the stream. Has no effect without a clock. */
  #listen(): void {
    this.#cancelIdle();
    this.#cancelIdle =
      this.#clock?.after(this.#options.idle, () => this.fail({ kind: 'timeout', message: 'nothing was heard' })) ??
      this.#cancelIdle;
  }
}

export class ScriptedConnection implements Connection {
  readonly identity = { context: 'test', server: 'https://127.0.0.1', user: 'tester' };
  readonly asked: RecordedRequest[] = [];
  readonly streams: OpenStream[] = [];
  answer: Answering = () => undefined;
  opening: Opening = () => true;
  /** Number of requests without a response. */
  waiting = 0;
  readonly #clock: Clock | undefined;

  /** @param clock enforces the idle timeout of streams and the time limits of requests */
  constructor(clock?: Clock) {
    this.#clock = clock;
  }

  /** Number of active requests and streams. */
  get active(): number {
    return this.waiting + this.streams.filter(({ isOver }) => !isOver).length;
  }

  /** Most recently requested stream. */
  get last(): OpenStream {
    const last = this.streams.at(-1);
    if (last === undefined) throw new Error('no stream was asked for');
    return last;
  }

  async ask(path: string, { query = {}, accept, signal, timeout }: AskOptions = {}): Promise<ApiResult<unknown>> {
    const asked = { path, query, accept };
    this.asked.push(asked);
    if (signal?.aborted === true) return fail(abortedProblem);
    const answer = this.answer(asked);
    if (answer !== undefined) return Promise.resolve(answer);
    this.waiting += 1;
    return new Promise((resolve) => {
      let cancel = (): void => undefined;
      const end = (problem: ApiProblem): void => {
        this.waiting -= 1;
        cancel();
        resolve(fail(problem));
      };
      const abort = (): void => end(abortedProblem);
      signal?.addEventListener('abort', abort, { once: true });
      if (timeout === undefined || this.#clock === undefined) return;
      cancel = this.#clock.after(timeout, () => {
        signal?.removeEventListener('abort', abort);
        end({ kind: 'timeout', message: 'no answer in time' });
      });
    });
  }

  send(): Promise<ApiResult<unknown>> {
    throw new Error('nothing is ever sent');
  }

  stream(path: string, options: StreamOptions): Promise<ApiResult<void>> {
    const { query = {}, accept, signal } = options;
    const asked = { path, query, accept };
    return new Promise((resolve) => {
      if (signal?.aborted === true) return resolve(fail(abortedProblem));
      const stream = new OpenStream(asked, options, this.#clock, resolve);
      this.streams.push(stream);
      const opened = this.opening(asked, stream);
      if (typeof opened !== 'boolean') stream.fail(opened);
      else if (opened) stream.open();
    });
  }

  close(): void {
    for (const stream of this.streams) stream.end();
  }
}
