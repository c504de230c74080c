/**
 * A recorded request, for assertions in tests. It contains no tokens. The number of entries is limited, so the oldest
 * ones are removed.
 */
export interface AuditEntry {
  readonly verb: string;
  readonly method: string;
  /** URL with query, truncated to `longest` characters. */
  readonly url: string;
  readonly user: string | undefined;
  readonly userAgent: string | undefined;
  readonly code: number;
  readonly at: number;
  /** Request body, if it was JSON of less than 64 KiB and bodies are recorded. */
  readonly body: unknown;
}

export interface AuditOptions {
  /** Number of the latest requests that are always kept. */
  readonly limit?: number;
  /** True if bodies are recorded. Only for tests, because clients could fill the memory. */
  readonly bodies?: boolean;
}

/** Maximum number of characters of a URL or user agent. */
const longest = 1000;

export class Audit {
  /** True if bodies are recorded. */
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

  /** Registers a listener for every request from now on. The listener is called after the response. */
  listen(listener: (entry: AuditEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** Truncates a text. Returns a copy, because a substring would keep the whole text in memory. */
function shortened(text: string): string {
  return text.length <= longest ? text : Buffer.from(text.slice(0, longest)).toString();
}
