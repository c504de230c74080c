/** Which sandbox a pod has, by the lines that name it. Without VS Code. */
import { podSandboxIn } from '#core/logs/sandboxId.ts';
import type { LogSource } from '../sources/logSource.ts';

const atOnce = 1000;

export class PodSandboxTracker {
  readonly #namespace: string;
  readonly #pod: string;
  /** One that is taken away is named again: that does not make it the newest. */
  readonly #seen = new Set<string>();
  #newest: string | undefined;
  #source: LogSource | undefined;
  #looked = 0;

  constructor(namespace: string, pod: string) {
    this.#namespace = namespace;
    this.#pod = pod;
  }

  /**
   * Looks at the lines that came since it was asked last.
   * @param named lines that name the pod
   * @returns the newest sandbox of it that they tell of so far
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
