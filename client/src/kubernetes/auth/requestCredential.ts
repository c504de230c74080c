/** Defines the credential of a request and the dependencies required to obtain it. */
import type { Clock } from '../clock.ts';
import type { ClusterContext } from '../kubeconfig/clusterContext.ts';
import type { ExecPlugins } from './execPlugins.ts';
import type { Headers } from './impersonation.ts';
import type { TlsFields } from './loginFields.ts';

/** Dependencies for obtaining credentials. */
export interface CredentialDeps {
  readonly clock: Clock;
  readonly exec: Pick<ExecPlugins, 'credential'>;
  /**
   * Reads the context from the kubeconfig again. Called when the server rejects the credentials. Resolves to undefined
   * if the context no longer exists.
   */
  readonly reread?: () => Promise<ClusterContext | undefined>;
  /** Reports a one-line message to the user. */
  readonly tell?: (line: string) => void;
}

/** Headers and TLS options of a request. Must never be shown. */
export interface RequestCredential {
  readonly headers: Headers;
  readonly tls: TlsFields;
  /** Values that messages must not contain. */
  readonly secrets: readonly string[];
}
