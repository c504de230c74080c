/** Determines the sandbox of a pod from the log lines that name the pod. Doesn't use VS Code. */
import { podSandboxIn } from '#core/logs/sandboxId.ts';
import type { LogSource } from '../sources/logSource.ts';

const atOnce = 1000;

export class PodSandboxTracker {
  readonly #namespace: string;
  readonly #pod: string;
  /**
   * Sandboxes that were already found. The log names a sandbox again when the sandbox is removed. That doesn't make it
   * the newest one.
   */
  readonly #seen = new Set<string>();
  #newest: string | undefined;
  #source: LogSource | undefined;
  #looked = 0;

  constructor(namespace: string, pod: string) {
    this.#namespace = namespace;
    this.#pod = pod;
  }

  /**
   * Reads the lines since the last call.
   * @param named lines that name the pod
   * @returns the newest sandbox of the pod so far
   */
  async newest(named: LogSource): Promise<string | undefined> {
    if (named !== this.#source) [this.#source, this.#looked] = [named, 0];
    while (this.#looked < named.state.lines) {
      const lines = await named.lines(this.#looked, atOnce);
      if (lines.length === 0 || named !== this.#source) break;
      this.#looked += lines.length;
      for (const { text } of lines) {
        const tie = podSandboxIn(text);
        if (tie?.namespace !== this.#namespace || tie.pod !== this.#pod || this.#seen.has(tie.sandbox)) continue;
        this.#seen.add(tie.sandbox);
        this.#newest = tie.sandbox;
      }
    }
    return this.#newest;
  }
}
