/** Counts the processes that clients run in containers. */
export class ExecSessions {
  #open = 0;

  /** Number of processes that are running. */
  get open(): number {
    return this.#open;
  }

  /** Counts a process until its promise settles. */
  async count(process: Promise<void>): Promise<void> {
    this.#open += 1;
    try {
      await process;
    } finally {
      this.#open -= 1;
    }
  }
}
