/** Logs in to contexts with tokens: checks, saves, and deletes them. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { failWithoutCredentials } from '#client/kubernetes/auth/authProblem.ts';
import { findTokenPage, identityProviderOf } from '#client/kubernetes/auth/findTokenPage.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { findUserFile, writeUserToken } from '#client/kubernetes/kubeconfig/edit/writeUserToken.ts';
import type { ClusterContext } from '#client/kubernetes/kubeconfig/clusterContext.ts';
import { withoutLogin, withToken } from '#client/kubernetes/kubeconfig/withLogin.ts';
import { readUserName } from '#client/kubernetes/read/readUserName.ts';
import { parseUrl } from '#client/kubernetes/parseUrl.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import type { KubeconfigSource } from '../kubeconfig/kubeconfigSource.ts';
import { routeOf } from '../kubeconfig/routeOf.ts';
import type { SavedTokens } from '../kubeconfig/savedTokens.ts';
import type { ContextInfo } from '../state/contextInfo.ts';

export interface ContextLoginsParts {
  readonly source: Pick<KubeconfigSource, 'kubeconfigContext' | 'filesOf' | 'list'>;
  readonly tokens: Pick<SavedTokens, 'save' | 'remove'>;
  readonly clock: Clock;
}

/** Where users get a token: a page, or an external identity provider with its host, if the kubeconfig names it. */
export type TokenSource =
  | { readonly kind: 'page'; readonly url: string }
  | { readonly kind: 'external'; readonly host: string | undefined };

/** The context to which the user logs in, as the user saw it. */
export type LoginTarget = Pick<ContextInfo, 'name' | 'server' | 'user' | 'route'>;

/** Time limit of each check in milliseconds. */
const patience = 15_000;

export class ContextLogins {
  readonly #parts: ContextLoginsParts;

  constructor(parts: ContextLoginsParts) {
    this.#parts = parts;
  }

  /** Returns the names of the contexts with this server. */
  contextsAt(server: string): readonly string[] {
    return this.#parts.source.list().contexts.flatMap((one) => (isSameServer(one.server, server) ? [one.name] : []));
  }

  /** Finds the token page. Sends no credentials. Errors are safe to show. */
  async findTokenSource(name: string): Promise<Result<TokenSource, string>> {
    const context = this.#context(name);
    if (!context.ok) return context;
    return this.#connected(withoutLogin(context.value), async (connection, signal) => {
      const page = await findTokenPage(connection, signal);
      if (!page.ok) return fail(page.error.message);
      return succeed(
        page.value === undefined
          ? { kind: 'external', host: identityProviderOf(context.value) }
          : { kind: 'page', url: page.value },
      );
    });
  }

  /**
   * Sends the token to the server of the context, and to no other server. Sends nothing if the context changed after
   * the user selected it.
   * @returns the name of the user, or undefined if the cluster doesn't report it. Errors are safe to show.
   */
  async check(target: LoginTarget, token: string): Promise<Result<string | undefined, string>> {
    const { name } = target;
    const context = this.#unchanged(target);
    if (!context.ok) return context;
    return this.#connected(withToken(context.value, token), async (connection, signal) => {
      const answer = await connection.ask('/version', { signal });
      if (answer.ok || answer.error.kind === 'forbidden') return succeed(await readUserName(connection, signal));
      return fail(
        answer.error.kind === 'unauthorized'
          ? l10n.t`${name} rejected the token. The token might have expired. Request a new token.`
          : answer.error.message,
      );
    });
  }

  /**
   * Returns the kubeconfig file in which the token can be saved. Returns undefined if the user logs in with something
   * other than a token, if contexts of other servers have the same user, or if the file can't be changed.
   */
  async fileFor(name: string): Promise<string | undefined> {
    const context = this.#parts.source.kubeconfigContext(name);
    const user = context?.access?.user;
    if (context === undefined || user === undefined) return undefined;
    const { token: _token, name: _name, impersonate: _impersonate, ...otherLogins } = user;
    if (Object.keys(otherLogins).length > 0) return undefined;
    const isShared = this.#parts.source
      .list()
      .contexts.some((one) => one.user === context.user && one.server !== context.server);
    if (isShared) return undefined;
    const found = await findUserFile({ files: this.#parts.source.filesOf(name), user: user.name, token: 'token' });
    return found.ok ? found.value : undefined;
  }

  /** Returns whether the kubeconfig contains a token for the context. */
  hasTokenInFile(name: string): boolean {
    return this.#parts.source.kubeconfigContext(name)?.access?.user?.token !== undefined;
  }

  /**
   * Saves the token in the secret storage of VS Code.
   * @returns a message without the token if the context changed after the user selected it
   * @throws if the secret storage isn't available
   */
  async saveSecret(target: LoginTarget, token: string): Promise<Result<void, string>> {
    const context = this.#unchanged(target);
    return context.ok ? succeed(await this.#parts.tokens.save(context.value, token)) : context;
  }

  /**
   * Saves the token in the kubeconfig, or removes it from there.
   * @param token an empty string removes the token
   * @returns the file, or a message without the token
   */
  async saveInFile(target: LoginTarget, token: string): Promise<Result<string, string>> {
    const context = this.#unchanged(target);
    if (!context.ok) return context;
    const files = this.#parts.source.filesOf(target.name);
    const written = await writeUserToken({ files, user: context.value.user, token }, this.#parts.clock);
    if (written.ok) await this.#parts.tokens.remove(context.value);
    return written;
  }

  /** Deletes the token from the secret storage of VS Code. */
  async removeSecret(name: string): Promise<void> {
    const context = this.#parts.source.kubeconfigContext(name);
    if (context !== undefined) await this.#parts.tokens.remove(context);
  }

  /** Returns the context. Fails if it now leads to another server, user, or route. */
  #unchanged({ name, server, user, route }: LoginTarget): Result<ClusterContext, string> {
    const context = this.#context(name);
    if (!context.ok) return context;
    const now = context.value;
    return now.server === server &&
      now.user === user &&
      (now.access === undefined ? undefined : routeOf(now.access.cluster)) === route
      ? context
      : fail(
          l10n.t`The kubeconfig entry of ${name} changed in the meantime, so the token wasn't used. Check the entry, and retry.`,
        );
  }

  #context(name: string): Result<ClusterContext, string> {
    const context = this.#parts.source.kubeconfigContext(name);
    if (context === undefined) return fail(l10n.t`The kubeconfig no longer contains this context.`);
    return context.access === undefined
      ? fail(context.problems[0] ?? l10n.t`The kubeconfig doesn't specify how to connect to this cluster.`)
      : succeed(context);
  }

  async #connected<T>(
    context: ClusterContext,
    work: (connection: Connection, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { clock } = this.#parts;
    // The context has no credential plugin.
    const exec = { credential: async () => failWithoutCredentials('') };
    const connection = connect(context, { clock, exec, isReadOnly: () => true });
    const limit = new AbortController();
    const cancel = clock.after(patience, () => limit.abort());
    try {
      return await work(connection, limit.signal);
    } finally {
      cancel();
      connection.close();
    }
  }
}

/** Returns whether two addresses have the same protocol, host, and port. */
export function isSameServer(one: string, other: string): boolean {
  const [first, second] = [parseUrl(one), parseUrl(other)];
  return first !== undefined && second !== undefined && first.origin === second.origin;
}
