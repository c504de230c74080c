/**
 * Stores the last result that the client received for each file. If a result becomes outdated, asks the client to
 * request the results again. After an edit of the file itself, this isn't necessary, because the client then requests
 * them anyway.
 */
import type { ServerContext } from '../context.ts';
import type { OpenFile } from '../../engine/workspace/openFile.ts';
import { runAfterTurns, turnsBeforeCheck } from '../../engine/scheduling/turns.ts';

export interface RefreshOptions {
  /** Returns the current result for a file, or undefined if it isn't available yet. */
  readonly answer: (file: OpenFile) => Promise<string | undefined>;
  /** Asks the client to request the results again. */
  readonly askAnew: () => Promise<unknown>;
}

export class RefreshNotifier {
  readonly #context: ServerContext;
  readonly #options: RefreshOptions;
  readonly #told = new Map<string, string>();
  /** True if a comparison is scheduled or running. */
  #looking = false;
  /** True if something changed since the comparison started. */
  #again = false;

  constructor(context: ServerContext, options: RefreshOptions) {
    this.#context = context;
    this.#options = options;
    const { files, settings, workspace, cluster, yamlExtension } = context;
    files.onClose((uri) => this.#told.delete(uri));
    const changed = () => this.#look();
    settings.onChange(changed);
    workspace.onChange(changed);
    cluster.onChange(changed);
    yamlExtension.onChange(changed);
  }

  /** Records the result that the client received. */
  say(uri: string, text: string): void {
    this.#told.set(uri, text);
  }

  #look(): void {
    this.#again = this.#looking;
    if (this.#looking || this.#told.size === 0) return;
    this.#looking = true;
    // The comparison runs after the check that the same change triggered, so that it uses the result of that check.
    runAfterTurns(turnsBeforeCheck + 1, () => {
      this.#compare()
        .catch((error: unknown) => this.#context.log(`Can't refresh the displayed results: ${String(error)}`))
        .finally(() => {
          this.#looking = false;
          if (this.#again) this.#look();
        });
    });
  }

  async #compare(): Promise<void> {
    let differs = false;
    for (const [uri, before] of this.#told) {
      const file = this.#context.files.get(uri);
      const now = file === undefined ? undefined : await this.#options.answer(file);
      if (now === undefined || now === before || this.#context.files.get(uri) !== file) continue;
      this.#told.set(uri, now);
      differs = true;
    }
    if (differs) await this.#options.askAnew();
  }
}
