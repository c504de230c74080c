/**
 * Reads the logs of several containers as one log: opens a log for each container, merges the lines by time, and, when
 * it follows, adds the containers of new pods. Doesn't use VS Code.
 */
import { isFinished, type LogPod } from '#core/logs/pods/logPod.ts';
import { chosenContainers, mostStreams, type PodLogChoice } from '#core/logs/pods/podLogChoice.ts';
import type { PodLogStamp } from '#core/logs/pods/podLogStamp.ts';
import { deniedOutputNote, tooManyNote } from '#core/logs/pods/podLogTexts.ts';
import type { ApiProblem } from '#client/kubernetes/connection.ts';
import { ContainerLog } from './containerLog.ts';
import { isOutputDenied } from './outputDenial.ts';
import { MergeWindow, type MergeInput } from './mergeWindow.ts';
import { listLogPods, PodFeed, podPath, type PodFeedDeps, type PodQuery } from './podFeed.ts';
import type { StreamSlots } from './streamSlots.ts';

/** A line of a container, or a note about the log if it has no container. */
export interface PodLogItem {
  readonly pod?: string;
  readonly container?: string;
  readonly stamp?: PodLogStamp;
  readonly text: string;
}

export interface PodLogSessionOptions extends PodFeedDeps {
  readonly query: PodQuery;
  readonly choice: PodLogChoice;
  readonly slots: StreamSlots;
  readonly onItems: (items: readonly PodLogItem[]) => void;
  readonly waitForSpace?: () => Promise<void> | undefined;
  /** True if the session ends when the pods that exist have finished, as for a Job. */
  readonly endsWithPods?: boolean;
}

/** How a session ended. `problem` is set if the pods couldn't be read. */
export interface PodLogSessionEnd {
  readonly problem?: Pick<ApiProblem, 'kind' | 'message'>;
  /** Number of containers whose logs were opened. */
  readonly opened: number;
  /** Number of containers whose logs couldn't be read. */
  readonly failed: number;
}

/** The pod to use if the user may read logs but not pods. */
function unknownPod({ namespace, name = '' }: PodQuery, { containers = [''] }: PodLogChoice): LogPod {
  return {
    uid: '',
    name,
    namespace,
    resourceVersion: '',
    phase: 'Running',
    restartPolicy: 'Never',
    node: '',
    containers: containers.map((container) => ({
      name: container,
      type: 'regular',
      state: { kind: 'running' },
      restarts: 0,
    })),
  };
}

interface RunningLog {
  readonly log: ContainerLog;
  readonly uid: string;
}

export class PodLogSession {
  readonly #options: PodLogSessionOptions;
  readonly #merge: MergeWindow<PodLogItem>;
  readonly #gone = new AbortController();
  /** The logs that are being read, by pod UID and container. `undefined` marks logs that have ended. */
  readonly #logs = new Map<string, RunningLog | undefined>();
  readonly #running = new Set<Promise<void>>();
  #opened = 0;
  #failed = 0;
  #feed: PodFeed | undefined;
  #pods: ReadonlyMap<string, LogPod> = new Map();
  #isSeen = false;
  #finish: (end: Pick<PodLogSessionEnd, 'problem'>) => void = () => undefined;

  constructor(options: PodLogSessionOptions) {
    this.#options = options;
    this.#merge = new MergeWindow(options.clock, (items) => options.onItems(items));
  }

  stop(): void {
    this.#gone.abort();
    this.#feed?.stop();
    for (const running of this.#logs.values()) running?.log.stop();
    this.#finish({});
  }

  /** Reads the logs. Resolves when all have ended or the session is stopped. */
  async run(): Promise<PodLogSessionEnd> {
    const { choice } = this.#options;
    const end = choice.follow && choice.previous !== true ? await this.#follow() : await this.#readOnce();
    await Promise.all(this.#running);
    this.#merge.flush();
    return { ...end, opened: this.#opened, failed: this.#failed };
  }

  async #readOnce(): Promise<Pick<PodLogSessionEnd, 'problem'>> {
    const { connection, query, choice } = this.#options;
    const found = await listLogPods(connection, query, this.#gone.signal);
    if (this.#gone.signal.aborted) return {};
    if (!found.ok && (found.error.kind !== 'forbidden' || query.name === undefined)) return { problem: found.error };
    const pods = found.ok ? found.value : [unknownPod(query, choice)];
    for (const pod of pods) this.#open(pod);
    return {};
  }

  #follow(): Promise<Pick<PodLogSessionEnd, 'problem'>> {
    const { query, choice } = this.#options;
    return new Promise((resolve) => {
      this.#finish = (end) => {
        this.#feed?.stop();
        resolve(end);
      };
      if (this.#gone.signal.aborted) return resolve({});
      this.#feed = new PodFeed(this.#options, query, {
        changed: (pods) => this.#changed(pods),
        failed: (problem) => {
          // Logs can be readable without the permission to list or watch pods.
          if (query.name === undefined || problem.kind !== 'forbidden') {
            for (const running of this.#logs.values()) running?.log.stop();
            return this.#finish({ problem });
          }
          this.#isSeen = true;
          this.#open(unknownPod(query, choice));
        },
      });
      this.#running.add(this.#feed.run());
    });
  }

  #changed(pods: ReadonlyMap<string, LogPod>): void {
    if (this.#gone.signal.aborted) return;
    for (const uid of this.#pods.keys()) if (!pods.has(uid)) this.#remove(uid);
    this.#pods = pods;
    for (const pod of pods.values()) {
      for (const running of this.#logs.values()) if (running?.uid === pod.uid) running.log.update(pod);
      this.#open(pod);
    }
    const { name } = this.#options.query;
    if (name !== undefined && pods.size === 0 && !this.#isSeen)
      this.#finish({ problem: { kind: 'notFound', message: `pods "${name}" not found` } });
    this.#isSeen = true;
    this.#endIfFinished();
  }

  #remove(uid: string): void {
    for (const running of this.#logs.values()) if (running?.uid === uid) running.log.remove();
  }

  /** Opens the logs of the chosen containers of a pod that aren't open yet. */
  #open(pod: LogPod): void {
    const containers = chosenContainers(pod, this.#options.choice);
    const isNew = !containers.some(({ name }) => this.#logs.has(`${pod.uid}/${name}`));
    // Only a pod with a runtime class can have an agent policy.
    if (pod.runtimeClass !== undefined && isNew && containers.length > 0) {
      const note = this.#noteDeniedOutput(pod).finally(() => this.#running.delete(note));
      this.#running.add(note);
    }
    for (const { name } of containers) {
      const key = `${pod.uid}/${name}`;
      if (this.#logs.has(key)) continue;
      this.#logs.set(key, undefined);
      const work = this.#read(pod, name, key).finally(() => {
        this.#running.delete(work);
        this.#endIfFinished();
      });
      this.#running.add(work);
    }
  }

  /**
   * Adds a note if the agent policy of a pod denies the output of its containers. Reads the pod again, because policies
   * are too large to keep for each pod.
   */
  async #noteDeniedOutput({ name, namespace }: LogPod): Promise<void> {
    const { connection } = this.#options;
    const { signal } = this.#gone;
    const answer = await connection.ask(podPath({ namespace, name }), { signal });
    if (!answer.ok || !(await isOutputDenied(connection, answer.value, signal)) || signal.aborted) return;
    this.#note(deniedOutputNote({ pod: name }));
  }

  async #read(pod: LogPod, name: string, key: string): Promise<void> {
    const { choice, slots, clock, chance, connection } = this.#options;
    const of = { pod: pod.name, container: name };
    // Logs that end make room for the next. Followed logs don't.
    const slot = choice.follow && !isFinished(pod) ? slots.take() : await slots.wait(this.#gone.signal);
    if (slot === undefined) {
      if (!this.#gone.signal.aborted) this.#note(tooManyNote(of, mostStreams));
      return;
    }
    this.#opened += 1;
    const input = this.#merge.open();
    const log = new ContainerLog(
      {
        connection,
        clock,
        chance,
        onLine: ({ stamp, message }) =>
          input.push(
            { ...of, ...(stamp === undefined ? {} : { stamp }), text: message },
            stamp,
            message.length + of.pod.length,
          ),
        onNote: (text, isFailure) => {
          if (isFailure) this.#failed += 1;
          input.push({ text }, undefined, text.length);
        },
        onRest: () => input.rest(),
        waitForSpace: () => this.#waitForSpace(input),
      },
      this.#pods.get(pod.uid) ?? pod,
      name,
      choice,
    );
    this.#logs.set(key, { log, uid: pod.uid });
    if (this.#gone.signal.aborted) log.stop();
    try {
      await log.run();
    } finally {
      this.#logs.set(key, undefined);
      input.close();
      slot();
    }
  }

  #waitForSpace(input: MergeInput<PodLogItem>): Promise<void> | undefined {
    const waits = [input.waitForSpace(), this.#options.waitForSpace?.()].filter((wait) => wait !== undefined);
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
  }

  #note(text: string): void {
    this.#options.onItems([{ text }]);
  }

  /** Ends the session if no more lines can arrive: the only pod, or all pods of a Job, have finished. */
  #endIfFinished(): void {
    const { query, endsWithPods = query.name !== undefined } = this.#options;
    if (!endsWithPods || !this.#isSeen) return;
    if ([...this.#logs.values()].some((running) => running !== undefined)) return;
    if (this.#logs.size === 0 && this.#pods.size > 0) return this.#finish({});
    if (this.#logs.size === 0 && query.name === undefined) return;
    // A pod that exists can still get another container.
    if (
      [...this.#pods.values()].every((pod) => isFinished(pod) || pod.deleting !== undefined || query.name !== undefined)
    )
      this.#finish({});
  }
}
