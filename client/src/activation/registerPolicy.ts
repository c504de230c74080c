/**
 * Loads the policy feature on demand. Part of the startup bundle, so it only registers entry points and loads the
 * feature.
 */
import * as l10n from '@vscode/l10n';
import { Disposable, EventEmitter, workspace, type FileChangeEvent, type FileSystemProvider, type Uri } from 'vscode';
import { embeddedScheme } from '../language/documents/schemes.ts';
import type { Notify } from '../vscode/notify.ts';
import { followAgentPolicy } from '../policy/agentPolicyContext.ts';
import type { PolicyFeature, PolicyFeatureDeps } from '../policy/policyFeature.ts';
import { testPattern } from '../policy/tests/testFiles.ts';

/** Returns a function that loads the policy feature on first use. */
export function lazyPolicyFeature(parts: PolicyFeatureDeps): {
  load: () => Promise<PolicyFeature>;
  dispose: () => void;
} {
  let feature: Promise<PolicyFeature> | undefined;
  const load = () => {
    feature ??= import('./createPolicyFeature.ts').then(({ createPolicyFeature }) => createPolicyFeature(parts));
    return feature;
  };
  return {
    load,
    dispose() {
      feature?.then((loaded) => loaded.dispose()).catch(() => undefined);
    },
  };
}

/** Registers the file system for embedded files, the test watcher, and the agent policy context. */
export function registerPolicyProviders(load: () => Promise<PolicyFeature>, notify: Notify): Disposable[] {
  return [
    workspace.registerFileSystemProvider(embeddedScheme, embeddedFileSystem(load), { isCaseSensitive: true }),
    registerTestWatcher(load, notify),
    followAgentPolicy(),
  ];
}

function embeddedFileSystem(load: () => Promise<PolicyFeature>): FileSystemProvider & Disposable {
  const changed = new EventEmitter<FileChangeEvent[]>();
  let passing: Promise<FileSystemProvider> | undefined;
  const files = () => {
    passing ??= load().then(({ packedFiles }) => {
      packedFiles.onDidChangeFile((events) => changed.fire(events));
      return packedFiles;
    });
    return passing;
  };
  return {
    onDidChangeFile: changed.event,
    watch(uri, options) {
      const watching = files().then((provider) => provider.watch(uri, options));
      return new Disposable(() => {
        watching.then((watch) => watch.dispose()).catch(() => undefined);
      });
    },
    stat: async (uri) => (await files()).stat(uri),
    readDirectory: async (uri) => (await files()).readDirectory(uri),
    createDirectory: async (uri) => (await files()).createDirectory(uri),
    readFile: async (uri) => (await files()).readFile(uri),
    writeFile: async (uri, content, options) => (await files()).writeFile(uri, content, options),
    delete: async (uri, options) => (await files()).delete(uri, options),
    rename: async (from, to, options) => (await files()).rename(from, to, options),
    dispose: () => changed.dispose(),
  };
}

/**
 * Loads the policy feature when the first policy test file exists. Until then, the Test Explorer shows no policy tests.
 */
function registerTestWatcher(load: () => Promise<PolicyFeature>, notify: Notify): Disposable {
  const watcher = workspace.createFileSystemWatcher(testPattern, false, true, true);
  const found = () => {
    watcher.dispose();
    load().then(
      (feature) => feature.showTests(),
      (error: unknown) => notify.error(l10n.t`Can't display the policy tests`, error),
    );
  };
  watcher.onDidCreate(found);
  workspace.findFiles(testPattern, undefined, 1).then(
    ([first]: readonly Uri[]) => {
      if (first !== undefined) found();
    },
    () => undefined,
  );
  return watcher;
}
