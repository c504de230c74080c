/** Lists the rules of all languages. To run rules, use the list of one language instead. */
import { commandRules } from '../commands/rules/index.ts';
import { edgeRules } from '../status/rules/index.ts';
import { embeddedRules } from '../embedded/rules/index.ts';
import { initdataRules } from '../initdata/rules/index.ts';
import { kataConfigRules } from '../kataConfig/rules/index.ts';
import { manifestRules } from '../manifest/rules/index.ts';
import { kubernetesRules } from '../manifest/rules/kubernetes/index.ts';
import { policyRules } from '../policy/rules/index.ts';
import testFileRule from '../policy/testFiles/rules/testFileRule.ts';
import { promqlRules } from '../promql/rules/index.ts';
import { placeholderRule } from '../engine/findings/placeholderFinding.ts';
import type { RuleInfo } from '../engine/findings/rule.ts';

export const rules: readonly RuleInfo[] = [
  ...manifestRules,
  ...kubernetesRules,
  ...embeddedRules,
  ...policyRules,
  testFileRule,
  // The rule for manifests describes placeholders in initdata and commands too.
  ...initdataRules.filter(({ id }) => id !== placeholderRule.id),
  ...kataConfigRules,
  ...promqlRules,
  ...edgeRules,
  ...commandRules.filter(({ id }) => id !== placeholderRule.id),
];
