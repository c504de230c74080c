/** A record of every request, for assertions of tests. Bounded: the oldest go. Tokens are not in it. */
export interface AuditEntry {
  readonly verb: string;
  readonly method: string;
  /** With its query, at most so long as `longest`. */
  readonly url: string;
  readonly user: string | undefined;
  readonly userAgent: string | undefined;
  readonly code: number;
  readonly at: number;
  /** What was sent, when it was JSON of less than 64 kB, and bodies are kept. */
  readonly body: unknown;
}

export interface AuditOptions {
  /** How many requests are remembered at least. */
  readonly limit?: number;
  /** Whether what was sent is remembered too: for tests, since anybody can fill the memory with it. */
  readonly bodies?: boolean;
}

/** Characters of a URL or a user agent. */
const longest = 1000;

export class Audit {
  /** Whether bodies are remembered. */
  readonly keepsBodies: boolean;
  readonly #limit: number;
  readonly #listeners = new Set<(entry: AuditEntry) => void>();
  #entries: AuditEntry[] = [];

  constructor({ limit = 10_000, bodies = false }: AuditOptions = {}) {
    this.#limit = limit;
    this.keepsBodies = bodies;
  }

  get entries(): readonly AuditEntry[] {
    return this.#entries;
  }

  add(given: AuditEntry): void {
    const { url, userAgent, body } = given;
    const entry: AuditEntry = {
      ...given,
      url: shortened(url),
      userAgent: userAgent === undefined ? undefined : shortened(userAgent),
      body: this.keepsBodies ? body : undefined,
    };
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

/** A copy: a part of a text would keep the whole of it. */
function shortened(text: string): string {
  return text.length <= longest ? text : Buffer.from(text.slice(0, longest)).toString();
}
