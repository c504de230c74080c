/** What this room offers to commands: all of it is behind one door, because it is loaded when first needed. */
import type { Disposable, Uri } from 'vscode';
import type { Language } from '../language/language.ts';
import type { Log } from '../log.ts';
import type { Notify } from '../notify.ts';
import type { Settings } from '../settings.ts';
import type { ClusterRoom } from '../tree/room.ts';
import type { ActionName } from './commandNames.ts';

/** What the room is given. */
export interface LifecycleParts {
  readonly log: Log;
  readonly notify: Notify;
  readonly settings: Settings;
  readonly language: Language;
  readonly clusters: () => Promise<ClusterRoom>;
  /** A file that comes with the extension. */
  readonly shipped: (...path: string[]) => Uri;
}

export interface LifecycleRoom extends Disposable {
  /** @param given what VS Code hands to a command: an element of the tree, a file, or anything */
  run(action: ActionName, given: unknown): Promise<void>;
}
