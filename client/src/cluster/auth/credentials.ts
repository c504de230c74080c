/** The credentials of one context: what a request needs, kept as long as it counts, and read anew when the server refuses it. */
import { given } from '../../../../core/json.ts';
import { ok } from '../../../../core/result.ts';
import type { Answer } from '../connection.ts';
import type { ClusterContext } from '../kubeconfig/clusterContext.ts';
import type { Clock } from '../time.ts';
import type { ExecPlugins } from './execPlugins.ts';
import type { Headers } from './impersonation.ts';
import type { TlsFields } from './requestFields.ts';
import { Login } from './login.ts';

export interface CredentialDeps {
  readonly clock: Clock;
  readonly exec: ExecPlugins;
  /** The same context as the kubeconfig has it now: asked when the server refuses what we have. Undefined when it is gone. */
  readonly reread?: () => Promise<ClusterContext | undefined>;
  /** Told, in one line, what the user may want to know. */
  readonly tell?: (line: string) => void;
}

/** What a request needs. Never shown. */
export interface Credential {
  readonly headers: Headers;
  readonly tls: TlsFields;
  /** What no message may hold. */
  readonly secrets: readonly string[];
}

/** Milliseconds that pass between two attempts to get better ones than those that the server refuses. */
const renewalPause = 60_000;

interface Held {
  readonly credential: Credential;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly renewedAt?: number;
}

export class Credentials {
  readonly #deps: CredentialDeps;
  readonly #context: ClusterContext;
  #login: Login;
  #held: Held | undefined;
  #flight: Promise<Answer<Credential>> | undefined;

  constructor(context: ClusterContext, deps: CredentialDeps) {
    this.#deps = deps;
    this.#context = context;
    this.#login = new Login(context, deps);
  }

  /** What counts now; made once for all who ask at the same time. */
  current(): Promise<Answer<Credential>> {
    if (this.#flight !== undefined) return this.#flight;
    if (this.#held !== undefined && this.#held.until > this.#deps.clock.now()) return Promise.resolve(ok(this.#held.credential));
    return this.#single(() => this.#make(false));
  }

  /**
   * Better ones than those that the server refused; once for all who were refused at the same time.
   * @returns undefined when there is no hope: what was refused is fresh
   */
  async renewed(refused: Credential): Promise<Answer<Credential> | undefined> {
    if (this.#flight !== undefined) return this.#flight;
    const held = this.#held;
    if (held !== undefined && held.credential !== refused) return ok(held.credential);
    if (held?.renewedAt !== undefined && held.renewedAt + renewalPause > this.#deps.clock.now()) return undefined;
    return this.#single(async () => {
      await this.#reread();
      return this.#make(true);
    });
  }

  #single(work: () => Promise<Answer<Credential>>): Promise<Answer<Credential>> {
    const flight = work().finally(() => {
      this.#flight = undefined;
    });
    this.#flight = flight;
    return flight;
  }

  async #make(refused: boolean): Promise<Answer<Credential>> {
    const made = await this.#login.credential(refused);
    if (!made.ok) return made;
    const { until, ...credential } = made.value;
    const renewedAt = refused ? this.#deps.clock.now() : this.#held?.renewedAt;
    this.#held = { credential, until, ...given({ renewedAt }) };
    return ok(credential);
  }

  /** Somebody may have logged in meanwhile. What now stands for another cluster or user is not taken: it is another identity. */
  async #reread(): Promise<void> {
    const now = await this.#deps.reread?.();
    if (now?.access === undefined || now.server !== this.#context.server || now.user !== this.#context.user) return;
    if (!this.#login.isOf(now)) this.#login = new Login(now, this.#deps);
  }
}
