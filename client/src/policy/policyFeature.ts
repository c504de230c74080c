/** Interface of the policy feature, which is loaded on first use. */
import type { Disposable, FileSystemProvider, Uri } from 'vscode';
import type { LanguageFeature } from '../language/languageFeature.ts';
import type { Log } from '../vscode/log.ts';
import type { Notify } from '../vscode/notify.ts';
import type { ExtensionSettings } from '../vscode/settings.ts';

/** Dependencies of the policy feature. */
export interface PolicyFeatureDeps {
  readonly language: LanguageFeature;
  readonly log: Log;
  readonly notify: Notify;
  readonly settings: ExtensionSettings;
  /** Returns the URI of a file that ships with the extension. */
  readonly shipped: (...path: string[]) => Uri;
}

export interface PolicyFeature extends Disposable {
  /**
   * Shows the policy decisions.
   * @returns true if a table is shown; false if the user cancels
   */
  showTable(given: unknown): Promise<boolean>;
  replay(given: unknown): Promise<void>;
  explainDenial(given: unknown): Promise<void>;
  openPacked(uri: unknown, place: unknown): Promise<void>;
  attach(uri: unknown, position: unknown): Promise<void>;
  attachInitdata(uri: unknown, position: unknown): Promise<void>;
  newPolicy(): Promise<void>;
  /** Generates a policy from the workload at the cursor. */
  generate(): Promise<void>;
  /** File system for the `osc-packed:` scheme. */
  readonly packedFiles: FileSystemProvider;
  /** Adds the policy tests to the Test Explorer. */
  showTests(): void;
}
