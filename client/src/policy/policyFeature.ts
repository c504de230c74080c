/** What the policy room offers to commands: all of it is behind one door, because it is loaded when first needed. */
import type { Disposable, FileSystemProvider, Uri } from 'vscode';
import type { LanguageFeature } from '../language/languageFeature.ts';
import type { Log } from '../vscode/log.ts';
import type { Notify } from '../vscode/notify.ts';
import type { ExtensionSettings } from '../vscode/settings.ts';

/** What the room is given. */
export interface PolicyFeatureDeps {
  readonly language: LanguageFeature;
  readonly log: Log;
  readonly notify: Notify;
  readonly settings: ExtensionSettings;
  /** A file that comes with the extension. */
  readonly shipped: (...path: string[]) => Uri;
}

export interface PolicyRoom extends Disposable {
  /** @returns whether a table is shown; false if the user cancels */
  showTable(given: unknown): Promise<boolean>;
  replay(given: unknown): Promise<void>;
  explainDenial(given: unknown): Promise<void>;
  openPacked(uri: unknown, place: unknown): Promise<void>;
  attach(uri: unknown, position: unknown): Promise<void>;
  newPolicy(): Promise<void>;
  /** Behind `osc-packed:`. */
  readonly packedFiles: FileSystemProvider;
  /** Shows the tests in the Test Explorer, from now on. */
  showTests(): void;
}
