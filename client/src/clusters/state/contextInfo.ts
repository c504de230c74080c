/** The contexts of the kubeconfig as the tree lists them: nothing is contacted or run for it. */

export interface ContextInfo {
  readonly name: string;
  /** `https://api.demo.example.com:6443` */
  readonly server: string;
  readonly user: string;
  readonly namespace?: string;
  /**
   * Equal for the same way to the server: the same proxy, authority and checks of certificates. A hash, for a proxy may
   * have a password.
   */
  readonly route?: string;
  /** True if the server certificate isn't verified (`insecure-skip-tls-verify`). */
  readonly unverified?: true;
  /** The current context of the kubeconfig. */
  readonly current: boolean;
  /** Why it cannot be used; no secrets in it. */
  readonly problem?: string;
}

export interface ContextList {
  readonly contexts: readonly ContextInfo[];
  /** The files that were read. */
  readonly files: readonly string[];
  /** What is wrong with them. */
  readonly problems: readonly FileProblem[];
  /** Files of the user that are not there, or are empty. */
  readonly absent?: readonly string[];
}

export interface FileProblem {
  readonly file: string;
  /** In words; no secrets in it. */
  readonly message: string;
  /** There is no such file: that is no fault of what stands in it. */
  readonly missing: boolean;
  /** Nothing of the file can be read. */
  readonly whole?: boolean;
}
