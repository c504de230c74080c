/** The way into a room that is loaded when it is first needed. In the start bundle, so it does nothing but open. */
import type { Disposable, Uri } from 'vscode';
import type { LanguageFeature } from '../language/languageFeature.ts';
import type { RestoredTexts } from '../vscode/documents/restoredDocuments.ts';
import type { Log } from '../vscode/log.ts';
import type { Notify } from '../vscode/notify.ts';
import type { ExtensionSettings } from '../vscode/settings.ts';
import type { ClusterRoom } from '../clusters/clustersFeature.ts';

/** What a room that works with clusters is given. */
export interface FeatureDeps {
  readonly log: Log;
  readonly notify: Notify;
  readonly settings: ExtensionSettings;
  readonly language: LanguageFeature;
  readonly clusters: () => Promise<ClusterRoom>;
  /** A file that comes with the extension. */
  readonly shipped: (...path: string[]) => Uri;
  /** Closes pages after a reload of the window. */
  readonly restored: RestoredTexts;
  /** A folder of ours, for this user alone, that may not be there yet. */
  readonly storage: Uri;
}

/** A room that may run programs which clean up when they are told to stop. */
export interface LeavingRoom extends Disposable {
  /**
   * The window closes: stops them. Resolves when they have ended; somebody else sees to it that nobody waits too long.
   */
  leave?(): Promise<void>;
}

/** A feature with commands of its own. */
export interface CommandFeature extends LeavingRoom {
  /** Runs the command with this ID. @param given the argument from VS Code: a row of a view, a file, or anything */
  run(id: string, given: unknown): Promise<void>;
}

export interface Door<Room> extends Disposable {
  readonly enter: () => Promise<Room>;
  /** As of the room; of one that nobody has entered there is nothing to wait for. */
  readonly leave: () => Promise<void>;
}

/** @param load imports the modules of the room, and builds it; asked once */
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
