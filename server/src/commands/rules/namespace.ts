/** Finds misspellings of the operator namespace in commands. */
import * as l10n from '@vscode/l10n';
import { namespacesOf, type ClientOption } from '#core/oc/commands/clientCommand.ts';
import { namespaceIsFixed, operatorNamespace } from '#core/product/namespaces.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import type { Finding } from '#server/engine/findings/rule.ts';
import { longestLabel } from '#server/engine/text/longestLabel.ts';
import { isMisspelledNamespace } from '#server/engine/yaml/manifest.ts';
import { commandFiles, defineCommandRule } from './commandRule.ts';

export default defineCommandRule({
  id: 'command-namespace',
  title: () => l10n.t`Misspelled operator namespace in a command`,
  severity: 'warning',
  language: 'sh',
  appliesTo: commandFiles,
  why: () =>
    l10n.t`The command contains a namespace that looks like a misspelling of \`openshift-sandboxed-containers-operator\`, the only namespace in which the operator runs. With the wrong namespace, the command finds nothing, or changes objects that the operator doesn't read.

Correct the namespace.`,
  source: [namespaceIsFixed.source],
  *check({ text, pipelines }) {
    for (const { calls } of pipelines)
      for (const call of calls) for (const namespace of namespacesOf(call)) yield* misspelled(text, namespace);
  },
  examples: () => [
    {
      avoid: `
oc get csv -n openshift-sandboxed-container-operator
#             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
`,
      prefer: `
oc get csv -n openshift-sandboxed-containers-operator
`,
    },
    {
      avoid: `
oc project openshift-sandboxed-container-operator
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
`,
      prefer: `
oc project openshift-sandboxed-containers-operator
`,
    },
  ],
});

function* misspelled(text: string, { value = '', word }: Pick<ClientOption, 'value' | 'word'>): Generator<Finding> {
  if (!isMisspelledNamespace(value)) return;
  const at = text.slice(word.start, word.end).lastIndexOf(value);
  // The word can contain escapes.
  if (at < 0) return;
  const range = { start: word.start + at, end: word.start + at + value.length };
  yield {
    ...range,
    message: l10n.t`The operator runs only in ${operatorNamespace}, not in "${sanitizeQuote(value, longestLabel)}".`,
    fixes: [
      {
        title: l10n.t`Change to ${operatorNamespace}`,
        sure: true,
        edits: [{ ...range, text: operatorNamespace }],
      },
    ],
  };
}
