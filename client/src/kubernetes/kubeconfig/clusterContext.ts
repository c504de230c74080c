/** Describes a context: the fields that the user sees, and hidden data for connecting. */
import type { ClusterEntry, UserEntry } from './entries.ts';

/** Entries required to connect. Contains secrets, so only auth/ and transport/ use it. */
export interface ClusterCredentials {
  readonly cluster: ClusterEntry;
  /** Undefined if the kubeconfig specifies no user. */
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

/**
 * A kubeconfig context. Printing, logging, or serializing it reveals only the public fields, because the credentials
 * are in a private field.
 */
export class ClusterContext {
  readonly name: string;
  readonly cluster: string;
  /** Server URL without user names and passwords. Empty if there is no server. */
  readonly server: string;
  /** Name of the user entry. Empty if the context specifies none. */
  readonly user: string;
  readonly namespace?: string;
  /** Reasons the context can't be used, or not as intended. Safe to show. */
  readonly problems: readonly string[];
  readonly #access: ClusterCredentials | undefined;

  /** @param access undefined if the context can't be used; `problems` then contains the reasons */
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
