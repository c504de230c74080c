/**
 * The credentials of one context: what a request needs, kept as long as it counts, and read anew when the server
 * refuses it.
 */
import { succeed } from '#core/common/result.ts';
import type { ApiResult } from '../connection.ts';
import type { ClusterContext } from '../kubeconfig/clusterContext.ts';
import { Login } from './login.ts';
import type { RequestCredential, CredentialDeps } from './requestCredential.ts';

/**
 * Milliseconds that pass between two attempts to get better ones than those that the server refuses; twice as many
 * after each in a row.
 */
const renewalPause = 60_000;
const longestPause = 3_600_000;
/** Milliseconds: what the server takes for so long was good, and has ended when it is refused. */
const goodLife = 300_000;

interface Held {
  readonly credential: RequestCredential;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** When; milliseconds since 1970. */
  readonly made: number;
  /** The server has accepted them. */
  readonly isAccepted: boolean;
}

export class CredentialProvider {
  readonly #deps: CredentialDeps;
  readonly #context: ClusterContext;
  #login: Login;
  #held: Held | undefined;
  #flight: Promise<ApiResult<RequestCredential>> | undefined;
  /** Attempts in a row to get better ones, of which none came to something good. */
  #renewals = 0;
  /** Of the last of them, in milliseconds since 1970. */
  #renewedAt: number | undefined;
  #failure: ApiResult<never> | undefined;

  constructor(context: ClusterContext, deps: CredentialDeps) {
    this.#deps = deps;
    this.#context = context;
    this.#login = new Login(context, deps);
  }

  /** What counts now; made once for all who ask at the same time. */
  current(): Promise<ApiResult<RequestCredential>> {
    if (this.#flight !== undefined) return this.#flight;
    if (this.#held !== undefined && this.#held.until > this.#deps.clock.now())
      return Promise.resolve(succeed(this.#held.credential));
    return this.#single(() => this.#make(false));
  }

  /**
   * Better ones than those that the server refused; once for all who were refused at the same time.
   * @returns undefined when there is no hope: what was refused is fresh
   */
  async renewed(refused: RequestCredential): Promise<ApiResult<RequestCredential> | undefined> {
    if (this.#flight !== undefined) return this.#flight;
    const held = this.#held;
    if (held !== undefined && held.credential !== refused) return succeed(held.credential);
    const pause = Math.min(longestPause, renewalPause * 2 ** Math.min(10, this.#renewals - 1));
    if (this.#renewedAt !== undefined && this.#renewedAt + pause > this.#deps.clock.now()) return this.#failure;
    return this.#single(async () => {
      if (await this.#reread()) this.#renewals = 0;
      // Fresh ones of a program were refused: a cluster must not have it run again and again. With the old ones, it is
      // asked all the same.
      const isInVain = this.#renewals > 0 && this.#login.isProgram && held?.isAccepted === false;
      this.#renewals += 1;
      this.#renewedAt = this.#deps.clock.now();
      return isInVain ? succeed(held.credential) : this.#make(true);
    });
  }

  /** The server has not refused these. */
  accepted(credential: RequestCredential): void {
    const held = this.#held;
    if (held?.credential !== credential) return;
    if (!held.isAccepted) this.#held = { ...held, isAccepted: true };
    if (this.#deps.clock.now() - held.made >= goodLife) this.#renewals = 0;
  }

  /** The user asks for it: what is refused from now on is made anew at once, with the login program, too. */
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
   * Somebody may have logged in meanwhile. What now stands for another cluster or user is not taken: it is another
   * identity.
   * @returns whether it changed
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
