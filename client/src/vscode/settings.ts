/** Reads and writes all settings. */
import { ConfigurationTarget, workspace, type Disposable, type Uri } from 'vscode';
import { requestsMessageContents } from './languageServerTrace.ts';

export interface ExtensionSettings {
  /** Returns `osc.release` for a file. Empty for the latest release. */
  release(file: Uri): string;
  /** Sets the release for the workspace folder of the file, or globally if the file isn't in one. */
  setRelease(file: Uri, release: string): Thenable<void>;
  /** Returns `osc.kubeconfig`. Empty if the default locations apply. */
  kubeconfig(): string;
  /** Sets `osc.kubeconfig` for this computer. */
  setKubeconfig(file: string): Thenable<void>;
  /** Returns `osc.readOnly`. It's on if any scope turns it on, so that no scope can turn it off for another. */
  readOnly(): boolean;
  /** Returns `osc.demo.startWith`, the scenario of the demo cluster that starts with the window. Empty for none. */
  demoStartWith(): string;
  /** Returns whether the extension shows notifications when an operation finishes, is blocked, or fails. */
  notifications(): boolean;
  /** Turns off the notifications about operations in the user settings. */
  muteNotifications(): Thenable<void>;
  /**
   * Returns `osc.preflight.timeout` in milliseconds. It limits the total time of all cluster requests of a preflight
   * check.
   */
  preflightTimeout(): number;
  /** Returns `osc.oc.path`. Empty to use `oc` from the PATH. */
  ocPath(): string;
  /** Returns `osc.prometheus.url`. Empty to use the Prometheus of each cluster. */
  prometheusUrl(): string;
  /** Returns `osc.mustGather.image`. Empty to use the image of the installed release. */
  mustGatherImage(): string;
  /** Returns `osc.mustGather.maxSize` in bytes. Undefined if there is no maximum. */
  mustGatherMaxBytes(): number | undefined;
  /**
   * Returns `osc.edge.*`, the connection settings of the edge hosting service. If the endpoint is empty, the extension
   * doesn't connect to it.
   */
  edge(): { readonly endpoint: string; readonly region: string; readonly version: string };
  /**
   * Returns whether `osc.trace.server` requests message contents. Ignores the workspace value, because the author of a
   * folder must not control logging.
   */
  tracesBodies(): boolean;
  /**
   * Returns the settings that are set in any scope, whatever their value.
   * @param names full names such as `osc.release`
   */
  thatAreSet(names: readonly string[]): readonly string[];
  /** Calls the listener when a setting of this extension changes. */
  onChange(setting: 'kubeconfig' | 'readOnly', listener: () => void): Disposable;
  /** Returns whether a feature of the Red Hat YAML extension is on. */
  yamlExtensionDoes(what: 'validate' | 'completion' | 'hover'): boolean;
}

export function createSettings(): ExtensionSettings {
  return {
    release: (file) => workspace.getConfiguration('osc', file).get<string>('release', ''),
    setRelease(file, release) {
      const folder = workspace.getWorkspaceFolder(file);
      const several = (workspace.workspaceFolders?.length ?? 0) > 1;
      const target =
        folder === undefined
          ? ConfigurationTarget.Global
          : several
            ? ConfigurationTarget.WorkspaceFolder
            : ConfigurationTarget.Workspace;
      return workspace.getConfiguration('osc', file).update('release', release === '' ? undefined : release, target);
    },
    kubeconfig: () => workspace.getConfiguration('osc').get<string>('kubeconfig', ''),
    setKubeconfig: (file) => workspace.getConfiguration('osc').update('kubeconfig', file, ConfigurationTarget.Global),
    readOnly: () => {
      const set = workspace.getConfiguration('osc').inspect<boolean>('readOnly');
      return [set?.globalValue, set?.workspaceValue, set?.workspaceFolderValue].includes(true);
    },
    demoStartWith: () => workspace.getConfiguration('osc').get<string>('demo.startWith', ''),
    notifications: () => workspace.getConfiguration('osc').get<boolean>('notifications', true),
    muteNotifications: () =>
      workspace.getConfiguration('osc').update('notifications', false, ConfigurationTarget.Global),
    preflightTimeout() {
      const seconds = workspace.getConfiguration('osc').get<unknown>('preflight.timeout', 60);
      return (typeof seconds === 'number' && seconds >= 1 ? Math.min(seconds, 3600) : 60) * 1000;
    },
    ocPath: () => workspace.getConfiguration('osc').get<string>('oc.path', '').trim(),
    prometheusUrl: () => workspace.getConfiguration('osc').get<string>('prometheus.url', '').trim(),
    mustGatherImage: () => workspace.getConfiguration('osc').get<string>('mustGather.image', '').trim(),
    mustGatherMaxBytes() {
      const megabytes = workspace.getConfiguration('osc').get<unknown>('mustGather.maxSize', 0);
      return typeof megabytes === 'number' && megabytes > 0 ? megabytes * 1e6 : undefined;
    },
    edge() {
      const set = workspace.getConfiguration('osc.edge');
      const text = (name: string) => set.get<string>(name, '').trim();
      return { endpoint: text('endpoint'), region: text('region'), version: text('version') };
    },
    tracesBodies: () => requestsMessageContents(workspace.getConfiguration('osc').inspect('trace.server')),
    thatAreSet: (names) =>
      names.filter((name) => {
        const set = workspace.getConfiguration().inspect(name);
        return [set?.globalValue, set?.workspaceValue, set?.workspaceFolderValue].some((value) => value !== undefined);
      }),
    onChange: (setting, listener) =>
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`osc.${setting}`)) listener();
      }),
    yamlExtensionDoes: (what) => workspace.getConfiguration('yaml').get<boolean>(what, true),
  };
}
