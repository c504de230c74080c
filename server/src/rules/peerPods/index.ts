/** The rules of peer-pods-cm. A new rule is one file and one line here. */
import type { Rule } from '../rule.ts';

export const peerPodsRules: readonly Rule[] = [];
