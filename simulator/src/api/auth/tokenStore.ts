/** Stores bearer tokens with their users and expiry times. */
import { randomBytes } from 'node:crypto';
import type { UserInfo } from '#simulator/store/resourceType.ts';

interface Known {
  readonly user: UserInfo;
  readonly expiresAt: number;
}

export class TokenStore {
  readonly #known = new Map<string, Known>();

  /**
   * Adds a token.
   * @param expiresAt expiry time on the simulator's clock; by default, the token doesn't expire
   */
  add(token: string, user: UserInfo, expiresAt = Infinity): void {
    if (this.#known.size >= 10_000) this.#known.delete(this.#known.keys().next().value ?? '');
    this.#known.set(token, { user, expiresAt });
  }

  find(token: string, now: number): UserInfo | undefined {
    const known = this.#known.get(token);
    return known === undefined || known.expiresAt <= now ? undefined : known.user;
  }

  /** Expires all tokens of a user. */
  expire(userName: string): void {
    for (const [token, { user }] of this.#known) if (user.name === userName) this.#known.delete(token);
  }

  /**
   * Issues a token for a service account. It has the format of a JWT, so that clients can read its expiry time, but no
   * valid signature.
   */
  issue(
    namespace: string,
    name: string,
    uid: string,
    audiences: readonly string[],
    now: number,
    seconds: number,
  ): string {
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const from = Math.floor(now / 1000);
    const subject = `system:serviceaccount:${namespace}:${name}`;
    const claims = {
      aud: audiences,
      exp: from + seconds,
      iat: from,
      nbf: from,
      iss: 'https://kubernetes.default.svc',
      sub: subject,
    };
    const token = `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.${randomBytes(16).toString('base64url')}`;
    this.add(
      token,
      {
        name: subject,
        uid,
        groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
      },
      now + seconds * 1000,
    );
    return token;
  }
}
