/** Checks agent policies in the tests of the policy rules. */
import assert from 'node:assert/strict';
import { check, type Checked, type CheckOptions } from '#test/support/manifests/checkText.ts';

/** Checks the text as an agent policy. */
export const checkRego = (text: string, options: CheckOptions = {}): Promise<Checked[]> =>
  check(text, { language: 'rego', ...options });

/** Returns the rule and the severity of a finding. */
export const formatFinding = ({ rule, severity }: Checked): string => `${rule.replace('osc/', '')} ${severity}`;

/** Checks an agent policy, and returns the rule and the severity of each finding. */
export const listPolicyFindings = async (text: string, options: CheckOptions = {}): Promise<string[]> => {
  const all = await checkRego(text, options);
  for (const { message } of all) assert.match(message, /^[^\n`]{20,240}$/);
  return all.map(formatFinding);
};

/** Returns a rule that allows ExecProcessRequest if the body holds. */
export const createExecRule = (body: string): string =>
  `default ExecProcessRequest := false\n\nExecProcessRequest if {\n    ${body}\n}\n`;
