/** Manages the users of a simulated cluster and their tokens. */
import { randomBytes } from 'node:crypto';
import type { UserInfo } from '#simulator/store/resourceType.ts';
import type { SimulatorClock } from '#simulator/time/clock.ts';
import type { TokenStore } from './tokenStore.ts';

export class Users {
  readonly #tokens: TokenStore;
  readonly #clock: Pick<SimulatorClock, 'now'>;
  readonly #tokenSeconds: number | undefined;
  readonly #users = new Map<string, { readonly user: UserInfo; readonly token: string }>();

  /** @param tokenSeconds lifetime of all tokens in seconds; if undefined, they don't expire */
  constructor(tokens: TokenStore, clock: Pick<SimulatorClock, 'now'>, tokenSeconds: number | undefined) {
    this.#tokens = tokens;
    this.#clock = clock;
    this.#tokenSeconds = tokenSeconds;
  }

  /** Creates a token for each user who doesn't have one yet. Users are identified by name. */
  add(users: readonly UserInfo[]): void {
    for (const user of users)
      if (!this.#users.has(user.name)) this.#users.set(user.name, { user, token: this.logIn(user) });
  }

  /**
   * Creates and returns an additional token for a user. `tokenOf` doesn't return it.
   * @param seconds lifetime in seconds
   */
  logIn(user: UserInfo, seconds = this.#tokenSeconds): string {
    const token = `sha256~${randomBytes(32).toString('base64url')}`;
    this.#tokens.add(token, user, seconds === undefined ? Infinity : this.#clock.now() + seconds * 1000);
    return token;
  }

  /** Creates an additional token for the user with this name. Returns undefined for an unknown user. */
  logInByName(name: string): string | undefined {
    const found = this.#users.get(name);
    return found === undefined ? undefined : this.logIn(found.user);
  }

  tokenOf(userName: string): string | undefined {
    return this.#users.get(userName)?.token;
  }

  list(): readonly { readonly name: string; readonly token: string }[] {
    return [...this.#users].map(([name, { token }]) => ({ name, token }));
  }
}
