import * as l10n from '@vscode/l10n';
import { podOwnerIds } from '#core/kinds/podOwners.ts';
import { runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import { operator111 } from '#core/product/sources.ts';
import { isRuntimeClassDefined } from './definedRuntimeClasses.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { getPodRuntimeClass } from '#server/engine/yaml/objects/podNode.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Maximum number of characters of a message. */
const longest = 240;

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
    const what = `${l10n.t`On ${cluster.said}, the runtime class ${known.name} doesn't exist, so the pod is rejected.`}${getSentenceSeparator()}${l10n.t`Required:`} `;
    // The Problems view shows no Markdown, and long messages don't fit.
    yield { start, end, message: what + sanitizeQuote(known.needs().replaceAll('`', ''), longest - what.length) };
  },
  examples: () => [
    {
      avoid: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  runtimeClassName: kata-remote
#                   ^^^^^^^^^^^ want
  containers:
    - name: web
      image: quay.io/example/web
`,
      prefer: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  runtimeClassName: kata
  containers:
    - name: web
      image: quay.io/example/web
`,
      cluster: { cluster: 'demo', asOf: '2026-11-21T10:41:00Z', runtimeClasses: ['kata'] },
    },
  ],
});
