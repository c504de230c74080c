/**
 * Stores the tokens that users enter in the secret storage of VS Code. A token belongs to a server, a user entry, and a
 * route, so it's never sent to another server or through another proxy, whatever the kubeconfig later contains. Doesn't
 * use VS Code.
 */
import { createHash } from 'node:crypto';
import { getString } from '#core/common/json.ts';
import type { ClusterContext } from '#client/kubernetes/kubeconfig/clusterContext.ts';
import { withToken } from '#client/kubernetes/kubeconfig/withLogin.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import { routeOf } from './routeOf.ts';

/** The part of VS Code's `SecretStorage` that is used. */
interface Secrets {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

export interface SavedTokensParts {
  readonly secrets: Secrets;
  /** The keys of the stored tokens, so that only these secrets are read. The stored value can have any shape. */
  readonly index: { readonly read: () => unknown; readonly write: (keys: readonly string[]) => PromiseLike<void> };
  readonly clock: Pick<Clock, 'after'>;
}

/** Maximum time to wait for the secret storage, in milliseconds. It can ask the user for a password. */
const patience = 5000;
const prefix = 'osc.token.';

export class SavedTokens {
  readonly #parts: SavedTokensParts;
  /**
   * The keys of the tokens that this window saved. If two windows save tokens at the same time, one of them overwrites
   * the index of the other.
   */
  readonly #saved = new Set<string>();

  constructor(parts: SavedTokensParts) {
    this.#parts = parts;
  }

  /**
   * Returns the context with its saved token. Returns undefined if there is none, or if the login in the kubeconfig
   * changed after the token was saved, because the user then logged in in another way. Never rejects.
   */
  async apply(context: ClusterContext): Promise<ClusterContext | undefined> {
    const key = keyOf(context);
    if (key === undefined || !this.#keys().includes(key)) return undefined;
    const text = await this.#read(key);
    await this.#restoreIndex(key, text !== undefined);
    const saved = parsed(text);
    const token = getString(saved, 'token');
    return token === undefined || getString(saved, 'login') !== loginOf(context)
      ? undefined
      : withToken(context, token);
  }

  /**
   * Saves a token for a context and all others with the same server, user, and route.
   * @throws if the secret storage isn't available
   */
  async save(context: ClusterContext, token: string): Promise<void> {
    const key = keyOf(context);
    if (key === undefined) return;
    await this.#parts.secrets.store(key, JSON.stringify({ token, login: loginOf(context) }));
    this.#saved.add(key);
    await this.#parts.index.write([...new Set([...this.#listed(), key])]);
  }

  /** Deletes the token of a context. */
  async remove(context: ClusterContext): Promise<void> {
    const key = keyOf(context);
    if (key === undefined) return;
    this.#saved.delete(key);
    await this.#parts.secrets.delete(key);
    await this.#parts.index.write(this.#listed().filter((each) => each !== key));
  }

  /**
   * Adds the key of a token that this window saved to the index again, if another window overwrote the index.
   * @param exists false if the secret storage has no token, for example because the user logged out in another window
   */
  async #restoreIndex(key: string, exists: boolean): Promise<void> {
    if (!exists) this.#saved.delete(key);
    const listed = this.#listed();
    if (!this.#saved.has(key) || listed.includes(key)) return;
    try {
      await this.#parts.index.write([...listed, key]);
    } catch {
      // This window knows the key. The next one asks the user to log in.
    }
  }

  #keys(): readonly string[] {
    return [...this.#listed(), ...this.#saved];
  }

  #listed(): readonly string[] {
    const keys = this.#parts.index.read();
    return Array.isArray(keys) ? keys.filter((key): key is string => typeof key === 'string') : [];
  }

  #read(key: string): Promise<string | undefined> {
    return new Promise((resolve) => {
      const cancel = this.#parts.clock.after(patience, () => resolve(undefined));
      const end = (value?: string): void => {
        cancel();
        resolve(value);
      };
      this.#parts.secrets.get(key).then(end, () => end());
    });
  }
}

function keyOf({ server, user, access }: ClusterContext): string | undefined {
  return access === undefined ? undefined : `${prefix}${hash([server, user, routeOf(access.cluster)])}`;
}

/** Identifies the login in the kubeconfig. A hash, because the login contains secrets. */
function loginOf({ access }: ClusterContext): string {
  return hash(access?.user ?? null);
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}
