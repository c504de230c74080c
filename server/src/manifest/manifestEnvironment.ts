/** Defines what a check of manifests needs in addition to the file. */
import type { CheckEnvironment } from '../engine/findings/checkEnvironment.ts';
import type { ManifestRule } from '../engine/findings/rule.ts';

/** Everything that affects the findings of manifests, except the file itself. */
export interface ManifestEnvironment extends Omit<CheckEnvironment, 'now'> {
  /** Loads the rules for content that is embedded in manifests. Called only if a document has embedded content. */
  readonly embeddedRules: () => Promise<readonly ManifestRule[]>;
}
