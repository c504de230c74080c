/** The rules of Secrets, image and gate ConfigMaps, and of the objects that install the operator. A new rule is one file and one line here. */
import type { Rule } from '../rule.ts';

export const installationRules: readonly Rule[] = [];
