/**
 * Tokens of OpenID Connect, for entries with `auth-provider: oidc`. When a new one is due is decided here, once per end
 * of a token. The kubeconfig is never written: new tokens are this session's alone.
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
  /** Told once, in one line, when kubectl's own login no longer is good for renewal. */
  readonly tell?: (line: string) => void;
}

/** Milliseconds: who answers no sooner than that does not answer. */
const timeout = 30_000;
/** Milliseconds before its end from which a token is renewed, and between two renewals at least. */
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

  /** All that no message may show. */
  get secrets(): readonly string[] {
    return ['client-secret', 'id-token', 'refresh-token'].map((name) => this.#config[name] ?? '');
  }

  /** Milliseconds since 1970 at which `token` may give another one. */
  get until(): number {
    return Math.max(endOf(this.#config['id-token'] ?? '') - margin, this.#renewedAt + pause);
  }

  /**
   * The token, renewed when it ended. Not for two callers at once.
   * @param refused the server does not take it any more
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
      // Clocks differ: whether it has ended, the server may decide.
      return current === ''
        ? failWithoutCredentials(
            l10n.t`The kubeconfig contains neither an OpenID Connect token nor the data to refresh it. Log in again.`,
          )
        : succeed(current);
    }
    this.#renewedAt = now;
    const renewed = await this.#renew();
    if (renewed === undefined) {
      const issuer = this.#issuer;
      return failWithoutCredentials(
        issuer === undefined
          ? l10n.t`The OpenID Connect token expired, and the identity provider didn't issue a new one. Log in again.`
          : l10n.t`The OpenID Connect token expired, and ${issuer} didn't issue a new one. Log in again.`,
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
      const issuer =
        this.#issuer ??
        l10n.t({
          message: 'The identity provider',
          args: [],
          comment: ['Stands for the name of a host, first in a sentence.'],
        });
      this.#deps.tell?.(
        l10n.t`${issuer} issued a new refresh token, which only this session has. kubectl might ask you to log in again.`,
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

  /** Undefined when it fails or takes too long. */
  #bounded<T>(work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve) => {
      const cancel = this.#deps.clock.after(timeout, () => resolve(undefined));
      work
        .then(resolve, () => resolve(undefined))
        .finally(cancel)
        .catch(() => undefined);
    });
  }

  get #issuer(): string | undefined {
    try {
      return new URL(this.#config['idp-issuer-url'] ?? '').host;
    } catch {
      return undefined;
    }
  }
}

/** When a JSON web token ends, in milliseconds since 1970. Infinity where it does not say: the server will. */
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
