/**
 * An open cluster as stored in the workspace state. It includes more than the context name, because the kubeconfig can
 * later assign that name to another cluster.
 */
import { omitUndefined, getString } from '#core/common/json.ts';

export interface KeptCluster {
  /** The context of the kubeconfig. */
  readonly name: string;
  readonly server: string;
  readonly user: string;
  /** The `ContextInfo.route` of the cluster, if it has one. */
  readonly route?: string;
}

/** Maximum number of stored clusters to read, because another process might have written the stored data. */
const most = 200;

/** Parses the stored clusters. Omits invalid entries. */
export function readKept(kept: unknown): readonly KeptCluster[] {
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, most).flatMap((one: unknown) => {
    const [name, server, user, route] = ['name', 'server', 'user', 'route'].map((field) => getString(one, field));
    return name === undefined || server === undefined || user === undefined
      ? []
      : [{ name, server, user, ...omitUndefined({ route }) }];
  });
}
