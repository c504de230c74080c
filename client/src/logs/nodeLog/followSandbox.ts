/** Switches a log view from the lines that name a pod to the lines of the pod's newest sandbox. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import type { LogSource } from '../sources/logSource.ts';
import type { LogModel } from '../view/logModel.ts';
import { noFilter } from '../view/logView.ts';
import { PodSandboxTracker } from './podSandboxTracker.ts';

/** Observes a log while it's shown. */
export interface LogObserver {
  /** Starts reading from this source and stops reading from the previous one. */
  readonly read: (source: LogSource) => void;
  readonly close: () => void;
}

export interface FollowedPod {
  readonly namespace: string;
  readonly name: string;
  readonly model: Pick<LogModel, 'filter' | 'isFiltered' | 'setFilter'>;
  /** Called when the sandbox can't be determined. */
  readonly failed: (error: unknown) => void;
}

/**
 * Filters the view by the newest sandbox of a pod. A journal is in chronological order, and a pod whose sandbox fails
 * gets a new one. The view therefore moves to each newer sandbox until all lines are read or the user changes the
 * filter.
 */
export class SandboxFollower implements LogObserver {
  readonly #pod: FollowedPod;
  readonly #sandboxOf: PodSandboxTracker;
  /** The last filter that this class set. If the current filter is different, the user set it. */
  #ours: FollowedPod['model']['filter'];
  #shown: string | undefined;
  #lines: FollowedLines | undefined;

  constructor(pod: FollowedPod) {
    this.#pod = pod;
    this.#sandboxOf = new PodSandboxTracker(pod.namespace, pod.name);
    this.#ours = pod.model.filter;
  }

  read(source: LogSource): void {
    const { name, model, failed } = this.#pod;
    this.close();
    if (model.filter !== this.#ours) return;
    const lines = new FollowedLines(source, source.filtered({ text: name }));
    this.#lines = lines;
    lines.follow(() => this.#look(lines), failed);
  }

  close(): void {
    this.#lines?.close();
  }

  async #look(lines: FollowedLines): Promise<void> {
    const { name, model } = this.#pod;
    const { isAll } = lines;
    const newest = await this.#sandboxOf.newest(lines.named);
    if (lines.isClosed) return;
    if (model.filter !== this.#ours) return lines.close();
    // If the user is viewing the whole log, the filter isn't applied.
    if (newest !== undefined && newest !== this.#shown && model.isFiltered) this.#move(newest);
    if (!isAll) return;
    lines.close();
    if (newest === undefined)
      model.setFilter(this.#ours, [
        l10n.t`The log doesn't identify the sandbox for ${name}, so all lines that contain the pod name are shown. Select an earlier time range.`,
      ]);
  }

  #move(newest: string): void {
    const { name, model } = this.#pod;
    this.#shown = newest;
    this.#ours = { ...noFilter, sandbox: newest };
    model.setFilter(this.#ours, [
      l10n.t`Showing only lines about sandbox ${newest}, the latest sandbox for ${name} in the log.`,
    ]);
  }
}

/** The lines of one source that name the pod, including new ones. */
class FollowedLines {
  readonly named: LogSource;
  readonly #source: LogSource;
  #isBusy = false;
  #isChanged = false;
  #isClosed = false;
  #stopListening: () => void = () => undefined;

  constructor(source: LogSource, named: LogSource) {
    this.#source = source;
    this.named = named;
  }

  /** True if all lines were read and no more will arrive. */
  get isAll(): boolean {
    return !this.#source.state.grows && this.named.state.done >= this.named.state.total;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Calls `look` now and after each change, one call at a time. */
  follow(look: () => Promise<void>, failed: (error: unknown) => void): void {
    const changed = (): void => {
      this.#isChanged = true;
      if (this.#isBusy || this.#isClosed) return;
      this.#isBusy = true;
      this.#isChanged = false;
      look()
        .catch((error: unknown) => {
          if (!this.#isClosed) failed(error);
        })
        .finally(() => {
          this.#isBusy = false;
          if (this.#isChanged) changed();
        });
    };
    this.#stopListening = this.named.onChange(changed);
    changed();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    this.named.close();
  }
}
