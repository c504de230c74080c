/**
 * Defines the values of a kubeconfig. Only this module and auth/ handle values with secrets. A ClusterContext contains
 * the values to show.
 */

/**
 * A problem with a kubeconfig file or one of its entries. The text is safe to show because it contains names but no
 * values.
 */
export interface KubeconfigProblem {
  readonly file: string;
  /**
   * Entry with the problem, such as `clusters "prod"` or `users[3]`. Undefined if the problem concerns the whole file.
   */
  readonly entry?: string;
  /** Phrase to show after the file or entry and a colon, such as `clusters isn't a list`. */
  readonly message: string;
  /** True if the file is missing. */
  readonly missing?: boolean;
}

/** A certificate or key: base64-encoded PEM from the kubeconfig itself, or the absolute path of a file. */
export type Material = { readonly data: string } | { readonly file: string };

export interface ClusterEntry {
  readonly name: string;
  /** Server URL from the kubeconfig, without trailing slashes. */
  readonly server: string;
  readonly ca?: Material;
  readonly skipTlsVerify: boolean;
  readonly tlsServerName?: string;
  /** Can contain the proxy password. */
  readonly proxyUrl?: string;
  /** Extension `client.authentication.k8s.io/exec`, which contains the cluster information for credential plugins. */
  readonly execConfig?: unknown;
}

/** The identity to impersonate. If `user` is undefined but other fields are set, the entry is invalid. */
export interface Impersonation {
  readonly user?: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** A credential plugin. */
export interface ExecEntry {
  /** A bare name to find in PATH, or an absolute path. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly apiVersion: string;
  readonly provideClusterInfo: boolean;
  readonly interactiveMode?: string;
  /** The folder of the kubeconfig, in which the plugin runs. */
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
  /** `config` contains only the string values. */
  readonly authProvider?: { readonly name: string; readonly config: Readonly<Record<string, string>> };
}

export interface ContextEntry {
  readonly name: string;
  readonly cluster: string;
  readonly user?: string;
  readonly namespace?: string;
}

/** Entries of one file, or of several merged files. */
export interface Entries {
  readonly currentContext?: string;
  readonly clusters: ReadonlyMap<string, ClusterEntry>;
  readonly users: ReadonlyMap<string, UserEntry>;
  readonly contexts: ReadonlyMap<string, ContextEntry>;
  readonly problems: readonly KubeconfigProblem[];
}
