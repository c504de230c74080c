/** Describes the keys of `*.policy-test.yaml` files, as docs/policy-test.schema.json does. */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';

/** A key of a test file or of a test case. */
export interface TestFileKey {
  readonly name: string;
  readonly summary: Message;
}

/** Keys at the top level of a test file. */
export const topLevelKeys: readonly TestFileKey[] = [
  {
    name: 'policy',
    summary: () =>
      l10n.t`Path of the policy, relative to this file. Default: the name of this file with the extension .rego.`,
  },
  {
    name: 'release',
    summary: () => l10n.t`OSC release of the guest that runs the policy, in quotation marks, such as "1.12".`,
  },
  {
    name: 'dialect',
    summary: () => l10n.t`Rego version for the test. Default: the version that the guest of the OSC release uses.`,
  },
  { name: 'cases', summary: () => l10n.t`Test cases. They run in order and independently of each other.` },
];

/** Keys of a test case. */
export const testCaseKeys: readonly TestFileKey[] = [
  { name: 'name', summary: () => l10n.t`Name of the test case in results.` },
  { name: 'request', summary: () => l10n.t`Name of the request, such as ExecProcessRequest.` },
  {
    name: 'allowed',
    summary: () =>
      l10n.t`Expected verdict: true, false, or undefined. For a log, one verdict for all requests, or a list with one verdict per request.`,
  },
  { name: 'input', summary: () => l10n.t`Input of the request. Default: {}.` },
  { name: 'state', summary: () => l10n.t`Value of data.pstate before the first request.` },
  { name: 'prints', summary: () => l10n.t`Strings that the output of print statements must contain.` },
  {
    name: 'log',
    summary: () =>
      l10n.t`Lines of the agent's policy.txt or policy.jsonl. They are replayed in order, and the policy state is kept from one request to the next.`,
  },
  { name: 'endpoint', summary: () => l10n.t`Alias of request.` },
];
