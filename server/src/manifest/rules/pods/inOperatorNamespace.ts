import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { operatorNamespace, peerPodsWebhookInfo } from '#core/product/namespaces.ts';
import { runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import { document112 } from '#core/product/sources.ts';
import { findYamlNode, getYamlString } from '#server/engine/yaml/node.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { isPeerPod, getRuntimeClassName, isSkippedByWebhook } from '#server/engine/yaml/objects/podNode.ts';

export default defineRule({
  id: 'pod-in-operator-ns',
  title: () => l10n.t`Workload in a system namespace`,
  severity: 'warning',
  appliesTo: workloadIds,
  why: () =>
    l10n.t`The pod is in the operator namespace, \`kube-system\`, or an \`openshift-*\` platform namespace. The peer pods webhook skips these namespaces. A \`kata-remote\` pod in such a namespace needlessly reserves CPU and memory on the node, although it doesn't run there. The pod doesn't count toward the \`kata.peerpods.io/vm\` limit either, so the number of pod VMs can exceed the limit. The OSC documentation prohibits all workloads in the operator namespace, regardless of their runtime class.

Use your own namespace. Namespaces that you create aren't affected, even if their names start with \`openshift-\`.`,
  source: [peerPodsWebhookInfo.source, document112('3.8')],
  *check({ manifest }) {
    const runtime = getRuntimeClassName(manifest);
    if (runtime === undefined || runtimeClassNamed(runtime) === undefined || !isSkippedByWebhook(manifest)) return;
    const node = findYamlNode(manifest.root, ['metadata', 'namespace']);
    const namespace = getYamlString(manifest.root, ['metadata', 'namespace']) ?? '';
    // A local VM doesn't need the webhook.
    if (node === undefined || (!isPeerPod(manifest) && namespace !== operatorNamespace)) return;
    yield {
      start: node.start,
      end: node.end,
      message: isPeerPod(manifest)
        ? l10n.t`The peer pods webhook skips pods in ${sanitizeQuote(namespace)}, so this pod needlessly reserves CPU and memory on the node and doesn't count toward the pod VM limit. Use your own namespace.`
        : l10n.t`Don't run workloads in the operator namespace. Use your own namespace.`,
    };
  },
  examples: () => [
    {
      avoid: `
apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: openshift-sandboxed-containers-operator
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
spec:
  runtimeClassName: kata-remote
  containers:
    - name: web
      image: quay.io/example/web
`,
      prefer: `
apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: web
spec:
  runtimeClassName: kata-remote
  containers:
    - name: web
      image: quay.io/example/web
`,
    },
  ],
});
