/** Provides connections to a simulated cluster behind a proxy that counts and breaks them. */
import { after, afterEach, before } from 'node:test';
import type { Connection } from '#client/kubernetes/connection.ts';
import { connect, type ConnectDeps } from '#client/kubernetes/transport/connect.ts';
import { getString, getStrings } from '#core/common/json.ts';
import { simulate, type Simulation } from '#simulator/main.ts';
import { gateBefore, type Gate } from '#test/support/time/clusterGate.ts';
import { contextIn, deps, folder, kubeconfigOf, valueOf } from '#test/support/cluster/clusterHarness.ts';

/** The path of the namespaces. */
export const namespacesPath = '/api/v1/namespaces';

/** A user who is not an administrator. */
export const viewerUser = { name: 'viewer', groups: [] };

/** Returns the name and the groups of the user that the server recognizes. */
export async function readUser(connection: Connection): Promise<string> {
  const user = valueOf(await connection.ask('/apis/user.openshift.io/v1/users/~'));
  return `${getString(user, 'metadata', 'name') ?? ''} ${getStrings(user, 'groups').join(',')}`;
}

/** The simulated cluster, its gate, and the connections to it. */
export interface ConnectionStage {
  readonly home: ReturnType<typeof folder>;
  readonly cluster: Simulation;
  readonly gate: Gate;
  /** Connects as a user of the simulated cluster. */
  connect(user?: string, options?: Partial<ConnectDeps>): Promise<Connection>;
  /** Connects with another user entry. */
  connectAs(user: object, options?: Partial<ConnectDeps>): Promise<Connection>;
  /** Connects with a context of a kubeconfig. */
  open(file: string, name: string, options?: Partial<ConnectDeps>): Promise<Connection>;
  /** Returns a kubeconfig with a user entry. */
  kubeconfigFor(user: object, server?: string): string;
}

/** Starts a cluster before the tests of the suite, and closes all connections after each test. */
export function createConnectionStage(): ConnectionStage {
  const home = folder();
  const connections = new Set<Connection>();
  let cluster: Simulation;
  let gate: Gate;
  let caData: string;

  before(async () => {
    cluster = await simulate({ users: [viewerUser] });
    gate = await gateBefore(Number(new URL(cluster.url).port));
    home.write('kubeconfig', cluster.kubeconfig.replace(cluster.url, `https://127.0.0.1:${gate.port}`));
    caData = /"certificate-authority-data": "([^"]+)"/.exec(cluster.kubeconfig)?.[1] ?? '';
  });

  after(async () => {
    await gate.close();
    await cluster.close();
    home.remove();
  });

  afterEach(async () => {
    cluster.faults.clear();
    cluster.audit.clear();
    for (const connection of connections) connection.close();
    connections.clear();
    // No connection must remain open after a test.
    await gate.empty();
    gate.reset();
  });

  async function open(file: string, name: string, options: Partial<ConnectDeps> = {}): Promise<Connection> {
    const connection = connect(await contextIn(file, name), deps(options));
    connections.add(connection);
    return connection;
  }

  function kubeconfigFor(user: object, server = `https://127.0.0.1:${gate.port}`): string {
    return kubeconfigOf({ other: { cluster: { server, 'certificate-authority-data': caData }, user } });
  }

  return {
    home,
    get cluster() {
      return cluster;
    },
    get gate() {
      return gate;
    },
    connect: (user = 'kube-admin', options = {}) => open(`${home.path}/kubeconfig`, user, options),
    connectAs: (user, options = {}) => open(home.write('other', kubeconfigFor(user)), 'other', options),
    open,
    kubeconfigFor,
  };
}
