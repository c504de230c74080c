/**
 * An open cluster as stored in the workspace state. It includes more than the context name, because the kubeconfig can
 * later assign that name to another cluster.
 */
import { getBoolean, omitUndefined, getString, getStrings } from '#core/common/json.ts';

export interface KeptCluster {
  /** The context of the kubeconfig. */
  readonly name: string;
  readonly server: string;
  readonly user: string;
  /** The `ContextInfo.route` of the cluster, if it has one. */
  readonly route?: string;
  /** Namespaces to which the user limited workloads. */
  readonly namespaces?: readonly string[];
  /** True if the user closed the cluster. It's then stored only because of its namespaces. */
  readonly isClosed?: true;
}

/** Maximum number of stored clusters to read, because another process might have written the stored data. */
const most = 200;

/** Maximum number of selected namespaces. Each requires a connection. */
export const mostNamespaces = 20;

/** Returns whether a text is a valid name of a namespace, which becomes part of a request path. */
export function isNamespaceName(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text);
}

/** Parses the namespace filter of a stored cluster or must-gather. Returns undefined if there is none. */
export function readNamespaces(kept: unknown): readonly string[] | undefined {
  const namespaces = getStrings(kept, 'namespaces').filter(isNamespaceName).slice(0, mostNamespaces);
  return namespaces.length === 0 ? undefined : namespaces;
}

/** Parses the stored clusters. Omits invalid entries. */
export function readKept(kept: unknown): readonly KeptCluster[] {
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, most).flatMap((one: unknown) => {
    const [name, server, user, route] = ['name', 'server', 'user', 'route'].map((field) => getString(one, field));
    return name === undefined || server === undefined || user === undefined
      ? []
      : [
          {
            name,
            server,
            user,
            ...omitUndefined({ route, namespaces: readNamespaces(one) }),
            ...(getBoolean(one, 'isClosed') === true ? { isClosed: true as const } : {}),
          },
        ];
  });
}
