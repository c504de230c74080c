/**
 * Provides OpenID Connect tokens for entries with `auth-provider: oidc`. Refreshes a token once each time it expires.
 * Never writes to the kubeconfig, so new tokens exist only in this session.
 */
import * as l10n from '@vscode/l10n';
import { getNumber } from '#core/common/json.ts';
import { succeed } from '#core/common/result.ts';
import type { ApiResult } from '../connection.ts';
import type { Clock } from '../clock.ts';
import { failWithoutCredentials } from './authProblem.ts';
import { readPem } from './readPem.ts';
import type { OidcTokens } from './refreshTokens.ts';

export interface OidcDeps {
  readonly clock: Clock;
  /** Reports once, in one line, that kubectl might no longer be able to refresh its login. */
  readonly tell?: (line: string) => void;
}

/** Maximum time to wait for the identity provider, in milliseconds. */
const timeout = 30_000;
/**
 * Time before the expiry of a token at which the token is refreshed, and minimum time between two refreshes, in
 * milliseconds.
 */
const margin = 10_000;
const pause = 60_000;

const known = [
  'client-id',
  'client-secret',
  'id-token',
  'refresh-token',
  'idp-issuer-url',
  'idp-certificate-authority',
  'idp-certificate-authority-data',
];

export class OidcLogin {
  readonly #deps: OidcDeps;
  #config: Readonly<Record<string, string>>;
  #renewedAt = -Infinity;
  #told = false;

  constructor(config: Readonly<Record<string, string>>, deps: OidcDeps) {
    this.#config = Object.fromEntries(
      known.flatMap((name) => (Object.hasOwn(config, name) ? [[name, config[name] ?? '']] : [])),
    );
    this.#deps = deps;
  }

  /** Values that messages must not contain. */
  get secrets(): readonly string[] {
    return ['client-secret', 'id-token', 'refresh-token'].map((name) => this.#config[name] ?? '');
  }

  /** Time from which `token` might return a different token, in milliseconds since 1970. */
  get until(): number {
    return Math.max(endOf(this.#config['id-token'] ?? '') - margin, this.#renewedAt + pause);
  }

  /**
   * Returns the token. Refreshes it if it has expired. Must not be called concurrently.
   * @param refused whether the server rejected the token
   */
  async token(refused: boolean): Promise<ApiResult<string>> {
    const current = this.#config['id-token'] ?? '';
    const now = this.#deps.clock.now();
    if (current !== '' && (now < this.until || this.#renewedAt + pause > now) && !refused) return succeed(current);
    if (
      (this.#config['refresh-token'] ?? '') === '' ||
      (this.#config['idp-issuer-url'] ?? '') === '' ||
      (this.#config['client-id'] ?? '') === ''
    ) {
      // The clocks might differ, so the server decides whether the token has expired.
      return current === ''
        ? failWithoutCredentials(
            l10n.t`The kubeconfig contains no OpenID Connect token and not enough data to request one. Log in again.`,
          )
        : succeed(current);
    }
    this.#renewedAt = now;
    const renewed = await this.#renew();
    if (renewed === undefined) {
      return failWithoutCredentials(
        l10n.t`The OpenID Connect token expired. ${this.#issuerName()} didn't issue a new one. Log in again.`,
      );
    }
    return succeed(renewed);
  }

  async #renew(): Promise<string | undefined> {
    const before = this.#config['refresh-token'] ?? '';
    const answer = await this.#bounded(this.#fetch());
    if (answer === undefined) return undefined;
    const token = answer.idToken;
    this.#config = { ...this.#config, 'id-token': token, 'refresh-token': answer.refreshToken ?? before };
    if (this.#config['refresh-token'] !== before && !this.#told) {
      this.#told = true;
      this.#deps.tell?.(
        l10n.t`${this.#issuerName()} issued a new refresh token. The extension doesn't save it in the kubeconfig, so kubectl might ask you to log in again.`,
      );
    }
    return token;
  }

  async #fetch(): Promise<OidcTokens> {
    const { refreshTokens } = await import('./refreshTokens.ts');
    const data = this.#config['idp-certificate-authority-data'] ?? '';
    const file = this.#config['idp-certificate-authority'] ?? '';
    if (data === '' && file === '') return refreshTokens(this.#config, undefined);
    const ca = await readPem(data === '' ? { file } : { data }, 'The idp-certificate-authority');
    if (!ca.ok) throw new Error(ca.error.message);
    return refreshTokens(this.#config, ca.value);
  }

  /** Waits for the work up to the time limit. Resolves to undefined if the work fails or times out. */
  #bounded<T>(work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve) => {
      const cancel = this.#deps.clock.after(timeout, () => resolve(undefined));
      work
        .then(resolve, () => resolve(undefined))
        .finally(cancel)
        .catch(() => undefined);
    });
  }

  /** Returns the name of the identity provider, to start a sentence. */
  #issuerName(): string {
    return (
      this.#issuer ??
      l10n.t({
        message: 'The identity provider',
        args: [],
        comment: ['Replaces the host name of the identity provider at the start of a sentence.'],
      })
    );
  }

  get #issuer(): string | undefined {
    try {
      return new URL(this.#config['idp-issuer-url'] ?? '').host;
    } catch {
      return undefined;
    }
  }
}

/**
 * Returns the expiry time of a JSON web token, in milliseconds since 1970. Returns Infinity if the token doesn't
 * contain one. The server then decides whether the token is still valid.
 */
export function endOf(token: string): number {
  const [, payload, signature] = token.split('.', 4);
  if (payload === undefined || signature === undefined || payload.length > 100_000) return Infinity;
  try {
    const seconds = getNumber(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')), 'exp');
    return seconds === undefined ? Infinity : seconds * 1000;
  } catch {
    return Infinity;
  }
}
