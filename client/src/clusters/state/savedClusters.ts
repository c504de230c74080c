/**
 * Which clusters were open, as it is kept with the workspace: a name alone would be whatever the kubeconfig makes of it
 * later.
 */
import { omitUndefined, getString } from '#core/common/json.ts';

export interface KeptCluster {
  /** The context of the kubeconfig. */
  readonly name: string;
  readonly server: string;
  readonly user: string;
  /** Of the way there, as `ContextInfo.route` has it; undefined where it had none. */
  readonly route?: string;
}

/** More than anybody has open: what is kept may have been written by another. */
const most = 200;

/** What can be read of it; of what was kept otherwise, nothing. */
export function readKept(kept: unknown): readonly KeptCluster[] {
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, most).flatMap((one: unknown) => {
    const [name, server, user, route] = ['name', 'server', 'user', 'route'].map((field) => getString(one, field));
    return name === undefined || server === undefined || user === undefined
      ? []
      : [{ name, server, user, ...omitUndefined({ route }) }];
  });
}
