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
    l10n.t`In single quotation marks, the shell keeps a backslash at the end of a line. The backslash becomes part of the jq filter, and jq stops with a syntax error. Section 5.1 of the OSC 1.12 documentation contains such a command. That command also doesn't print the namespaces of the pods.

Remove the backslash. A line break in single quotation marks doesn't need one. To list the pods with their namespaces, use \`oc get pods -A -o custom-columns=NAMESPACE:.metadata.namespace,NAME:.metadata.name,CLASS:.spec.runtimeClassName\`.`,
  source: [document112('5.1'), 'POSIX.1-2024 Shell Command Language, 2.2.2 Single-Quotes'],
  check: (context) => findingsOf('command-jq-line-break', context),
  examples: () => [
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
