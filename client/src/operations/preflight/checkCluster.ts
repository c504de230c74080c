/**
 * Checks a cluster once for the CLI: reads the kubeconfig, connects, runs the lookups, and evaluates the result. Loaded
 * on demand. Doesn't use VS Code. The connection rejects all changes, unless the caller allows them. Messages of this
 * module are always in English.
 */
import path from 'node:path';
import { emptyHistory } from '#core/cluster/history.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { omitUndefined } from '#core/common/json.ts';
import { checks } from '#core/operations/checks/index.ts';
import { listRequiredLookups, evaluatePreflight, type PreflightResult } from '#core/operations/checks/preflight.ts';
import type { PreflightTarget } from '#core/operations/preflightFindings/check.ts';
import type { NodeDrain } from '#core/status/nodes/blockingPods.ts';
import type { ReportHead } from '#core/operations/checks/preflightReport.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { withoutLoginAdvice } from '#core/oc/withoutLoginAdvice.ts';
import { createLoginCommand } from '#client/clusters/state/loginCommand.ts';
import { ExecPlugins } from '#client/kubernetes/auth/execPlugins.ts';
import { commandLine, listExecutionDetails, type ExecCommandPreview } from '#client/kubernetes/auth/execCommand.ts';
import type { ApiProblem, Connection } from '#client/kubernetes/connection.ts';
import type { ClusterContext } from '#client/kubernetes/kubeconfig/clusterContext.ts';
import { filesOf, loadKubeconfig, type Kubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { findHomeFolder } from '#client/processes/homeFolder.ts';
import { ReadBudget } from '#client/kubernetes/readBudget.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { TimeLimit } from '#client/kubernetes/timeLimit.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { readDrains } from '#core/operations/lookups/nodePods.ts';
import { runLookups } from '#client/kubernetes/read/runLookups.ts';
import { readSnapshot, type SnapshotReadResult } from '#client/kubernetes/read/readSnapshot.ts';

export { installStatusResult } from '#core/assistants/results/installStatus.ts';
export { preflightResult } from '#core/assistants/results/preflight.ts';
export { createPreflightJson, preflightMarkdown, preflightText } from '#core/operations/checks/preflightReport.ts';

export interface CheckOrder {
  readonly context: string;
  /** Kubeconfig file. If undefined, uses the same files as kubectl. */
  readonly kubeconfig?: string;
  /** True if credential plugins in the kubeconfig can run. */
  readonly allowExec: boolean;
  /** Base folder for relative paths. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reports progress and warnings to the user, one line at a time. */
  readonly tell: (line: string) => void;
  /** Aborts when the caller no longer needs the result. */
  readonly signal?: AbortSignal;
  /** What the cluster is checked for. By default, depends on what is installed. */
  readonly target?: PreflightTarget;
  /** Time limit in milliseconds, excluding credential plugins. Default: 60 s. */
  readonly timeout?: number;
  /**
   * Time limit of the first request in milliseconds, for a command that tries again. A cluster that doesn't respond
   * isn't an error of such a command. If undefined, it's an error.
   */
  readonly firstResponse?: number;
  /** Returns whether the connection rejects changes. By default, it always does. */
  readonly isReadOnly?: () => boolean;
}

export interface PreflightRunResult {
  readonly result: PreflightResult;
  readonly head: ReportHead;
}

/** Time limit in milliseconds. */
const defaultTimeout = 60_000;

/** Snapshot of a cluster that was read once. */
export interface LookResult {
  readonly snapshot: Snapshot;
  readonly head: ReportHead;
  /** Pods that block the drain of nodes. */
  readonly drains: readonly NodeDrain[];
}

/**
 * Runs the preflight checks on a cluster. Rejects only if there is a bug. The error in the result is one readable line
 * without secrets.
 */
export async function checkCluster(order: CheckOrder): Promise<Result<PreflightRunResult, string>> {
  return useCluster(order, (cluster) => checkConnection(cluster, order.target));
}

/** Runs the preflight checks on an open connection. */
export async function checkConnection(
  { connection, now, signal }: ReadableConnection,
  target?: PreflightTarget,
): Promise<ClusterReading<PreflightRunResult>> {
  const budget = new ReadBudget();
  const reader = createClusterReader(connection, signal, budget);
  const [read, facts] = await Promise.all([
    readSnapshot(connection, now, signal, budget),
    runLookups(reader, listRequiredLookups(), now),
  ]);
  const { snapshot } = read;
  const resultOf = ({ cluster, server, at }: ReportHead): PreflightResult =>
    evaluatePreflight({ context: cluster, server, snapshot, history: emptyHistory, facts, now: at }, checks, target);
  return { ...read, answer: (head) => ({ result: resultOf(head), head }) };
}

/**
 * Reads all watched kinds of a cluster once. Errors are the same as for `checkCluster`.
 * @param namespace if specified, reads pods without a sandbox only in this namespace
 */
export async function lookAtCluster(order: CheckOrder, namespace?: string): Promise<Result<LookResult, string>> {
  return useCluster(order, (cluster) => lookAtConnection(cluster, namespace));
}

/** Reads all watched kinds on an open connection. */
export async function lookAtConnection(
  { connection, now, signal }: ReadableConnection,
  namespace?: string,
): Promise<ClusterReading<LookResult> & { readonly snapshot: Snapshot }> {
  const read = await readSnapshot(connection, now, signal, undefined, namespace);
  const drains = await readDrains(createClusterReader(connection, signal), read.snapshot);
  return { ...read, answer: (head) => ({ snapshot: read.snapshot, head, drains }) };
}

/** What a read of a cluster returns. */
export interface ClusterReading<T> extends Pick<SnapshotReadResult, 'problems'> {
  readonly answer: (head: ReportHead) => T;
}

/** An open connection that only reads. */
export interface ReadableConnection extends Pick<CommandConnection, 'now' | 'signal'> {
  readonly connection: Pick<Connection, 'ask' | 'send'>;
}

/** An open connection to the cluster of a command. */
export interface CommandConnection {
  readonly connection: Connection;
  /** The cluster, its server, and the user. */
  readonly head: Omit<ReportHead, 'at'>;
  readonly now: () => number;
  /** Aborts when the time limit is reached or the caller no longer needs the result. */
  readonly signal: AbortSignal;
  /** Runs work without a time limit, such as following a cluster until the user stops the command. */
  readonly withoutLimit: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Connects to the cluster of a command, reads it, and closes the connection. Errors are the same as for `checkCluster`.
 */
export async function useCluster<T>(
  order: CheckOrder,
  read: (cluster: CommandConnection) => Promise<ClusterReading<T>>,
): Promise<Result<T, string>> {
  const found = await contextOf(order);
  if (!found.ok) return found;
  const context = found.value;
  const { env, tell, signal, timeout = defaultTimeout, firstResponse, isReadOnly = () => true } = order;
  const limit = new TimeLimit(realClock, timeout);
  const plugins = new ExecPlugins({ clock: realClock, env, mayRun: mayRun(order) });
  const exec: Pick<ExecPlugins, 'credential'> = {
    credential: (...wanted) => limit.outside(() => plugins.credential(...wanted)),
  };
  const connection = connect(context, { clock: realClock, exec, tell, isReadOnly });
  const until = signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal]);
  const late = (): Result<never, string> =>
    fail(
      `${context.name} didn't send complete responses within ${timeout / 1000} s. If the cluster is large or slow, increase --timeout`,
    );
  // The timers of the clock don't keep the process running, and a wait for a retry keeps no socket open.
  const alive = setInterval(() => undefined, 60_000);
  try {
    // Sends one request first to check that the cluster responds.
    const first = await connection.ask('/version', { signal: until, ...omitUndefined({ timeout: firstResponse }) });
    if (limit.isOver) return late();
    if (!first.ok && first.error.kind === 'notFound')
      return fail(
        `${context.name} isn't a Kubernetes API server: it has no /version. Check the server address in the kubeconfig`,
      );
    const continues =
      first.ok || isClusterResponse(first.error) || (firstResponse !== undefined && isOutage(first.error));
    if (!continues) return fail(`can't connect to ${context.name}: ${withLogin(first.error, context, order)}`);
    const now = (): number => realClock.now();
    const { name, server, user, isUnverified } = context;
    const head = { cluster: name, server, user, ...(isUnverified ? { unverified: true as const } : {}) };
    const { problems, answer } = await read({
      connection,
      head,
      now,
      signal: until,
      withoutLimit: (work) => limit.outside(work),
    });
    if (limit.isOver) return late();
    const refused =
      problems.find(({ kind }) => kind === 'unauthorized' || kind === 'credentials') ??
      problems.find((problem) => !isClusterResponse(problem));
    if (refused !== undefined) return fail(`can't read ${context.name}: ${withLogin(refused, context, order)}`);
    return succeed(answer({ ...head, at: now() }));
  } finally {
    clearInterval(alive);
    limit.end();
    connection.close();
  }
}

/** Returns the message of a problem. If the server rejected the login, adds the command to log in. */
function withLogin(
  { kind, message }: Pick<ApiProblem, 'kind' | 'message'>,
  { server }: Pick<ClusterContext, 'server'>,
  { kubeconfig, folder }: Pick<CheckOrder, 'kubeconfig' | 'folder'>,
): string {
  const file = kubeconfig === undefined ? undefined : path.resolve(folder, kubeconfig);
  const command = kind === 'unauthorized' ? createLoginCommand(server, file) : undefined;
  return command === undefined ? message : `${withoutLoginAdvice(message)} To log in again, run: ${command}`;
}

/**
 * Returns whether the cluster processed the request, even if it rejected the request or didn't find the object. Login
 * and connection problems don't count.
 */
export function isClusterResponse({ kind }: ApiProblem): boolean {
  return kind === 'forbidden' || kind === 'notFound' || kind === 'invalid' || kind === 'gone' || kind === 'conflict';
}

/** Returns whether the cluster might respond later, such as after a control plane node rebooted. */
function isOutage({ kind }: ApiProblem): boolean {
  return kind === 'network' || kind === 'timeout' || kind === 'server' || kind === 'tooMany';
}

async function contextOf(order: CheckOrder): Promise<Result<ClusterContext, string>> {
  const { context } = order;
  const found = await readKubeconfig(order);
  const named = found.contexts.find(({ name }) => name === context);
  if (named === undefined) return fail(`context ${context} not found in the kubeconfig (${contextsWords(found)})`);
  if (named.access !== undefined) return succeed(named);
  const [why] = named.problems;
  return fail(
    why === undefined
      ? `can't use ${context}: the kubeconfig doesn't specify how to connect to it`
      : `can't use ${context}: ${why}`,
  );
}

/** Options to find the kubeconfig in the same way as kubectl does. */
export type KubeconfigOrder = Pick<CheckOrder, 'kubeconfig' | 'folder' | 'env'>;

/** Returns the contexts of the kubeconfig as part of a sentence, with the current one marked. */
export async function listContexts(order: KubeconfigOrder): Promise<string> {
  return contextsWords(await readKubeconfig(order));
}

/**
 * Returns the kubeconfig files that another executable needs to use a context. Empty if the context is in no file, as
 * in a pod.
 */
export async function listKubeconfigFiles(order: KubeconfigOrder, context: string): Promise<readonly string[]> {
  return filesOf(await readKubeconfig(order), context);
}

async function readKubeconfig({ kubeconfig, folder, env }: KubeconfigOrder): Promise<Kubeconfig> {
  // kubectl resolves relative paths from its working folder.
  const listed = (env['KUBECONFIG'] ?? '').split(path.delimiter).filter((file) => file !== '');
  const absolute = listed.map((file) => path.resolve(folder, file)).join(path.delimiter);
  const explicit = kubeconfig === undefined ? undefined : path.resolve(folder, kubeconfig);
  return loadKubeconfig({
    home: findHomeFolder(),
    env: { ...env, KUBECONFIG: absolute === '' ? undefined : absolute },
    ...omitUndefined({ explicit }),
  });
}

/** Maximum number of listed contexts. */
const mostContexts = 20;

function contextsWords({ contexts, current, problems, absent }: Kubeconfig): string {
  const names = contexts.map(({ name }) => (name === current ? `${name} (current)` : name));
  // The current context is always listed.
  const first = contexts.findIndex(({ name }) => name === current);
  const shown =
    first < mostContexts ? names.slice(0, mostContexts) : [names[first] ?? '', ...names.slice(0, mostContexts - 1)];
  const words =
    names.length === 0
      ? 'the kubeconfig has no contexts'
      : `contexts: ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}`;
  const [problem] = problems;
  if (problem !== undefined) return `${words} (${problem.file}: ${problem.message})`;
  return names.length > 0 || absent.length === 0 ? words : `${words} (empty or missing: ${absent.join(', ')})`;
}

/**
 * Returns a function that decides whether a credential plugin can run. The function always reports the plugin's command
 * line and everything that affects it, because the kubeconfig might come from someone else.
 */
function mayRun({ allowExec, tell }: CheckOrder): (command: ExecCommandPreview) => Promise<boolean> {
  return (command) => {
    const shown = commandLine(command);
    tell(
      allowExec
        ? `running ${shown}`
        : `the kubeconfig requires this credential plugin to log in. To allow it, use --allow-exec: ${shown}`,
    );
    for (const line of listExecutionDetails(command)) tell(`  ${line}`);
    return Promise.resolve(allowExec);
  };
}
