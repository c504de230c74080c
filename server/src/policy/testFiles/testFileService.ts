/** Provides language features for `*.policy-test.yaml` files. */
import type { CheckEnvironment } from '#server/engine/findings/checkEnvironment.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import { ruleSteps } from '#server/engine/findings/ruleSteps.ts';
import type { LanguageService } from '#server/engine/languageModule.ts';
import { runToCompletion } from '#server/engine/scheduling/steps.ts';
import { completeTestFile } from './testFileCompletion.ts';
import { hoverTestFile } from './testFileHover.ts';
import testFileRule from './rules/testFileRule.ts';

/** Language service for policy tests. */
export const policyTestService: LanguageService = {
  check: (file, environment) => checkTestFile(file.text.getText(), environment),
  completion: (file, position, { workspace }) => completeTestFile(file, position, workspace),
  hover: hoverTestFile,
};

/** Checks the text of a test file. */
export function checkTestFile(
  text: string,
  environment: Pick<CheckEnvironment, 'release' | 'severities' | 'onError'>,
): FileFinding[] {
  return runToCompletion(ruleSteps([testFileRule], (rule) => rule.check(text), text, environment));
}
