/** A context as it is shown, and, out of sight, what it takes to connect. */
import type { ClusterEntry, UserEntry } from './entries.ts';

/** What it takes to connect. Holds secrets: for auth/ and transport/ alone. */
export interface ClusterCredentials {
  readonly cluster: ClusterEntry;
  /** Missing: nobody in particular, as far as the kubeconfig knows. */
  readonly user: UserEntry | undefined;
}

interface Shown {
  readonly name: string;
  readonly cluster: string;
  readonly server: string;
  readonly user: string;
  readonly namespace?: string;
  readonly problems: readonly string[];
}

/** Printed, logged or turned into JSON, it tells what is public here: `access` is no field of it. */
export class ClusterContext {
  readonly name: string;
  readonly cluster: string;
  /** Without user names and passwords; empty where there is none. */
  readonly server: string;
  /** The name of the entry, empty where the context names none. */
  readonly user: string;
  readonly namespace?: string;
  /** Why it cannot be used, or not as it was meant. Fit to be shown. */
  readonly problems: readonly string[];
  readonly #access: ClusterCredentials | undefined;

  /** @param access undefined where it cannot be used; then `problems` says why */
  constructor({ name, cluster, server, user, namespace, problems }: Shown, access: ClusterCredentials | undefined) {
    this.name = name;
    this.cluster = cluster;
    this.server = server;
    this.user = user;
    if (namespace !== undefined) this.namespace = namespace;
    this.problems = problems;
    this.#access = access;
  }

  /** True if the client doesn't verify the server certificate: `insecure-skip-tls-verify`. */
  get isUnverified(): boolean {
    return this.#access?.cluster.skipTlsVerify === true && /^https:/i.test(this.server);
  }

  get access(): ClusterCredentials | undefined {
    return this.#access;
  }
}
