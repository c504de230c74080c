/** The kubeconfig contexts that the tree lists. Listing them doesn't contact a cluster or run a credential plugin. */

export interface ContextInfo {
  readonly name: string;
  /** Address of the API server, such as `https://api.demo.example.com:6443`. */
  readonly server: string;
  readonly user: string;
  readonly namespace?: string;
  /**
   * Identifies the route to the server: the proxy, the certificate authority, and certificate verification. A hash,
   * because a proxy URL can contain a password.
   */
  readonly route?: string;
  /** True if the server certificate isn't verified (`insecure-skip-tls-verify`). */
  readonly unverified?: true;
  /** True if the context uses a token from the secret storage of VS Code. */
  readonly savedToken?: true;
  /** True if this is the current context of the kubeconfig. */
  readonly current: boolean;
  /** Why the context can't be used. Contains no secrets. */
  readonly problem?: string;
}

export interface ContextList {
  readonly contexts: readonly ContextInfo[];
  /** The files that were read. */
  readonly files: readonly string[];
  /** Problems with the files. */
  readonly problems: readonly FileProblem[];
  /** Files of the user that don't exist or are empty. */
  readonly absent?: readonly string[];
}

export interface FileProblem {
  readonly file: string;
  /** Error message without secrets. */
  readonly message: string;
  /** True if the file doesn't exist, so the problem isn't in its content. */
  readonly missing: boolean;
  /** True if nothing in the file can be read. */
  readonly whole?: boolean;
}
