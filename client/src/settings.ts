/** The one place that reads and writes settings. */
import { ConfigurationTarget, workspace, type Uri } from 'vscode';

export interface Settings {
  /** `osc.release` as it is in force for a file; `` for the newest. */
  release(file: Uri): string;
  /** Sets it where it belongs: for the folder of the file when there is one, for everything otherwise. */
  setRelease(file: Uri, release: string): Thenable<void>;
  /** What the Red Hat YAML extension is set to do. */
  yamlExtensionDoes(what: 'validate' | 'completion' | 'hover'): boolean;
}

export function createSettings(): Settings {
  return {
    release: (file) => workspace.getConfiguration('osc', file).get<string>('release', ''),
    setRelease(file, release) {
      const folder = workspace.getWorkspaceFolder(file);
      const several = (workspace.workspaceFolders?.length ?? 0) > 1;
      const target = folder === undefined ? ConfigurationTarget.Global : several ? ConfigurationTarget.WorkspaceFolder : ConfigurationTarget.Workspace;
      return workspace.getConfiguration('osc', file).update('release', release === '' ? undefined : release, target);
    },
    yamlExtensionDoes: (what) => workspace.getConfiguration('yaml').get<boolean>(what, true),
  };
}
