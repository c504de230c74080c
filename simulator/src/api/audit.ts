/** A record of every request, for assertions of tests. Bounded: the oldest go. Tokens are not in it. */
export interface AuditEntry {
  readonly verb: string;
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly user: string | undefined;
  readonly userAgent: string | undefined;
  readonly code: number;
  readonly at: number;
  /** What was sent, when it was JSON of less than 64 kB. */
  readonly body: unknown;
}

export class Audit {
  readonly #limit: number;
  readonly #listeners = new Set<(entry: AuditEntry) => void>();
  #entries: AuditEntry[] = [];

  constructor(limit = 10_000) {
    this.#limit = limit;
  }

  get entries(): readonly AuditEntry[] {
    return this.#entries;
  }

  add(entry: AuditEntry): void {
    this.#entries.push(entry);
    if (this.#entries.length > this.#limit * 2) this.#entries = this.#entries.slice(-this.#limit);
    for (const listener of this.#listeners) listener(entry);
  }

  clear(): void {
    this.#entries = [];
  }

  /** Tells of every request from now on, when it was answered. */
  listen(listener: (entry: AuditEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
