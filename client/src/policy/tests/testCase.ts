/** A recorded request as a case of a policy's test. */
import * as l10n from '@vscode/l10n';
import type { ReplayEntry } from '#server/protocol/protocol.ts';
import type { LoggedRequest } from '../recordedRequest.ts';

/** The case as YAML, under `cases:`. JSON is YAML, so that the request stands in it as it was recorded. */
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
 * The text of a test with one case more; a new test when there was none.
 * @param policy the name of the policy's file beside it
 */
export function withCase(test: string | undefined, policy: string, added: string): string {
  if (test === undefined || test.trim() === '')
    return `# ${l10n.t`Expected results of ${policy}. Run this test from the Test Explorer or with: osc-tools policy test`}\npolicy: ${policy}\ncases:\n${added}`;
  const text = test.endsWith('\n') ? test : `${test}\n`;
  return /^cases:/m.test(text) ? `${text}${added}` : `${text}cases:\n${added}`;
}
