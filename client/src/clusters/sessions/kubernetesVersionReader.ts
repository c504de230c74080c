/**
 * Reads the Kubernetes version of a cluster without OpenShift, once per session. On OpenShift, the watched
 * ClusterVersion determines the version. Doesn't use VS Code.
 */
import { getString } from '#core/common/json.ts';
import { findKubernetesMinor } from '#core/kubernetes/kubernetesVersions.ts';
import { lacksOpenShift } from '#core/status/health/clusterInfo.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { Connection } from '#client/kubernetes/connection.ts';

interface VersionedSession {
  readonly context: string;
  readonly snapshot: Snapshot;
  readonly connection: Pick<Connection, 'ask'>;
}

interface VersionReaderOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Called when a version was read. */
  readonly changed: () => void;
}

/** Time after which a failed request is repeated, in milliseconds, and maximum length of a version. */
const retryAfter = 60_000;
const maxLength = 40;

/** Reads and caches the Kubernetes version of each session. */
export class KubernetesVersionReader {
  readonly #options: VersionReaderOptions;
  /** The version, or the time of the last request while the version isn't known. */
  readonly #known = new WeakMap<VersionedSession, string | number>();

  constructor(options: VersionReaderOptions) {
    this.#options = options;
  }

  /** Returns the data of a session for file checks. */
  describe(session: VersionedSession | undefined) {
    if (session === undefined) return undefined;
    return { context: session.context, snapshot: session.snapshot, kubernetes: this.#versionOf(session) };
  }

  /** Returns the version such as `v1.34.1`, and reads it if it isn't known yet. */
  #versionOf(session: VersionedSession): string | undefined {
    if (!lacksOpenShift(session.snapshot)) return undefined;
    const known = this.#known.get(session);
    if (typeof known === 'string') return known;
    const now = this.#options.clock.now();
    if (known !== undefined && now - known < retryAfter) return undefined;
    this.#known.set(session, now);
    void this.#read(session);
    return undefined;
  }

  async #read(session: VersionedSession): Promise<void> {
    const answer = await session.connection.ask('/version');
    const version = answer.ok ? getString(answer.value, 'gitVersion') : undefined;
    if (version === undefined || version.length > maxLength || findKubernetesMinor(version) === undefined) return;
    this.#known.set(session, version);
    this.#options.changed();
  }
}
