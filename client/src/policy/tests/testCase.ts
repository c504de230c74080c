/** Converts a recorded request to a policy test case. */
import * as l10n from '@vscode/l10n';
import type { ReplayEntry } from '#server/protocol/protocol.ts';
import type { LoggedRequest } from '../recordedRequest.ts';

/**
 * Returns the test case as YAML for the `cases:` list. The request is inserted unchanged because JSON is valid YAML.
 */
export function testCaseText(
  name: string,
  { endpoint, input }: LoggedRequest,
  { result }: Pick<ReplayEntry, 'result'>,
): string {
  return [
    `  - name: ${JSON.stringify(name)}`,
    `    request: ${endpoint}`,
    `    allowed: ${result === null ? 'undefined' : result}`,
    `    input: ${input}`,
    '',
  ].join('\n');
}

/**
 * Returns the test file with the case added. Creates the text if there is no test file.
 * @param policy file name of the policy in the same folder
 */
export function withCase(test: string | undefined, policy: string, added: string): string {
  if (test === undefined || test.trim() === '')
    return `# ${l10n.t`Expected results for ${policy}. Run this test from the Test Explorer or with: osc-tools policy test`}\npolicy: ${policy}\ncases:\n${added}`;
  const text = test.endsWith('\n') ? test : `${test}\n`;
  return /^cases:/m.test(text) ? `${text}${added}` : `${text}cases:\n${added}`;
}
