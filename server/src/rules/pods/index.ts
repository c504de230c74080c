/** The rules of pods and the workloads that make them. A new rule is one file and one line here. */
import type { Rule } from '../rule.ts';

export const podRules: readonly Rule[] = [];
