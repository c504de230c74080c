/** Connects to the current context of a kubeconfig, for measures of live clusters. */
import type { Connection } from '#client/kubernetes/connection.ts';
import { ExecPlugins } from '#client/kubernetes/auth/execPlugins.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { loadKubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';

/**
 * Returns a connection that was already used, to exclude one-time costs such as compiling code and reading the
 * certificate from the measurement.
 * @param file path of the kubeconfig
 * @throws if the kubeconfig has no current context, or the cluster doesn't respond
 */
export async function connectCluster(file: string): Promise<Connection> {
  const { contexts, current } = await loadKubeconfig({ explicit: file, env: {}, home: '/' });
  const context = contexts.find(({ name }) => name === current);
  if (context === undefined) throw new Error('the kubeconfig has no context');
  const exec = new ExecPlugins({ clock: realClock, env: {}, mayRun: () => Promise.resolve(false) });
  const connection = connect(context, { clock: realClock, exec });
  const version = await connection.ask('/version');
  if (!version.ok) throw new Error(version.error.message);
  return connection;
}
