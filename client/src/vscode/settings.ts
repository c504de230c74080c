/** The one place that reads and writes settings. */
import { ConfigurationTarget, workspace, type Disposable, type Uri } from 'vscode';
import { requestsMessageContents } from './languageServerTrace.ts';

export interface ExtensionSettings {
  /** `osc.release` as it is in force for a file; `` for the newest. */
  release(file: Uri): string;
  /** Sets it where it belongs: for the folder of the file when there is one, for everything otherwise. */
  setRelease(file: Uri, release: string): Thenable<void>;
  /** `osc.kubeconfig`; `` where the usual places count. */
  kubeconfig(): string;
  /** Sets `osc.kubeconfig` for this computer. */
  setKubeconfig(file: string): Thenable<void>;
  /** `osc.readOnly`, wherever it is set: nobody can take back for another what that one has set. */
  readOnly(): boolean;
  /** `osc.demo.startWith`: the scenario of the demo cluster that starts with the window; `` for none. */
  demoStartWith(): string;
  /** Whether messages tell of what has ended on a cluster. */
  notifications(): boolean;
  /** From now on they do not, for this user. */
  muteNotifications(): Thenable<void>;
  /** `osc.preflight.timeout` in milliseconds: the time limit for all cluster requests of a check. */
  preflightTimeout(): number;
  /** `osc.oc.path`; `` for the one on the PATH. */
  ocPath(): string;
  /** `osc.prometheus.url`; `` for the one of each cluster. */
  prometheusUrl(): string;
  /** `osc.mustGather.image`; `` for that of the installed release. */
  mustGatherImage(): string;
  /** `osc.edge.*`: where the service of edge hosting is asked; an empty endpoint: nowhere. */
  edge(): { readonly endpoint: string; readonly region: string; readonly version: string };
  /**
   * Returns whether `osc.trace.server` requests message contents. Ignores the workspace value, because the author of a
   * folder must not control logging.
   */
  tracesBodies(): boolean;
  /** Which of these settings somebody has set, whatever to. @param names as `osc.release` */
  thatAreSet(names: readonly string[]): readonly string[];
  /** Calls back when one of our settings was changed. */
  onChange(setting: 'kubeconfig', listener: () => void): Disposable;
  /** What the Red Hat YAML extension is set to do. */
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
