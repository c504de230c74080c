/**
 * Stores the output of containers: of the current instance and, after a restart, of the previous one, as the kubelet
 * does. Limits the number of lines per instance by removing the oldest ones.
 */
export interface ContainerLogLine {
  readonly at: number;
  readonly text: string;
}

interface Log {
  lines: ContainerLogLine[];
  /** Output of the instance before the last restart. */
  previous: readonly ContainerLogLine[];
  ended: boolean;
  readonly listeners: Set<(line: ContainerLogLine | undefined) => void>;
}

/** Which instance of a container wrote a log. */
export type LogInstance = 'current' | 'previous';

export class PodLogs {
  readonly #limit: number;
  readonly #logs = new Map<string, Log>();

  constructor(limit = 5000) {
    this.#limit = limit;
  }

  append(namespace: string, pod: string, container: string, line: ContainerLogLine): void {
    const log = this.#log(namespace, pod, container);
    log.lines.push(line);
    if (log.lines.length > this.#limit) log.lines = log.lines.slice(-this.#limit);
    for (const listener of log.listeners) listener(line);
  }

  read(
    namespace: string,
    pod: string,
    container: string,
    instance: LogInstance = 'current',
  ): readonly ContainerLogLine[] {
    const log = this.#logs.get(`${namespace}/${pod}/${container}`);
    return (instance === 'current' ? log?.lines : log?.previous) ?? [];
  }

  /**
   * Calls the listener for every new line, and with undefined when the container exits.
   * @returns a function that stops following
   */
  follow(
    namespace: string,
    pod: string,
    container: string,
    listener: (line: ContainerLogLine | undefined) => void,
  ): () => void {
    const log = this.#log(namespace, pod, container);
    if (log.ended) {
      listener(undefined);
      return () => undefined;
    }
    log.listeners.add(listener);
    return () => void log.listeners.delete(listener);
  }

  /** Number of clients that follow a log. */
  get followers(): number {
    let count = 0;
    for (const { listeners } of this.#logs.values()) count += listeners.size;
    return count;
  }

  /** Ends the log of a container that has exited. Notifies and removes the followers of the log. */
  end(namespace: string, pod: string, container: string): void {
    const log = this.#log(namespace, pod, container);
    log.ended = true;
    for (const listener of log.listeners) listener(undefined);
    log.listeners.clear();
  }

  /** Starts the log of a new instance. The log of the instance that exited is kept, and older ones are deleted. */
  restart(namespace: string, pod: string, container: string): void {
    this.end(namespace, pod, container);
    const log = this.#log(namespace, pod, container);
    log.previous = log.lines;
    log.lines = [];
    log.ended = false;
  }

  /** Rotates the log file as the kubelet does: readers that start later don't get the earlier lines. */
  rotate(namespace: string, pod: string, container: string): void {
    this.#log(namespace, pod, container).lines = [];
  }

  /** Deletes the logs of a deleted pod. */
  forget(namespace: string, pod: string): void {
    for (const key of this.#logs.keys()) {
      if (!key.startsWith(`${namespace}/${pod}/`)) continue;
      for (const listener of this.#logs.get(key)?.listeners ?? []) listener(undefined);
      this.#logs.delete(key);
    }
  }

  #log(namespace: string, pod: string, container: string): Log {
    const key = `${namespace}/${pod}/${container}`;
    const present = this.#logs.get(key);
    if (present !== undefined) return present;
    const made: Log = { lines: [], previous: [], ended: false, listeners: new Set() };
    this.#logs.set(key, made);
    return made;
  }
}
