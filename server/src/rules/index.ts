/** Every rule, for those who list them. Who runs rules takes the lists of one language. */
import { edgeRules } from './edge/index.ts';
import { embeddedRules } from './embedded/index.ts';
import { initdataRules } from './initdata/index.ts';
import { manifestRules } from './manifestRules.ts';
import { policyRules } from './policy/index.ts';
import { promqlRules } from './promql/index.ts';
import type { RuleInfo } from './rule.ts';

export const rules: readonly RuleInfo[] = [...manifestRules, ...embeddedRules, ...policyRules, ...initdataRules, ...promqlRules, ...edgeRules];
