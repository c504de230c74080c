import * as l10n from '@vscode/l10n';
import { kindIds } from '#core/kinds/index.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { findMergeConflict } from '#server/engine/text/conflictMarkers.ts';
import { findPasteProblem } from './pasteProblem.ts';

const head = `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: cluster-kataconfig\n`;

export default defineRule({
  id: 'yaml-pasted',
  title: () => l10n.t`Copy-and-paste error in a manifest`,
  severity: 'error',
  appliesTo: kindIds,
  reads: 'syntax',
  why: () =>
    l10n.t`The manifest contains a typical copy-and-paste error, so \`oc\` can't read it or misinterprets it:

- A callout legend from the documentation, such as \`<1> The log level\`, isn't YAML.
- A paragraph from the documentation, such as \`where:\` with an explanation of the fields, isn't YAML either.
- YAML doesn't accept no-break spaces as indentation.
- If the line \`---\` between two objects is missing, \`oc\` reads them as one object with duplicate keys.
- \`logLevel = debug\` isn't YAML. YAML uses \`logLevel: debug\`.

For such an error, a YAML parser reports several unclear messages. The rule reports one message instead.

Correct the marked part as described in the message.`,
  source: [
    'YAML 1.2.2',
    'OSC 1.12, 2.2 (callouts with a legend below the manifest)',
    'OSC 1.12 for AWS, 3.3 and 4.4 (a paragraph with "where:" below the manifest)',
  ],
  *check({ manifest, problems, text }) {
    if (findMergeConflict(text) !== undefined) return;
    const pasted = findPasteProblem(text, problems, manifest.kind);
    if (pasted !== undefined) yield pasted.finding;
  },
  examples: () => [
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
${head}spec:
  enablePeerPods: true

where:
# <------ want

matchLabels
Optional: If you have applied node labels, specify the key and value.
`,
      prefer: `
${head}spec:
  enablePeerPods: true
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
