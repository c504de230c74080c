/** Connects the processes of a measure to a cluster as the extension does, and measures their memory. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ExecPlugins } from '#client/kubernetes/auth/execPlugins.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { loadKubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';

setFlagsFromString('--expose_gc');
const collect: unknown = runInNewContext('gc');

export interface ClusterClient {
  readonly connection: Connection;
  /** A temporary folder, which `close` deletes. */
  readonly folder: string;
  close(): void;
}

/**
 * Connects to the cluster of the first context of a kubeconfig.
 * @throws Error if the kubeconfig has no context
 */
export async function connectToCluster(kubeconfig: string): Promise<ClusterClient> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-bench-'));
  const file = path.join(folder, 'kubeconfig');
  writeFileSync(file, kubeconfig, { mode: 0o600 });
  const { contexts } = await loadKubeconfig({ explicit: file, env: {}, home: folder });
  const [context] = contexts;
  if (context === undefined) throw new Error('the kubeconfig has no context');
  const exec = new ExecPlugins({ clock: realClock, env: {}, mayRun: () => Promise.resolve(false) });
  const connection = connect(context, { clock: realClock, exec });
  return {
    connection,
    folder,
    close() {
      connection.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the heap that remains in use, in bytes. */
export function usedHeap(): number {
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed;
}
