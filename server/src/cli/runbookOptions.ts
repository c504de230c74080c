/** Options of `osc-tools runbook`. */
import type { Release } from '#core/product/releases.ts';

/** Returns whether a text is the address of an API server. A runbook must not contain credentials. */
export function isServerAddress(text: string): boolean {
  // URLs are parsed without line breaks, which the script would contain.
  if (!/^https?:\/\/[^\s/][^\s\p{Cc}\p{Cf}]*$/iu.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

export interface InstallRunbookOptions extends RunbookOptions, KataConfigRunbookOptions {
  /** Version of OLM that installs the operator. If undefined, v0. */
  readonly olm?: 'v0' | 'v1';
  /** Release that OLM v1 installs. If undefined, the newest published release. */
  readonly release?: Release;
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
