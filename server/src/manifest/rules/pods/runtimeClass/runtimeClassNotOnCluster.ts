import * as l10n from '@vscode/l10n';
import { podOwnerIds } from '#core/kinds/podOwners.ts';
import { runtimeClassNamed, type RuntimeClassKnowledge } from '#core/product/runtimeClasses.ts';
import { operator111 } from '#core/product/sources.ts';
import { isRuntimeClassDefined } from './definedRuntimeClasses.ts';
import { defineRule, type RuleContext } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { getPodRuntimeClass } from '#server/engine/yaml/objects/podNode.ts';
import { formatAlternatives, getSentenceSeparator } from '#core/text/grammar.ts';

/** Maximum number of characters of a message. */
const longest = 240;

const pod = (runtimeClass: string): string => `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  runtimeClassName: ${runtimeClass}
  containers:
    - name: web
      image: quay.io/example/web
`;

export default defineRule({
  id: 'pod-runtimeclass-not-on-cluster',
  title: () => l10n.t`OSC runtime class missing from the cluster`,
  severity: 'info',
  appliesTo: podOwnerIds,
  needs: ['cluster', 'file'],
  mayBeAdded: true,
  why: () =>
    l10n.t`The pod uses an OSC runtime class that doesn't exist on the open cluster. The API server rejects such a pod ("RuntimeClass ... not found"). The operator creates its runtime classes at the end of the installation: \`kata\` for every KataConfig, and \`kata-remote\` for peer pods.

The severity is information, because you might install OSC later.

Use a runtime class that exists on the cluster, or create a KataConfig that provides this one.`,
  source: [
    operator111('controllers/openshift_controller.go:86'),
    operator111('config/peerpods/runtimeclass.yaml'),
    'OSC 1.12 §3.8',
  ],
  *check(context) {
    const { manifest, cluster } = context;
    const runtimeClass = getPodRuntimeClass(manifest);
    const known = runtimeClass.state === 'named' ? runtimeClassNamed(runtimeClass.name) : undefined;
    if (cluster?.runtimeClasses === undefined || runtimeClass.state !== 'named' || known === undefined) return;
    if (cluster.runtimeClasses.includes(known.name) || isRuntimeClassDefined(context, known.name)) return;
    const { start, end } = runtimeClass.node;
    const missing = l10n.t`On ${cluster.said}, the runtime class ${known.name} doesn't exist, so the pod is rejected.`;
    const labels = findMissingLabels(known, cluster.nodes);
    const reason =
      labels.length === 0
        ? `${l10n.t`Required:`} ${known.needs().replaceAll('`', '')}`
        : l10n.t`No node has the label ${formatAlternatives(labels)}.`;
    const what = `${missing}${getSentenceSeparator()}`;
    // The Problems view shows no Markdown, and long messages don't fit.
    yield { start, end, message: what + sanitizeQuote(reason, longest - what.length) };
  },
  examples: () => [
    {
      avoid: pod('kata-remote\n#                   ^^^^^^^^^^^ want'),
      prefer: pod('kata'),
      cluster: { cluster: 'demo', asOf: '2026-11-21T10:41:00Z', runtimeClasses: ['kata'] },
    },
    {
      avoid: pod('kata-cc-nvidia-gpu\n#                   ^^^^^^^^^^^^^^^^^^ want'),
      prefer: pod('kata'),
      cluster: {
        cluster: 'demo',
        asOf: '2026-11-21T10:41:00Z',
        runtimeClasses: ['kata'],
        nodes: [{ name: 'worker-0', labels: { 'nvidia.com/cc.mode.state': 'off' } }],
      },
    },
  ],
});

/** Returns the labels, such as `key=value`, that the runtime class requires and that no node has. */
function findMissingLabels(
  { nodeLabels = {} }: RuntimeClassKnowledge,
  nodes: NonNullable<RuleContext['cluster']>['nodes'],
): readonly string[] {
  if (nodes === undefined || nodes.length === 0) return [];
  return Object.entries(nodeLabels)
    .filter(([key, value]) => !nodes.some(({ labels }) => Object.hasOwn(labels, key) && labels[key] === value))
    .map(([key, value]) => `${key}=${value}`);
}
