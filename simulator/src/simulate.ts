/**
 * Starts a simulated cluster and returns the functions to use and control it, for the command line, the extension, and
 * tests.
 */
import { ScaledClock } from './time/clock.ts';
import { Audit } from './api/auth/auditLog.ts';
import { setPermissionLevel, type PermissionLevel } from './api/auth/permissionLevels.ts';
import { seedRoles } from './api/auth/authorization.ts';
import type { Certificates } from './api/auth/certificates.ts';
import { makeCertificates } from './api/auth/certificates.ts';
import type { ApiServerState } from './api/handlers/apiServerState.ts';
import { Faults } from './api/http/faults.ts';
import { namespaceLifecycle } from './controllers/admission/namespaceLifecycle.ts';
import { ExecSessions } from './exec/execSessions.ts';
import { PodLogs } from './logs/podLogs.ts';
import type { ServerLimits } from './api/http/limits.ts';
import { ApiServer } from './api/apiServer.ts';
import { TokenStore } from './api/auth/tokenStore.ts';
import { Users } from './api/auth/users.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { Client } from './controllers/framework/client.ts';
import { kubeconfigText, type KubeconfigUser } from './kubeconfig.ts';
import type { FileToWrite } from './mustGather/mustGatherFiles.ts';
import { prepareMonitoring, type Monitoring, type MonitoringOptions } from './metrics/server/monitoring.ts';
import { createMustGatherFiles, type MustGatherKind } from './mustGather/mustGather.ts';
import { CustomResources } from './resources/customResources.ts';
import { Resources } from './resources/resourceRegistry.ts';
import { clusterVersions } from './controllers/framework/resourceNames.ts';
import { getKubernetesMinor } from './resources/kubernetesVersion.ts';
import { Schemas } from './resources/resourceSchemas.ts';
import { startScenario, type Playing } from './scenarios/engine/playScenario.ts';
import { administrator } from './scenarios/engine/scenario.ts';
import type { Scenario } from './scenarios/engine/scenario.ts';
import { TurningClock } from './time/turningClock.ts';
import type { UserInfo } from './store/resourceType.ts';
import { Store } from './store/store.ts';

export interface SimulateOptions {
  /** Scenario to play. Without one, the cluster is empty and only the API is available. */
  readonly scenario?: Scenario;
  /** How many times faster than real time the cluster runs. */
  readonly speed?: number;
  /** Port to listen on. 0 selects any free port. */
  readonly port?: number;
  /** Number of changes to keep, which determines how far back watches can start. */
  readonly history?: number;
  /** Additional users, besides the user of the scenario and the administrator. */
  readonly users?: readonly UserInfo[];
  /** Lifetime of the users' tokens, in seconds of the simulated time. By default, they don't expire. */
  readonly tokenSeconds?: number;
  /** True if the cluster has no OAuth server, because it uses an external identity provider. */
  readonly externalIdentityProvider?: boolean;
  /**
   * Name of the kubeconfig entries, so that the kubeconfig can be combined with others. If undefined, contexts are
   * named after their users.
   */
  readonly called?: string;
  /** True if the audit log includes request bodies, for tests. */
  readonly recordBodies?: boolean;
  /** Limits for clients of the server that differ from the defaults. */
  readonly limits?: Partial<ServerLimits>;
  /** Existing certificates to reuse, because creating new ones takes time. */
  readonly certificates?: Certificates;
  /** Enables monitoring: a Route leads to a Prometheus server. */
  readonly monitoring?: MonitoringOptions;
}

export interface Simulation {
  readonly url: string;
  /** Kubeconfig for the user of the scenario. Other users have contexts with their names. */
  readonly kubeconfig: string;
  /** Clock of the cluster, which can be moved forward. */
  readonly clock: ScaledClock;
  readonly store: Store;
  readonly resources: Resources;
  readonly audit: Audit;
  readonly faults: Faults;
  readonly logs: PodLogs;
  /** Processes that clients run in containers. */
  readonly execs: ExecSessions;
  readonly tokens: TokenStore;
  /** Monitoring of the cluster, if it was enabled. */
  readonly monitoring: Monitoring | undefined;
  /**
   * Performs the first step of the scenario if it creates an object. In two-workers, this starts the installation of
   * Kata.
   */
  readonly begin: () => Result<undefined, string>;
  /** Creates the files that `oc adm must-gather` would currently collect. */
  readonly mustGather: (kind: MustGatherKind) => readonly FileToWrite[];
  /** Returns the token of a user. */
  readonly tokenOf: (userName: string) => string | undefined;
  /** Creates an additional token for a user. The kubeconfig doesn't contain this token. */
  readonly logIn: (user: UserInfo, seconds?: number) => string;
  /** Changes what a user can do in all namespaces, while the cluster runs. */
  readonly setPermissions: (userName: string, level: PermissionLevel) => void;
  /** Closes all connections. */
  readonly cutConnections: () => void;
  /**
   * Stops the server and starts it again on the same port with the same objects.
   * @param forget true to discard the history, so that watches receive 410
   */
  readonly restart: (forget?: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Starts the simulator. Resolves when the server is ready.
 * @throws if the server can't listen or the prelude of the scenario fails
 */
export async function simulate(options: SimulateOptions = {}): Promise<Simulation> {
  const { scenario } = options;
  const world = new ScaledClock(options.speed ?? 1);
  const clock = new TurningClock(world);
  const certificates = options.certificates ?? (await makeCertificates(clock.now()));
  const listening = { url: '' };
  const tokens = new TokenStore();
  const users = new Users(tokens, clock, options.tokenSeconds);
  const cluster = createCluster(clock, options, { tokens, users, url: () => listening.url });
  const { store, resources } = cluster;
  const monitor = options.monitoring === undefined ? undefined : prepareMonitoring(cluster);
  const playing = startContent(cluster, scenario, clock);
  users.add([
    scenario?.user ?? administrator,
    ...(scenario?.otherUsers ?? []),
    ...(options.users ?? []),
    administrator,
  ]);
  const server = new ApiServer(cluster, certificates, options.limits);
  await server.listen(options.port ?? 0);
  listening.url = `https://127.0.0.1:${server.port}`;
  const monitoring = await monitor?.(options.monitoring ?? {});
  return {
    url: listening.url,
    kubeconfig: kubeconfigText(listening.url, certificates.ca, usersOf(users, scenario), options.called),
    clock: world,
    store,
    resources,
    audit: cluster.audit,
    faults: cluster.faults,
    logs: cluster.logs,
    execs: cluster.execs,
    tokens,
    monitoring,
    begin: () => createFirstObject(cluster, scenario),
    mustGather: (kind) => collectMustGather(cluster, clock.now(), kind),
    tokenOf: (userName) => users.tokenOf(userName),
    logIn: (user, seconds) => users.logIn(user, seconds),
    setPermissions: (userName, level) => setPermissionLevel(store, resources, userName, level),
    cutConnections: () => server.cutConnections(),
    restart: async (forget = false) => {
      await server.close();
      if (forget) store.compact();
      await server.listen(server.port);
    },
    close: async () => {
      playing?.stop();
      world.stop();
      await monitoring?.close();
      await server.close();
    },
  };
}

/** Returns the users for the kubeconfig. The context of the scenario's user has the namespace of the scenario. */
function usersOf(users: Users, scenario: Scenario | undefined): readonly KubeconfigUser[] {
  const { user, namespace } = scenario ?? {};
  return users.list().map((one) => (one.name === user?.name && namespace !== undefined ? { ...one, namespace } : one));
}

/**
 * Creates the state of an API server.
 * @param server the tokens and users, and a function that returns the URL of the server after it has started to listen
 */
function createCluster(
  clock: TurningClock,
  { history, recordBodies, externalIdentityProvider }: SimulateOptions,
  { tokens, users, url }: { readonly tokens: TokenStore; readonly users: Users; readonly url: () => string },
): ApiServerState {
  const store = new Store({ clock, ...(history === undefined ? {} : { history }) });
  const resources = new Resources();
  const custom = new CustomResources(store, resources);
  return {
    store,
    resources,
    custom,
    schemas: new Schemas(custom, () => getKubernetesMinor(store.get(clusterVersions, undefined, 'version'))),
    tokens,
    ...(externalIdentityProvider === true ? {} : { users }),
    audit: new Audit({ bodies: recordBodies === true }),
    faults: new Faults(),
    logs: new PodLogs(),
    execs: new ExecSessions(),
    url,
  };
}

/**
 * Creates the objects of the cluster and starts its controllers.
 * @throws if the scenario can't be played
 */
function startContent(
  { store, resources, schemas, logs }: ApiServerState,
  scenario: Scenario | undefined,
  clock: TurningClock,
): Playing | undefined {
  // Scenarios create their own namespaces.
  if (scenario === undefined) seedNamespaces(store, resources);
  store.admit(namespaceLifecycle(store, resources));
  seedRoles(store, resources);
  if (scenario === undefined) return undefined;
  const playing = startScenario(scenario, { store, resources, clock, schemas, logs });
  if (!playing.ok) throw new Error(`can't run scenario ${scenario.name}: ${playing.error}`);
  return playing.value;
}

function createFirstObject(
  { store, resources }: ApiServerState,
  scenario: Scenario | undefined,
): Result<undefined, string> {
  const [first] = scenario?.steps ?? [];
  if (first === undefined || !('create' in first))
    return fail("the first step of the scenario doesn't create an object");
  const made = store.create(resources.need(first.resource.group, first.resource.plural), first.create);
  return made.ok ? succeed(undefined) : fail(made.error.message);
}

function collectMustGather(
  { store, resources, logs }: ApiServerState,
  now: number,
  kind: MustGatherKind,
): readonly FileToWrite[] {
  const client = new Client(store, (resource) => resources.named(resource));
  const logOf = (namespace: string, pod: string, containers: readonly string[]): string =>
    containers
      .flatMap((container) => logs.read(namespace, pod, container))
      .map(({ text }) => text)
      .join('\n');
  return createMustGatherFiles({ client, now, logOf }, kind);
}

/** Creates the namespaces of a new cluster. */
function seedNamespaces(store: Store, resources: Resources): void {
  const namespaces = resources.need('', 'namespaces');
  for (const name of ['default', 'kube-system', 'kube-public', 'kube-node-lease']) {
    store.create(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, { seed: true });
  }
}
