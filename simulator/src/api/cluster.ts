/** What the API stands on, handed to all its parts. */
import type { CustomResources } from '../resources/customResources.ts';
import type { Resources } from '../resources/registry.ts';
import type { Schemas } from '../resources/schemas.ts';
import type { Store } from '../store/store.ts';
import type { Audit } from './audit.ts';
import type { Faults } from './faults.ts';
import type { PodLogs } from './podLogs.ts';
import type { Tokens } from './tokens.ts';

export interface Cluster {
  readonly store: Store;
  readonly resources: Resources;
  readonly custom: CustomResources;
  readonly schemas: Schemas;
  readonly tokens: Tokens;
  readonly audit: Audit;
  readonly faults: Faults;
  readonly logs: PodLogs;
  /** Where it is reached: `https://127.0.0.1:6443`. Known when it listens. */
  readonly url: () => string;
}
