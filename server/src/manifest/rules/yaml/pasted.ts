import * as l10n from '@vscode/l10n';
import { kindIds } from '#core/kinds/index.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { findPasteProblem } from './pasteProblem.ts';

const head = `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: cluster-kataconfig\n`;

export default defineRule({
  id: 'yaml-pasted',
  title: () => l10n.t`Something copied along with a manifest, or lost on the way`,
  severity: 'error',
  appliesTo: kindIds,
  reads: 'syntax',
  why: () =>
    l10n.t`Manifests are copied from web pages. The legend of their callouts comes along, indentation arrives as no-break spaces, which YAML takes for letters, and the \`---\` between two objects is not always printed: then \`oc\` reads them as one object that has every key twice. \`logLevel = debug\` is no YAML either. Each of these gives several messages of which none says what happened; here it is one.`,
  source: ['YAML 1.2.2', 'OSC 1.12, 2.2 (callouts with a legend below the manifest)'],
  *check({ manifest, problems, text }) {
    const pasted = findPasteProblem(text, problems, manifest.kind);
    if (pasted !== undefined) yield pasted.finding;
  },
  examples: [
    {
      avoid: `
${head}spec:
  logLevel: info
<1> The log level of the nodes.
# <------------------------------- want
`,
      prefer: `
${head}spec:
  logLevel: info
`,
    },
    {
      avoid: `
${head}apiVersion: v1
# <---------- want
kind: Pod
metadata:
  name: web
spec:
  runtimeClassName: kata
  containers:
    - name: web
      image: quay.io/example/web
`,
      prefer: `
${head}---${createExamplePod('  runtimeClassName: kata')}`,
    },
    {
      avoid: `
${head}spec:
\u00a0 logLevel: info
# <-- want
`,
      prefer: `
${head}spec:
  logLevel: info
`,
    },
    {
      avoid: `
${head}spec:
  enablePeerPods: false
  logLevel = info
# ^^^^^^^^^^^ want
`,
      prefer: `
${head}spec:
  enablePeerPods: false
  logLevel: info
`,
    },
  ],
});
