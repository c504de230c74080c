/** Loads a feature on first use. Part of the startup bundle, so this module only loads and does nothing else. */
import type { Disposable, Uri } from 'vscode';
import type { LanguageFeature } from '../language/languageFeature.ts';
import type { RestoredTexts } from '../vscode/documents/restoredDocuments.ts';
import type { Log } from '../vscode/log.ts';
import type { Notify } from '../vscode/notify.ts';
import type { ExtensionSettings } from '../vscode/settings.ts';
import type { ClusterRoom } from '../clusters/clustersFeature.ts';

/** Dependencies of a feature that works with clusters. */
export interface FeatureDeps {
  readonly log: Log;
  readonly notify: Notify;
  readonly settings: ExtensionSettings;
  readonly language: LanguageFeature;
  readonly clusters: () => Promise<ClusterRoom>;
  /** Returns the URI of a file that ships with the extension. */
  readonly shipped: (...path: string[]) => Uri;
  /** Closes pages after a reload of the window. */
  readonly restored: RestoredTexts;
  /** Storage folder of the extension, private to this user. The folder might not exist yet. */
  readonly storage: Uri;
}

/** A feature that can run processes that must clean up before they stop. */
export interface LeavingRoom extends Disposable {
  /** Stops the processes when the window closes. Resolves when they have exited. The caller limits the waiting time. */
  leave?(): Promise<void>;
}

/** A feature with its own commands. */
export interface CommandFeature extends LeavingRoom {
  /**
   * Runs the command with this ID.
   * @param given argument from VS Code: a row of a view, a file, or any other value
   */
  run(id: string, given: unknown): Promise<void>;
}

export interface Door<Room> extends Disposable {
  readonly enter: () => Promise<Room>;
  /** Shuts down the feature. Resolves immediately if the feature was never loaded. */
  readonly leave: () => Promise<void>;
}

/**
 * Creates a lazy loader for a feature.
 * @param load imports the modules of the feature and creates it; called at most once
 */
export function createLazyFeature<Room extends LeavingRoom>(load: () => Promise<Room>): Door<Room> {
  let room: Promise<Room> | undefined;
  return {
    enter() {
      room ??= load();
      return room;
    },
    leave: async () => (await room)?.leave?.(),
    dispose() {
      room?.then((entered) => entered.dispose()).catch(() => undefined);
    },
  };
}
