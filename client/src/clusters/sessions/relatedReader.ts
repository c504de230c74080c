/** Reads the related objects of a cluster when the user expands their row. Doesn't use VS Code. */
import type { Clock } from '#client/kubernetes/clock.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { readRelatedResources } from '#client/kubernetes/read/readRelatedResources.ts';
import type { RelatedState } from '../state/related.ts';

export interface RelatedReaderParts {
  readonly connection: Pick<Connection, 'ask'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly changed: () => void;
}

export class RelatedReader {
  readonly #parts: RelatedReaderParts;
  #state: RelatedState = { kind: 'unasked' };
  #stop: AbortController | undefined;

  constructor(parts: RelatedReaderParts) {
    this.#parts = parts;
  }

  get state(): RelatedState {
    return this.#state;
  }

  /** Notes that the row was expanded or collapsed. Reads the objects the first time. */
  expanded(isExpanded: boolean): void {
    if (isExpanded && this.#state.kind === 'unasked') this.#read();
  }

  /** Reads the objects again, if they were already read. The previous objects remain visible. */
  retry(): void {
    if (this.#state.kind !== 'unasked') this.#read();
  }

  stop(): void {
    this.#stop?.abort();
  }

  #read(): void {
    this.#stop?.abort();
    const stop = new AbortController();
    this.#stop = stop;
    if (this.#state.kind !== 'loaded') this.#show({ kind: 'loading' });
    void readRelatedResources(this.#parts.connection, stop.signal).then((read) => {
      if (!stop.signal.aborted) this.#show({ kind: 'loaded', ...read, asOf: this.#parts.clock.now() });
    });
  }

  #show(state: RelatedState): void {
    this.#state = state;
    this.#parts.changed();
  }
}
