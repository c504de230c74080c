/**
 * What a client was told of its files, so that it can be asked to look again where that is no longer so. A change of a
 * file itself it knows of.
 */
import type { ServerContext } from './context.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import { runAfterTurns, turnsBeforeCheck } from '../engine/scheduling/turns.ts';

export interface ToldOptions {
  /** What would be told of a file now; undefined while that cannot be said. */
  readonly answer: (file: OpenFile) => Promise<string | undefined>;
  /** Has the client ask anew. */
  readonly askAnew: () => Promise<unknown>;
}

export class RefreshNotifier {
  readonly #context: ServerContext;
  readonly #options: ToldOptions;
  readonly #told = new Map<string, string>();
  /** A look is due, or under way. */
  #looking = false;
  /** Something changed since it began. */
  #again = false;

  constructor(context: ServerContext, options: ToldOptions) {
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

  /** The client was told this. */
  say(uri: string, text: string): void {
    this.#told.set(uri, text);
  }

  #look(): void {
    this.#again = this.#looking;
    if (this.#looking || this.#told.size === 0) return;
    this.#looking = true;
    // After the check that the same change has led to: what it found is taken from it.
    runAfterTurns(turnsBeforeCheck + 1, () => {
      this.#compare()
        .catch((error: unknown) => this.#context.log(`cannot look again at what was told: ${String(error)}`))
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
