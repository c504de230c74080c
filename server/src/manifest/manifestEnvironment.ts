/** What a check of manifests needs besides the file. */
import type { CheckEnvironment } from '../engine/findings/checkEnvironment.ts';
import type { ManifestRule } from '../engine/findings/rule.ts';

/** What the findings of manifests depend on besides the file. */
export interface ManifestEnvironment extends Omit<CheckEnvironment, 'now'> {
  /** Loads the rules for what is embedded in manifests. Called only if a document embeds something. */
  readonly embeddedRules: () => Promise<readonly ManifestRule[]>;
}
