/** What both must-gathers of a cluster are written from. */
import type { Client } from '../controllers/framework/client.ts';
import type { KubeObject } from '../store/kubeObject.ts';

/** A file that is gathered; its path has `/`, from the folder that `oc adm must-gather` makes. */
export interface FileToWrite {
  readonly path: string;
  readonly text: string;
}

/** What is gathered from. */
export interface ClusterToGather {
  readonly client: Client;
  /** What the containers of a pod have written. */
  readonly logOf: (namespace: string, pod: string, containers: readonly string[]) => string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** As `oc adm must-gather` leaves it beside what it gathered: when it began, and when it ended. */
export function timestampFile(folder: string, now: number): FileToWrite {
  const line = (at: number): string =>
    `${new Date(at).toISOString().replace('T', ' ').replace('Z', '000000')} +0000 UTC m=+0.000000000\n`;
  return { path: `${folder}timestamp`, text: line(now) + line(now) };
}

/** Without who wrote which field, as `oc adm inspect` writes objects. */
export function plainObject({ metadata: { managedFields: _managedFields, ...metadata }, ...rest }: KubeObject): object {
  return { ...rest, metadata };
}
