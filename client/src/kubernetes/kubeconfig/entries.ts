/**
 * What stands in a kubeconfig, as values. Whatever holds a secret stays in here and in auth/: what is shown is a
 * ClusterContext.
 */

/** Something wrong with a file or an entry of it, in words fit to be shown: names, never values. */
export interface KubeconfigProblem {
  readonly file: string;
  /** `clusters "prod"`, `users[3]`; missing where the whole file is meant. */
  readonly entry?: string;
  /** Stands alone, behind the file or entry and a colon: `is no list`. */
  readonly message: string;
  /** The file is not there. */
  readonly missing?: boolean;
}

/**
 * A certificate or key: in base64 of PEM where it stands in the kubeconfig itself, else the absolute path of its file.
 */
export type Material = { readonly data: string } | { readonly file: string };

export interface ClusterEntry {
  readonly name: string;
  /** As written, without slashes at its end. */
  readonly server: string;
  readonly ca?: Material;
  readonly skipTlsVerify: boolean;
  readonly tlsServerName?: string;
  /** May hold the password of the proxy. */
  readonly proxyUrl?: string;
  /** The extension `client.authentication.k8s.io/exec`: what login programs are told of this cluster. */
  readonly execConfig?: unknown;
}

/** As whom to act. `user` is missing where only the rest is given, which nobody may ask for. */
export interface Impersonation {
  readonly user?: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** A program that gives credentials. */
export interface ExecEntry {
  /** A bare name is looked for in the PATH; what has a separator is an absolute path. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly apiVersion: string;
  readonly provideClusterInfo: boolean;
  readonly interactiveMode?: string;
  /** The folder of the kubeconfig: where the program runs. */
  readonly folder: string;
}

export interface UserEntry {
  readonly name: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  readonly certificate?: Material;
  readonly key?: Material;
  readonly impersonate?: Impersonation;
  readonly exec?: ExecEntry;
  /** Of `config` the texts alone. */
  readonly authProvider?: { readonly name: string; readonly config: Readonly<Record<string, string>> };
}

export interface ContextEntry {
  readonly name: string;
  readonly cluster: string;
  readonly user?: string;
  readonly namespace?: string;
}

/** One file, or several merged into one. */
export interface Entries {
  readonly currentContext?: string;
  readonly clusters: ReadonlyMap<string, ClusterEntry>;
  readonly users: ReadonlyMap<string, UserEntry>;
  readonly contexts: ReadonlyMap<string, ContextEntry>;
  readonly problems: readonly KubeconfigProblem[];
}
