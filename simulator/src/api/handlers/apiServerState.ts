/** Defines the state that all parts of the API server share. */
import type { CustomResources } from '#simulator/resources/customResources.ts';
import type { Resources } from '#simulator/resources/resourceRegistry.ts';
import type { Schemas } from '#simulator/resources/resourceSchemas.ts';
import type { Store } from '#simulator/store/store.ts';
import type { Audit } from '../auth/auditLog.ts';
import type { Faults } from '../http/faults.ts';
import type { PodLogs } from '#simulator/logs/podLogs.ts';
import type { ExecSessions } from '#simulator/exec/execSessions.ts';
import type { TokenStore } from '../auth/tokenStore.ts';
import type { Users } from '../auth/users.ts';

export interface ApiServerState {
  readonly store: Store;
  readonly resources: Resources;
  readonly custom: CustomResources;
  readonly schemas: Schemas;
  readonly tokens: TokenStore;
  /** Users of the cluster's OAuth server. Undefined if the cluster uses an external identity provider. */
  readonly users?: Users;
  readonly audit: Audit;
  readonly faults: Faults;
  readonly logs: PodLogs;
  readonly execs: ExecSessions;
  /** Returns the URL, such as `https://127.0.0.1:6443`. Available after the server starts listening. */
  readonly url: () => string;
}
