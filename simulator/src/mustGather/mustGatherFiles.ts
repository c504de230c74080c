/** Defines the input and the output of both must-gathers of a cluster. */
import type { Client } from '../controllers/framework/client.ts';
import type { KubeObject } from '../store/kubeObject.ts';

/** A collected file. The path uses `/` and is relative to the folder that `oc adm must-gather` creates. */
export interface FileToWrite {
  readonly path: string;
  readonly text: string;
}

/** Source of a must-gather. */
export interface ClusterToGather {
  readonly client: Client;
  /** Returns the output of the containers of a pod. */
  readonly logOf: (namespace: string, pod: string, containers: readonly string[]) => string;
  /** Collection time, in milliseconds since 1970. */
  readonly now: number;
}

/** Creates the file with the start and end times that `oc adm must-gather` adds. */
export function timestampFile(folder: string, now: number): FileToWrite {
  const line = (at: number): string =>
    `${new Date(at).toISOString().replace('T', ' ').replace('Z', '000000')} +0000 UTC m=+0.000000000\n`;
  return { path: `${folder}timestamp`, text: line(now) + line(now) };
}

/** Returns the object without managed fields, as `oc adm inspect` writes it. */
export function plainObject({ metadata: { managedFields: _managedFields, ...metadata }, ...rest }: KubeObject): object {
  return { ...rest, metadata };
}
