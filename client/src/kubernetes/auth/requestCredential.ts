/** A credential as requests use it, and what is needed to obtain one. */
import type { Clock } from '../clock.ts';
import type { ClusterContext } from '../kubeconfig/clusterContext.ts';
import type { ExecPlugins } from './execPlugins.ts';
import type { Headers } from './impersonation.ts';
import type { TlsFields } from './loginFields.ts';

/** What obtaining credentials depends on. */
export interface CredentialDeps {
  readonly clock: Clock;
  readonly exec: Pick<ExecPlugins, 'credential'>;
  /**
   * The same context as the kubeconfig has it now: asked when the server refuses what we have. Undefined when it is
   * gone.
   */
  readonly reread?: () => Promise<ClusterContext | undefined>;
  /** Told, in one line, what the user may want to know. */
  readonly tell?: (line: string) => void;
}

/** What a request needs. Never shown. */
export interface RequestCredential {
  readonly headers: Headers;
  readonly tls: TlsFields;
  /** What no message may hold. */
  readonly secrets: readonly string[];
}
