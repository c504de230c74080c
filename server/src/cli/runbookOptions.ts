/** Options of `osc-tools runbook`. */

export interface InstallRunbookOptions extends RunbookOptions, KataConfigRunbookOptions {
  readonly channel: string;
  readonly approval: 'Automatic' | 'Manual';
  readonly startingCsv?: string;
  readonly source: string;
  readonly sourceNamespace?: string;
  readonly format: 'bash' | 'gitops' | 'argo';
  readonly output?: string;
}

export interface KataConfigRunbookOptions {
  readonly name?: string;
  /** Labels of the KataConfig. */
  readonly label?: Readonly<Record<string, string>>;
  readonly logLevel: string;
  readonly peerPods: boolean;
  readonly checkNodeEligibility: boolean;
}

/** Options that all runbooks have. */
export interface RunbookOptions {
  readonly cluster?: string;
  readonly server?: string;
}

export interface UninstallOptions extends RunbookOptions {
  readonly namespace: boolean;
  readonly crd: boolean;
}

export type UpdateRunbookOptions = RunbookOptions & KataConfigRunbookOptions;
