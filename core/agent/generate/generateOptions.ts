/** Defines the options for a generated policy. */
import type { Release } from '#core/product/releases.ts';
import type { RequestDefaults } from './genpolicySettings.ts';

/** Options for a generated policy. */
export interface GenerateOptions {
  readonly release: Release;
  /** Allows the commands of probes and lifecycle hooks. */
  readonly execProbes: boolean;
  /** Allows the cluster to read the output of containers. */
  readonly logs: boolean;
  /** Request defaults of a genpolicy settings file. */
  readonly settings?: RequestDefaults;
}
