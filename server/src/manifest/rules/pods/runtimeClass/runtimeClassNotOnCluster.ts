import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import { operator111 } from '#core/product/sources.ts';
import { isRuntimeClassDefined } from './definedRuntimeClasses.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { getPodRuntimeClass } from '#server/engine/yaml/objects/podNode.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Of a message. */
const longest = 240;

export default defineRule({
  id: 'pod-runtimeclass-not-on-cluster',
  title: () => l10n.t`A runtime class of OSC that the cluster does not have`,
  severity: 'info',
  appliesTo: workloadIds,
  needs: ['cluster', 'file'],
  mayBeAdded: true,
  why: () =>
    l10n.t`A pod with the name of a runtime class that does not exist is refused ("RuntimeClass ... not found"). The operator makes its runtime classes at the end of an installation: \`kata\` with every KataConfig, \`kata-remote\` with peer pods. Said only of the cluster that you opened, of runtime classes of OSC, and as information: the installation may still be to come.`,
  source: [operator111('controllers/openshift_controller.go:86'), operator111('config/peerpods/runtimeclass.yaml')],
  *check(context) {
    const { manifest, cluster } = context;
    const runtimeClass = getPodRuntimeClass(manifest);
    const known = runtimeClass.state === 'named' ? runtimeClassNamed(runtimeClass.name) : undefined;
    if (cluster?.runtimeClasses === undefined || runtimeClass.state !== 'named' || known === undefined) return;
    if (cluster.runtimeClasses.includes(known.name) || isRuntimeClassDefined(context, known.name)) return;
    const { start, end } = runtimeClass.node;
    const what = `${l10n.t`On ${cluster.said}, there is no runtime class ${known.name}: the pod is refused.`}${getSentenceSeparator()}${l10n.t`It needs:`} `;
    // Lists of problems show no Markdown, and no more than fits.
    yield { start, end, message: what + sanitizeQuote(known.needs().replaceAll('`', ''), longest - what.length) };
  },
  examples: [
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
