import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { findMapEntry } from '#server/engine/yaml/node.ts';
import { moveBelow } from '../shared/moveBelow.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { createOptionalFix, findPodNode, runsInKata } from '#server/engine/yaml/objects/podNode.ts';

/** Fields of a pod spec to move together with the containers. */
export const podSpecFields: ReadonlySet<string> = new Set([
  'containers',
  'initContainers',
  'runtimeClassName',
  'volumes',
  'restartPolicy',
  'nodeSelector',
  'serviceAccountName',
  'securityContext',
  'tolerations',
  'imagePullSecrets',
]);

export default defineRule({
  id: 'pod-spec-at-top',
  title: () => l10n.t`Pod containers outside spec`,
  severity: 'error',
  appliesTo: workloadIds,
  why: () =>
    l10n.t`\`containers\` is outside the pod \`spec\`, usually because the indentation was lost or the line \`spec:\` is missing. In a workload, this \`spec\` is in the pod template. The API server rejects the object (\`unknown field "containers"\` or \`spec.containers: Required value\`).

Indent \`containers\` and the other pod fields under \`spec:\`.`,
  source: ['Kubernetes API, Pod v1 core'],
  *check({ manifest, text }) {
    const template = findPodNode(manifest, []);
    if (template?.type !== 'map') return;
    const containers = findMapEntry(template, 'containers');
    if (containers?.value.type !== 'seq' || containers.borrowed || !runsInKata(manifest)) return;
    const spec = findMapEntry(template, 'spec');
    if (spec !== undefined && findMapEntry(spec.value, 'containers') !== undefined) return;
    const edit = moveBelow(text, {
      map: template,
      name: 'spec',
      entry: containers,
      belongs: (key) => podSpecFields.has(key),
    });
    yield {
      start: containers.key.start,
      end: containers.key.end,
      message: l10n.t`The API server rejects containers outside spec. Indent containers under a spec: line.`,
      fixes: createOptionalFix(l10n.t`Move under ${'spec'}`, edit, true),
    };
  },
  examples: () => [
    {
      avoid: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  runtimeClassName: kata
containers:
# <---------- want
  - name: web
    image: quay.io/example/web
`,
      prefer: createExamplePod('  runtimeClassName: kata'),
    },
    {
      avoid: `
apiVersion: v1
kind: Pod
metadata:
  name: web
runtimeClassName: kata
containers:
# <---------- want
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
    },
    {
      avoid: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
    runtimeClassName: kata
    containers:
#   ^^^^^^^^^^ want
    - name: web
      image: quay.io/example/web
`,
      prefer: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      runtimeClassName: kata
      containers:
      - name: web
        image: quay.io/example/web
`,
    },
  ],
});
