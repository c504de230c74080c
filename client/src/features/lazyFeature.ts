/** Loads a feature on first use. Part of the startup bundle, so this module only loads and does nothing else. */
import type { Disposable, Uri } from 'vscode';
import type { LanguageFeature } from '../language/languageFeature.ts';
import type { RestoredTexts } from '../vscode/documents/restoredDocuments.ts';
import type { Log } from '../vscode/log.ts';
import type { Notify } from '../vscode/notify.ts';
import type { ExtensionSettings } from '../vscode/settings.ts';
import type { ClustersFeature } from '../clusters/clustersFeature.ts';

/** Dependencies of a feature that works with clusters. */
export interface FeatureDeps {
  readonly log: Log;
  readonly notify: Notify;
  readonly settings: ExtensionSettings;
  readonly language: LanguageFeature;
  readonly clusters: () => Promise<ClustersFeature>;
  /** Returns the URI of a file that ships with the extension. */
  readonly shipped: (...path: string[]) => Uri;
  /** Closes the text documents that VS Code restores after a reload of the window. */
  readonly restored: RestoredTexts;
  /** Storage folder of the extension, private to this user. The folder might not exist yet. */
  readonly storage: Uri;
}

/** A feature that can run processes that must clean up before they stop. */
export interface StoppableFeature extends Disposable {
  /** Stops the processes when the window closes. Resolves when they have exited. The caller limits the waiting time. */
  shutDown?(): Promise<void>;
}

/** A feature with its own commands. */
export interface CommandFeature extends StoppableFeature {
  /**
   * Runs the command with this ID.
   * @param given argument from VS Code: a row of a view, a file, or any other value
   */
  run(id: string, given: unknown): Promise<void>;
}

export interface LazyFeature<Feature> extends Disposable {
  readonly load: () => Promise<Feature>;
  /** Shuts down the feature. Resolves immediately if the feature was never loaded. */
  readonly shutDown: () => Promise<void>;
}

/**
 * Creates a lazy loader for a feature.
 * @param load imports the modules of the feature and creates it; called at most once
 */
export function createLazyFeature<Feature extends StoppableFeature>(
  load: () => Promise<Feature>,
): LazyFeature<Feature> {
  let feature: Promise<Feature> | undefined;
  return {
    load() {
      feature ??= load();
      return feature;
    },
    shutDown: async () => (await feature)?.shutDown?.(),
    dispose() {
      feature?.then((loaded) => loaded.dispose()).catch(() => undefined);
    },
  };
}
