import * as l10n from '@vscode/l10n';
import { knownRuntimeClasses } from '#core/product/runtimeClasses.ts';
import { operator111 } from '#core/product/sources.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { findRuntimeClassProblem } from '#server/engine/yaml/objects/misnamedRuntimeClass.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { checkClusterScoped } from '../shared/clusterScoped.ts';
import { describeInvalidName } from '../shared/invalidName.ts';
import { asKnownString, getHeaderSpan, replaced } from '../shared/ownObjects.ts';
import { isMisspelled } from '../shared/unknownFields.ts';

const handlers: ReadonlySet<string> = new Set(knownRuntimeClasses.flatMap((known) => known.handlers));

const runtimeClass = (...lines: readonly string[]): string =>
  `\napiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: kata-small\n${lines.map((line) => `${line}\n`).join('')}`;

export default defineRule({
  id: 'runtimeclass-fields',
  title: () => l10n.t`RuntimeClass without a usable handler`,
  severity: 'error',
  appliesTo: ['RuntimeClass'],
  why: () =>
    l10n.t`\`handler\` is the name of a runtime in CRI-O on the node. The API server requires it at the top level of the RuntimeClass, in the form of a DNS label. If no node has a runtime with this name, pods with this class fail to start. For a name that differs from an OSC handler by one or two letters, the severity is warning.

A RuntimeClass is cluster-scoped, so the API server ignores \`metadata.namespace\`. For a RuntimeClass with a namespace, the severity is also warning.`,
  source: [
    'Kubernetes API, RuntimeClass v1 node.k8s.io',
    operator111('controllers/openshift_controller.go'),
    'kubernetes/kubernetes@3e4a7900 staging/src/k8s.io/apiserver/pkg/registry/rest/create.go (BeforeCreate)',
  ],
  *check(context) {
    yield* checkHandler(context);
    yield* checkClusterScoped(context);
  },
  examples: () => [
    {
      avoid: runtimeClass().replace('RuntimeClass\n', 'RuntimeClass\n#     ^^^^^^^^^^^^ want\n'),
    },
    {
      avoid: runtimeClass(
        '  namespace: default',
        '# ^^^^^^^^^^^^^^^^^^ want',
        'handler: kata-remot',
        '#        ^^^^^^^^^^ want',
      ),
      prefer: runtimeClass('handler: kata-remote'),
    },
    {
      avoid: runtimeClass('handler: Kata', '#        ^^^^ want'),
      prefer: runtimeClass('handler: kata'),
    },
    {
      avoid: runtimeClass('handler: ""', '#        ^^ want'),
    },
  ],
});

function* checkHandler({ manifest }: RuleContext): Generator<Finding> {
  const { root } = manifest;
  const node = findYamlNode(root, ['handler']);
  if (node === undefined) {
    // Another rule reports a misspelled or misplaced handler.
    const isElsewhere = isMisspelled(root, 'handler') || findYamlNode(root, ['spec', 'handler']) !== undefined;
    if (isElsewhere || root.entries.some(({ key }) => key.unknown)) return;
    yield {
      ...getHeaderSpan(manifest),
      message: l10n.t`${'handler'} is missing, so the API server rejects the object.`,
      skipsPatches: true,
    };
    return;
  }
  const handler = asKnownString(node);
  if (handler === undefined || handlers.has(handler.text)) return;
  const { text, start, end } = handler;
  // The name of a handler is a DNS label, as the name of a Namespace is.
  const invalid = describeInvalidName(text, 'Namespace');
  const fault = findRuntimeClassProblem(text);
  if (fault?.slip !== true || fault.meant === undefined) {
    if (invalid !== undefined) yield { start, end, message: invalid };
    return;
  }
  const problem =
    invalid ?? l10n.t`OSC has no handler "${sanitizeQuote(text, 40)}", so pods fail to start unless a node has it.`;
  const message = `${problem}${getSentenceSeparator()}${l10n.t`Did you mean ${fault.meant}?`}`;
  yield {
    ...replaced(manifest, handler, fault.meant, message, fault.sure),
    ...(invalid === undefined ? { severity: 'warning' } : {}),
  };
}
