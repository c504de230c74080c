/** Finds a backslash before a line break in a jq filter. */
import * as l10n from '@vscode/l10n';
import { document112 } from '#core/product/sources.ts';
import { commandFiles, defineCommandRule, findingsOf } from './commandRule.ts';

export default defineCommandRule({
  id: 'command-jq-line-break',
  title: () => l10n.t`Backslash before a line break in a jq filter`,
  severity: 'error',
  language: 'sh',
  appliesTo: commandFiles,
  why: () =>
    l10n.t`In single quotation marks, the shell doesn't remove a backslash at the end of a line. The backslash becomes part of the jq filter, and jq stops with a syntax error. In the OSC 1.12 documentation, 5.1 prints such a command. It also doesn't print the namespaces of the pods.

Remove the backslash. In single quotation marks, a line break needs none. To list the pods with their namespaces, use \`oc get pods -A -o custom-columns=NAMESPACE:.metadata.namespace,NAME:.metadata.name,CLASS:.spec.runtimeClassName\`.`,
  source: [document112('5.1'), 'POSIX.1-2024 Shell Command Language, 2.2.2 Single-Quotes'],
  check: (context) => findingsOf('command-jq-line-break', context),
  examples: [
    {
      avoid: `
oc get pods -A -o json | jq -r '.items[] | \\
#                                          ^ want
  select(.spec.runtimeClassName == "kata-remote").metadata.name'
`,
      prefer: `
oc get pods -A -o json | jq -r '.items[] |
  select(.spec.runtimeClassName == "kata-remote").metadata.name'
`,
    },
  ],
});
