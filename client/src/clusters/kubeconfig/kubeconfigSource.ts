/**
 * Reads and follows the user's kubeconfig for the clusters feature and connects to its clusters. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { ExecPlugins, type ExecDeps } from '#client/kubernetes/auth/execPlugins.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import type { ClusterContext } from '#client/kubernetes/kubeconfig/clusterContext.ts';
import type { KubeconfigProblem } from '#client/kubernetes/kubeconfig/entries.ts';
import { watchKubeconfig, type Following } from '#client/kubernetes/kubeconfig/watchKubeconfig.ts';
import { filesOf, loadKubeconfig, type Kubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import type { KubeconfigSearchInput } from '#client/kubernetes/kubeconfig/kubeconfigPaths.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { ContextInfo, ContextList, FileProblem } from '../state/contextInfo.ts';
import type { KubeconfigReader } from '../sessions/clusterSessionStore.ts';
import { routeOf } from './routeOf.ts';
import type { SavedTokens } from './savedTokens.ts';

export interface SourceParts {
  readonly clock: Clock;
  /** Returns where to search for the kubeconfig. Called on every read. */
  readonly surroundings: () => Promise<KubeconfigSearchInput>;
  readonly mayRun: ExecDeps['mayRun'];
  /** Returns whether requests that change a cluster are rejected. Called for each request. */
  readonly isReadOnly: () => boolean;
  /** Called after the kubeconfig was read again because a file changed. */
  readonly changed: () => void;
  /** Logs a message for the user. */
  readonly tell: (line: string) => void;
  /** Tokens that the user entered. They replace the login of the kubeconfig. */
  readonly tokens?: Pick<SavedTokens, 'apply'>;
}

const nothing: Kubeconfig = { files: [], contexts: [], problems: [], absent: [] };

export class KubeconfigSource implements KubeconfigReader {
  readonly #parts: SourceParts;
  #exec: ExecPlugins | undefined;
  #kubeconfig = nothing;
  /** The contexts with a saved token, by name. */
  #withTokens: ReadonlyMap<string, ClusterContext> = new Map();
  #following: Following | undefined;
  #said = '';
  #closed = false;

  constructor(parts: SourceParts) {
    this.#parts = parts;
  }

  /** Reads the kubeconfig and follows its files. Resolves when `list` returns the current content. */
  async load(): Promise<void> {
    const before = this.#kubeconfig;
    await this.#read();
    if (this.#closed) return;
    const kubeconfig = this.#kubeconfig;
    const moved = kubeconfig.files.join('\n') !== before.files.join('\n');
    this.#sayProblems();
    if (!moved && this.#following !== undefined) return;
    this.#following?.close();
    this.#following = watchKubeconfig({
      files: kubeconfig.files,
      clock: this.#parts.clock,
      onChange: () => void this.#reload(),
    });
  }

  list(): ContextList {
    const { contexts, files, problems, absent, current } = this.#kubeconfig;
    return {
      contexts: contexts.map((context) => ({
        ...infoOf(this.#withTokens.get(context.name) ?? context, current),
        ...(this.#withTokens.has(context.name) ? { savedToken: true } : {}),
      })),
      files,
      problems: problems.map(problemOf),
      absent,
    };
  }

  /**
   * Connects to the cluster of a context.
   * @param afresh whether to forget previous confirmations of credential plugins
   */
  connect(name: string, afresh = false): Result<Connection, string> {
    if (afresh) this.forgetPrograms();
    const context = this.#context(name);
    if (context === undefined) return fail(l10n.t`The kubeconfig no longer contains this context.`);
    if (context.access === undefined)
      return fail(context.problems[0] ?? l10n.t`The kubeconfig doesn't specify how to connect to this cluster.`);
    const { clock, mayRun, tell, isReadOnly } = this.#parts;
    this.#exec ??= new ExecPlugins({ clock, env: process.env, mayRun });
    const reread = async (): Promise<ClusterContext | undefined> => {
      await this.#read();
      return this.#context(name);
    };
    return succeed(connect(context, { clock, exec: this.#exec, reread, tell, isReadOnly }));
  }

  /**
   * Returns the kubeconfig files in which an external command finds this context. Empty if the context isn't in a file.
   */
  filesOf(name: string): readonly string[] {
    return filesOf(this.#kubeconfig, name);
  }

  /** Returns a context with the login of the kubeconfig, also if a token is saved for it. */
  kubeconfigContext(name: string): ClusterContext | undefined {
    return this.#kubeconfig.contexts.find((context) => context.name === name);
  }

  /** Forgets the confirmations of credential plugins, so that the user is asked again. */
  forgetPrograms(): void {
    this.#exec = undefined;
  }

  dispose(): void {
    this.#closed = true;
    this.#following?.close();
  }

  async #reload(): Promise<void> {
    await this.load();
    if (!this.#closed) this.#parts.changed();
  }

  async #read(): Promise<void> {
    const kubeconfig = await loadKubeconfig(await this.#parts.surroundings());
    const { tokens } = this.#parts;
    const applied = await Promise.all(kubeconfig.contexts.map(async (context) => tokens?.apply(context)));
    this.#kubeconfig = kubeconfig;
    this.#withTokens = new Map(applied.flatMap((context) => (context === undefined ? [] : [[context.name, context]])));
  }

  #context(name: string): ClusterContext | undefined {
    return this.#withTokens.get(name) ?? this.kubeconfigContext(name);
  }

  /** Logs the problems of the kubeconfig, if they changed since the last read. */
  #sayProblems(): void {
    const problems = this.list()
      .problems.map(({ file, message }) => `${file}: ${message}`)
      .join('\n');
    if (problems !== this.#said && problems !== '') this.#parts.tell(`kubeconfig: ${problems}`);
    this.#said = problems;
  }
}

function infoOf(
  { name, server, user, namespace, problems, access, isUnverified }: ClusterContext,
  current: string | undefined,
): ContextInfo {
  const route = access === undefined ? undefined : routeOf(access.cluster);
  return {
    name,
    server,
    user,
    current: name === current,
    ...omitUndefined({ namespace, route, problem: problems[0] }),
    ...(isUnverified ? { unverified: true } : {}),
  };
}

function problemOf({ file, entry, message, missing = false }: KubeconfigProblem): FileProblem {
  return { file, message: entry === undefined ? message : `${entry}: ${message}`, missing, whole: entry === undefined };
}
