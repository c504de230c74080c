/**
 * Reads the log of one container of one pod. When it follows the log, it reconnects after a lost connection, continues
 * with the next instance after a restart, and ends when the container can't write anything more. Doesn't use VS Code.
 */
import type { ApiProblem, ApiResult, Connection } from '#client/kubernetes/connection.ts';
import { Backoff } from '#client/kubernetes/watch/backoff.ts';
import { InterruptibleDelay } from '#client/kubernetes/watch/interruptibleDelay.ts';
import type { Chance, Clock } from '#client/kubernetes/clock.ts';
import { restarts, type LogContainer, type LogPod } from '#core/logs/pods/logPod.ts';
import { podLogQuery, type PodLogChoice } from '#core/logs/pods/podLogChoice.ts';
import { splitStamp, type StampedLine } from '#core/logs/pods/podLogStamp.ts';
import { ResumePoint } from '#core/logs/pods/resumePoint.ts';
import {
  deletedNote,
  eventNote,
  exitNote,
  failureNote,
  isWaitingMessage,
  lostNote,
  reconnectedNote,
  restartNote,
  waitingNote,
} from '#core/logs/pods/podLogTexts.ts';
import { newestWarnings } from './podWarnings.ts';

export interface ContainerLogDeps {
  readonly connection: Pick<Connection, 'ask' | 'stream'>;
  readonly clock: Clock;
  readonly chance: Chance;
  /** Receives the lines, in order. */
  readonly onLine: (line: StampedLine) => void;
  /** Receives what happened to the container. `isFailure` is true if its log can't be read. */
  readonly onNote: (text: string, isFailure: boolean) => void;
  /** Called when nothing arrives until the container or the connection changes. */
  readonly onRest: () => void;
  readonly waitForSpace: () => Promise<void> | undefined;
}

/** Maximum length of a line, in characters. The log page shows fewer. */
const longestLine = 16_384;
/** Maximum time until a log that isn't followed starts, or without data while it's read, in milliseconds. */
const patience = 120_000;
/** Maximum time between two checks of a waiting container, if no change is reported, in milliseconds. */
const waitingCheck = 30_000;
/** Maximum time until the log of a deleted pod ends, in milliseconds. */
const gracePeriod = 10_000;

/** What to do after a response. */
type Outcome = 'again' | 'done';

export class ContainerLog {
  readonly #deps: ContainerLogDeps;
  readonly #choice: PodLogChoice;
  readonly #name: string;
  readonly #delay: InterruptibleDelay;
  readonly #backoff: Backoff;
  readonly #gone = new AbortController();
  readonly #resume = new ResumePoint();
  #pod: LogPod;
  #isDeleted = false;
  /** Number of changes of the pod, to notice changes during a request. */
  #changes = 0;
  /** Number of restarts of the instance that is being read. */
  #instance: number;
  /** True after the first instance, which alone is limited by the start and the number of lines that the user chose. */
  #isLater = false;
  #lastNote: string | undefined;
  #isLost = false;
  #cancelGrace = (): void => undefined;

  /** @param name name of the container; empty for the only one of the pod */
  constructor(deps: ContainerLogDeps, pod: LogPod, name: string, choice: PodLogChoice) {
    this.#deps = deps;
    this.#pod = pod;
    this.#name = name;
    this.#choice = choice;
    this.#delay = new InterruptibleDelay(deps.clock);
    this.#backoff = new Backoff(deps.chance);
    this.#instance = this.#container.restarts;
  }

  /** Tells the log about a change of its pod. */
  update(pod: LogPod): void {
    this.#pod = pod;
    this.#changes += 1;
    this.#delay.wake();
  }

  /** Tells the log that its pod was deleted. The lines that are still on their way are read. */
  remove(): void {
    if (this.#isDeleted) return;
    this.#isDeleted = true;
    this.#changes += 1;
    this.#delay.wake();
    // If the node is unreachable, the connection stays open.
    this.#cancelGrace = this.#deps.clock.after(gracePeriod, () => {
      this.#note(deletedNote({ pod: this.#pod.name }));
      this.stop();
    });
  }

  stop(): void {
    this.#cancelGrace();
    this.#gone.abort();
    this.#delay.wake();
  }

  /** Reads the log. Resolves when it has ended or is stopped. Never rejects because of the cluster. */
  async run(): Promise<void> {
    await this.#run();
    this.#cancelGrace();
  }

  async #run(): Promise<void> {
    const { follow } = this.#choice;
    while (!this.#isStopped) {
      if (follow && this.#isWaiting) {
        if (this.#isDeleted) return this.#note(deletedNote({ pod: this.#pod.name }));
        await this.#wait('');
        continue;
      }
      const answer = await this.#read(this.#nextChoice());
      if (this.#isStopped) return;
      if ((await (answer.ok ? this.#ended() : this.#failed(answer.error))) === 'done') return;
    }
  }

  get #isStopped(): boolean {
    return this.#gone.signal.aborted;
  }

  get #container(): LogContainer {
    return (
      this.#pod.containers.find(({ name }) => name === this.#name) ?? {
        name: this.#name,
        type: 'regular',
        state: { kind: 'unknown' },
        restarts: 0,
      }
    );
  }

  /** True if no instance of the container has started. A pod without a node would answer with an empty log. */
  get #isWaiting(): boolean {
    const { state, previous } = this.#container;
    const isUnscheduled = this.#pod.node === undefined && this.#pod.phase === 'Pending';
    return previous === undefined && (state.kind === 'waiting' || isUnscheduled);
  }

  /** Returns what to request next: what the user chose, or the rest of the log. */
  #nextChoice(): PodLogChoice {
    const { sinceTime } = this.#resume;
    if (!this.#isLater && sinceTime === undefined) return this.#choice;
    const { tail: _tail, since: _since, ...choice } = this.#choice;
    return sinceTime === undefined ? choice : { ...choice, since: { at: Date.parse(sinceTime) } };
  }

  async #read(choice: PodLogChoice): Promise<ApiResult<void>> {
    const { connection, onLine, waitForSpace } = this.#deps;
    const take = (lines: readonly StampedLine[]): void => {
      for (const line of lines) onLine(line);
    };
    const isFollowing = choice.follow && choice.previous !== true;
    this.#resume.reconnect();
    const answer = await connection.stream(this.#path, {
      query: podLogQuery(choice, this.#name),
      accept: 'text/plain, */*',
      signal: this.#gone.signal,
      // A container can be silent for hours, and older kubelets send no response until its first line.
      timeout: isFollowing ? Infinity : patience,
      idle: isFollowing ? Infinity : patience,
      cutLinesAt: longestLine,
      onOpen: () => this.#connected(),
      onLine: (line) => take(this.#resume.accept(splitStamp(line.endsWith('\r') ? line.slice(0, -1) : line))),
      waitForSpace,
    });
    take(this.#resume.end());
    return answer;
  }

  get #path(): string {
    const { namespace, name } = this.#pod;
    return `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}/log`;
  }

  #connected(): void {
    if (this.#isLost) this.#note(reconnectedNote(this.#of));
    this.#isLost = false;
    this.#backoff.succeeded();
  }

  /** Decides what to do after the server ended the log: the instance exited, or the connection was closed. */
  async #ended(): Promise<Outcome> {
    if (!this.#choice.follow || this.#choice.previous === true) return 'done';
    for (;;) {
      if (this.#isStopped) return 'done';
      const container = this.#container;
      const { state } = container;
      if (this.#isDeleted) return this.#finish(deletedNote({ pod: this.#pod.name }));
      if (container.restarts > this.#instance && (state.kind === 'running' || state.kind === 'terminated'))
        return this.#restart(container);
      if (state.kind === 'terminated' && !restarts(this.#pod, container))
        return this.#finish(exitNote(this.#of, state));
      if (state.kind === 'running' || state.kind === 'unknown') {
        // The state of the pod arrives later than the end of its log, or the server closed the connection.
        const before = this.#changes;
        await this.#change(before, this.#backoff.failed());
        if (this.#changes !== before) continue;
        return 'again';
      }
      if (state.kind === 'terminated') this.#note(exitNote(this.#of, state));
      await this.#change();
    }
  }

  /**
   * Continues with the next instance. Lines up to the last received one are still dropped, because the last request
   * might have returned the next instance already.
   */
  #restart(container: LogContainer): Outcome {
    // Adds a note for each restart, even if the previous restart had the same reason.
    this.#lastNote = undefined;
    this.#note(restartNote(this.#of, container.previous));
    this.#instance = container.restarts;
    this.#isLater = true;
    return 'again';
  }

  #finish(note: string, isFailure = false): Outcome {
    this.#note(note, isFailure);
    return 'done';
  }

  async #failed(problem: ApiProblem): Promise<Outcome> {
    const { kind, message } = problem;
    const { follow } = this.#choice;
    if (follow && isWaitingMessage(message)) {
      await this.#wait(message);
      return 'again';
    }
    if (!follow && isWaitingMessage(message)) {
      await this.#explainWaiting(message);
      return 'done';
    }
    if (follow && (kind === 'notFound' || this.#isDeleted)) return this.#finish(deletedNote({ pod: this.#pod.name }));
    if (follow && isTemporary.has(kind)) {
      if (this.#backoff.failures > 0 && !this.#isLost) {
        this.#isLost = true;
        this.#note(lostNote(this.#of, message));
      }
      this.#deps.onRest();
      await this.#delay.for(this.#backoff.failed(problem.retryAfter));
      await this.#readMissed();
      return 'again';
    }
    const { node, namespace } = this.#pod;
    const cause = kind === 'forbidden' ? 'permission' : kind === 'server' ? 'kubelet' : 'other';
    const failure = { cause, status: problem.status, message, namespace, node } as const;
    return this.#finish(failureNote(this.#of, failure), true);
  }

  /** Reads the end of the previous instance, if the container restarted while the connection was lost. */
  async #readMissed(): Promise<void> {
    const container = this.#container;
    if (this.#isStopped || container.restarts <= this.#instance) return;
    if (this.#resume.sinceTime !== undefined && container.previous !== undefined)
      await this.#read({ ...this.#nextChoice(), previous: true });
    this.#restart(container);
  }

  /** Waits until the pod changes, and explains what the container waits for. */
  async #wait(said: string): Promise<void> {
    const before = this.#changes;
    await this.#explainWaiting(said);
    // The kubelet can report the start of the container before it has the log.
    const longest = this.#container.state.kind === 'waiting' ? waitingCheck : this.#backoff.failed();
    await this.#change(before, longest);
  }

  async #explainWaiting(said: string): Promise<void> {
    const note = waitingNote(this.#of, this.#container.state, said);
    if (note === this.#lastNote) return;
    this.#note(note, !this.#choice.follow);
    const { connection } = this.#deps;
    for (const event of await newestWarnings(connection, this.#pod, this.#gone.signal)) this.#note(eventNote(event));
    this.#lastNote = note;
  }

  /** Waits for a change of the pod after the change with this number. */
  async #change(before = this.#changes, longest = waitingCheck): Promise<void> {
    this.#deps.onRest();
    if (this.#isStopped || this.#isDeleted || this.#changes !== before) return;
    await this.#delay.for(longest);
  }

  get #of(): { readonly pod: string; readonly container: string } {
    return { pod: this.#pod.name, container: this.#name };
  }

  #note(text: string, isFailure = false): void {
    if (text === this.#lastNote) return;
    this.#lastNote = text;
    this.#deps.onNote(text, isFailure);
  }
}

/** Problems after which a followed log is requested again. */
const isTemporary: ReadonlySet<ApiProblem['kind']> = new Set([
  'network',
  'timeout',
  'tooMany',
  'server',
  'badAnswer',
  'unauthorized',
]);
