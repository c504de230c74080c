/**
 * Manages the credentials of one context. Keeps the credentials until they expire and renews them when the server
 * rejects them.
 */
import { succeed } from '#core/common/result.ts';
import type { ApiResult } from '../connection.ts';
import type { ClusterContext } from '../kubeconfig/clusterContext.ts';
import { Login } from './login.ts';
import type { RequestCredential, CredentialDeps } from './requestCredential.ts';

/**
 * Minimum time between two renewals of rejected credentials, in milliseconds. Doubles after each consecutive renewal,
 * up to `longestPause`.
 */
const renewalPause = 60_000;
const longestPause = 3_600_000;
/**
 * Time in milliseconds after which accepted credentials count as proven. If the server rejects them later, they have
 * expired.
 */
const goodLife = 300_000;

interface Held {
  readonly credential: RequestCredential;
  /** Expiry time in milliseconds since 1970. */
  readonly until: number;
  /** Creation time in milliseconds since 1970. */
  readonly made: number;
  /** True if the server has accepted the credentials. */
  readonly isAccepted: boolean;
}

export class CredentialProvider {
  readonly #deps: CredentialDeps;
  readonly #context: ClusterContext;
  #login: Login;
  #held: Held | undefined;
  #flight: Promise<ApiResult<RequestCredential>> | undefined;
  /**
   * Number of consecutive renewals. Reset when the server accepts credentials that are at least `goodLife` old, when
   * the login changes, and when the user requests a renewal.
   */
  #renewals = 0;
  /** Time of the last renewal, in milliseconds since 1970. */
  #renewedAt: number | undefined;
  #failure: ApiResult<never> | undefined;

  constructor(context: ClusterContext, deps: CredentialDeps) {
    this.#deps = deps;
    this.#context = context;
    this.#login = new Login(context, deps);
  }

  /** Returns valid credentials. Concurrent callers share one result. */
  current(): Promise<ApiResult<RequestCredential>> {
    if (this.#flight !== undefined) return this.#flight;
    if (this.#held !== undefined && this.#held.until > this.#deps.clock.now())
      return Promise.resolve(succeed(this.#held.credential));
    return this.#single(() => this.#make(false));
  }

  /**
   * Replaces credentials that the server rejected. Concurrent callers share one renewal. If it is too early to renew
   * again, returns the error of the last attempt to obtain credentials, or undefined if that attempt succeeded.
   * @returns the credentials for a retry, an error, or undefined
   */
  async renewed(refused: RequestCredential): Promise<ApiResult<RequestCredential> | undefined> {
    if (this.#flight !== undefined) return this.#flight;
    const held = this.#held;
    if (held !== undefined && held.credential !== refused) return succeed(held.credential);
    const pause = Math.min(longestPause, renewalPause * 2 ** Math.min(10, this.#renewals - 1));
    if (this.#renewedAt !== undefined && this.#renewedAt + pause > this.#deps.clock.now()) return this.#failure;
    return this.#single(async () => {
      if (await this.#reread()) this.#renewals = 0;
      // The server rejected fresh credentials of a credential plugin. A cluster must not be able to run the plugin
      // repeatedly, so the request is retried with the current credentials.
      const isInVain = this.#renewals > 0 && this.#login.isProgram && held?.isAccepted === false;
      this.#renewals += 1;
      this.#renewedAt = this.#deps.clock.now();
      return isInVain ? succeed(held.credential) : this.#make(true);
    });
  }

  /** Records that the server accepted the credentials. */
  accepted(credential: RequestCredential): void {
    const held = this.#held;
    if (held?.credential !== credential) return;
    if (!held.isAccepted) this.#held = { ...held, isAccepted: true };
    if (this.#deps.clock.now() - held.made >= goodLife) this.#renewals = 0;
  }

  /** Allows an immediate renewal, which can also run the credential plugin. Called when the user requests it. */
  allowRenewal(): void {
    this.#renewals = 0;
    this.#renewedAt = undefined;
    this.#failure = undefined;
  }

  #single(work: () => Promise<ApiResult<RequestCredential>>): Promise<ApiResult<RequestCredential>> {
    const flight = work().finally(() => {
      this.#flight = undefined;
    });
    this.#flight = flight;
    return flight;
  }

  async #make(refused: boolean): Promise<ApiResult<RequestCredential>> {
    const made = await this.#login.credential(refused);
    this.#failure = made.ok ? undefined : made;
    if (!made.ok) return made;
    const { until, ...credential } = made.value;
    this.#held = { credential, until, made: this.#deps.clock.now(), isAccepted: false };
    return succeed(credential);
  }

  /**
   * Reads the context again, because the user might have logged in meanwhile. Ignores the context if its cluster or
   * user has changed, because it's a different identity then.
   * @returns whether the login changed
   */
  async #reread(): Promise<boolean> {
    const now = await this.#deps.reread?.();
    if (now?.access === undefined || now.server !== this.#context.server || now.user !== this.#context.user)
      return false;
    if (this.#login.isOf(now)) return false;
    this.#login = new Login(now, this.#deps);
    return true;
  }
}
