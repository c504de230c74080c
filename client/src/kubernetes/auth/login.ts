/**
 * Converts the entries of a context to request headers and TLS options. Tries the login methods in the same order as
 * client-go.
 */
import * as l10n from '@vscode/l10n';
import { createSecureContext } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import { omitUndefined } from '#core/common/json.ts';
import { succeed } from '#core/common/result.ts';
import type { ApiResult } from '../connection.ts';
import type { ClusterCredentials, ClusterContext } from '../kubeconfig/clusterContext.ts';
import { failWithoutCredentials } from './authProblem.ts';
import type { RequestCredential, CredentialDeps } from './requestCredential.ts';
import type { ExecCredential } from './execCredential.ts';
import { impersonationHeaders, type Headers } from './impersonation.ts';
import { readPem } from './readPem.ts';
import { OidcLogin } from './oidcLogin.ts';
import { authorization, tlsFields, type LoginFields, type TlsFields } from './loginFields.ts';
import { readTokenFile, tokenFileLife } from './tokenFile.ts';

/** A credential with its expiry time, in milliseconds since 1970. */
export interface Timed extends RequestCredential {
  readonly until: number;
}

/** The login of one context, with the state that it keeps between requests. */
export class Login {
  readonly #context: ClusterContext;
  readonly #deps: CredentialDeps;
  readonly #oidc: OidcLogin | undefined;
  #execCredential: ExecCredential | undefined;
  #fileToken: string | undefined;

  constructor(context: ClusterContext, deps: CredentialDeps) {
    this.#context = context;
    this.#deps = deps;
    const provider = context.access?.user?.authProvider;
    this.#oidc = provider?.name === 'oidc' ? new OidcLogin(provider.config, deps) : undefined;
  }

  /** Returns whether the context has the same login data, so that this login remains valid. */
  isOf(context: ClusterContext): boolean {
    return isDeepStrictEqual(context.access, this.#context.access);
  }

  /** True if a credential plugin provides the credentials. */
  get isProgram(): boolean {
    const user = this.#context.access?.user;
    return user?.exec !== undefined && user.tokenFile === undefined && user.token === undefined;
  }

  /**
   * Returns the credential for requests. Must not be called concurrently.
   * @param refused whether the server rejected the last credential
   */
  async credential(refused: boolean): Promise<ApiResult<Timed>> {
    const { access } = this.#context;
    if (access === undefined)
      return failWithoutCredentials(this.#context.problems[0] ?? l10n.t`Can't use context "${this.#context.name}".`);
    const { cluster, user } = access;
    const [ca, certificate, key] = await Promise.all([
      cluster.ca === undefined
        ? undefined
        : readPem(cluster.ca, l10n.t`certificate-authority for cluster "${cluster.name}"`),
      user?.certificate === undefined
        ? undefined
        : readPem(user.certificate, l10n.t`client-certificate for user "${user.name}"`),
      user?.key === undefined ? undefined : readPem(user.key, l10n.t`client-key for user "${user.name}"`),
    ]);
    for (const read of [ca, certificate, key]) if (read?.ok === false) return read;
    const pems = { ca: valueOf(ca), certificate: valueOf(certificate), key: valueOf(key) };
    const proof = await this.#proof(access, pems.ca, refused);
    if (!proof.ok) return proof;
    const { token, exec, until = Infinity } = proof.value;
    const fields: LoginFields = {
      skipTlsVerify: cluster.skipTlsVerify,
      ...omitUndefined({
        ...pems,
        tlsServerName: cluster.tlsServerName,
        token,
        username: user?.username,
        password: user?.password,
      }),
    };
    const proven = authorization(fields);
    const tls: TlsFields = {
      ...tlsFields(fields),
      ...(exec?.certificate === undefined
        ? {}
        : { cert: Buffer.from(exec.certificate), key: Buffer.from(exec.key ?? '') }),
    };
    if (!isUsable(tls))
      return failWithoutCredentials(
        l10n.t`Can't read a certificate or key in the kubeconfig, or the certificate doesn't match the key. Log in again.`,
      );
    const headers: Headers = {
      ...omitUndefined({ Authorization: proven }),
      ...(user?.impersonate === undefined ? {} : impersonationHeaders(user.impersonate)),
    };
    if (!Object.values(headers).flat().every(isHeaderText))
      return failWithoutCredentials(
        l10n.t`The credentials for user "${user?.name ?? ''}" contain characters that aren't allowed in requests. The credentials might have been truncated or wrapped when they were copied.`,
      );
    return succeed({ headers, tls, until, secrets: this.#secretsOf(fields, proven, exec) });
  }

  /**
   * Returns the token or the credential of a plugin. Uses client-go's order: a token file before a token, and both
   * before a credential plugin.
   */
  async #proof(
    { cluster, user }: ClusterCredentials,
    ca: Buffer | undefined,
    refused: boolean,
  ): Promise<ApiResult<Proof>> {
    const now = this.#deps.clock.now();
    if (user?.tokenFile !== undefined) {
      const read = await readTokenFile(user.tokenFile);
      // The previous token might still be valid. The file is read again after a minute.
      const token = read.ok ? read.value : (this.#fileToken ?? user.token);
      if (token === undefined)
        return read.ok ? failWithoutCredentials(l10n.t`The token file ${user.tokenFile} is empty.`) : read;
      this.#fileToken = token;
      return succeed({ token, until: now + tokenFileLife });
    }
    if (user?.token !== undefined) return succeed({ token: user.token });
    if (user?.exec !== undefined) {
      const { name, server } = this.#context;
      const answer = await this.#deps.exec.credential(
        user.exec,
        cluster,
        { context: name, server },
        ca,
        refused ? this.#execCredential : undefined,
      );
      if (!answer.ok) return answer;
      this.#execCredential = answer.value;
      return succeed({
        exec: answer.value,
        ...omitUndefined({ token: answer.value.token, until: answer.value.expiresAt }),
      });
    }
    if (user?.authProvider === undefined) return succeed({});
    if (this.#oidc === undefined) return failWithoutCredentials(providerWords(user.authProvider.name, user.name));
    const token = await this.#oidc.token(refused);
    return token.ok ? succeed({ token: token.value, until: this.#oidc.until }) : token;
  }

  #secretsOf(
    { token, password, key }: LoginFields,
    header: string | undefined,
    exec: ExecCredential | undefined,
  ): readonly string[] {
    const found = [token, password, header?.replace(/^\w+ /, ''), key?.toString('utf8'), exec?.key];
    // Redacting short values would also remove ordinary words.
    return [...found, ...(this.#oidc?.secrets ?? [])]
      .filter((secret) => secret !== undefined && secret.length >= 6)
      .filter((secret) => secret !== undefined);
  }
}

interface Proof {
  readonly token?: string;
  readonly exec?: ExecCredential;
  readonly until?: number;
}

function valueOf(read: ApiResult<Buffer> | undefined): Buffer | undefined {
  return read?.ok === true ? read.value : undefined;
}

function isHeaderText(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

/**
 * Describes why an auth provider isn't supported, with the same advice as client-go, which removed the providers in
 * 1.26. Source: kubernetes/client-go@v0.26.0 plugin/pkg/client/auth.
 */
function providerWords(provider: string, user: string): string {
  const instead: Readonly<Record<string, string>> = { gcp: 'gke-gcloud-auth-plugin', azure: 'kubelogin' };
  const other = Object.hasOwn(instead, provider) ? instead[provider] : undefined;
  return other === undefined
    ? l10n.t`User "${user}" uses auth-provider "${provider}", which Kubernetes no longer supports. Log in with a token or a credential plugin instead.`
    : l10n.t`User "${user}" uses auth-provider "${provider}", which Kubernetes no longer supports. Use credential plugin ${other} instead.`;
}

/**
 * Returns whether TLS accepts the certificates and the key. Checked before a request, because VS Code replaces the
 * connection code of requests: an error thrown there is lost, and the request never ends.
 */
function isUsable({ ca, cert, key }: TlsFields): boolean {
  try {
    createSecureContext(omitUndefined({ ca, cert, key }));
    return true;
  } catch {
    return false;
  }
}
