/** Lists the rules for kustomizations. */
import type { ManifestRule } from '#server/engine/findings/rule.ts';
import literal from './literal.ts';

export const kustomizationRules: readonly ManifestRule[] = [literal];
