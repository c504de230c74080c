import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { findMapEntry, type MapEntry, type MapNode } from '#server/engine/yaml/node.ts';
import { insertEntryBefore, removeEntry } from '#server/engine/findings/edits.ts';
import { defineRule, type Fix } from '#server/engine/findings/rule.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { findPodNode, findMisnamedRuntimeClass, misplacedClasses } from '#server/engine/yaml/objects/podNode.ts';

const field = 'runtimeClassName';

export default defineRule({
  id: 'pod-runtimeclass-place',
  title: () => l10n.t`Misplaced runtimeClassName`,
  severity: 'error',
  appliesTo: workloadIds,
  why: () =>
    l10n.t`\`runtimeClassName\` is in the wrong place: at the top level, in \`metadata\`, next to the pod template, or in a container. It belongs in the pod \`spec\`. In a workload, that is the \`spec\` in the pod template. Elsewhere, \`oc\` rejects it as an unknown field. Without validation or with an older client, the API server drops it, and the pod runs as a regular container. The rule reports the field only if its value is the name of an OSC runtime class.

Move \`runtimeClassName\` to the pod \`spec\`.`,
  source: ['Kubernetes API, PodSpec v1 core', 'OSC 1.12 §3.8'],
  *check({ manifest, text }) {
    const template = findPodNode(manifest, []);
    const spec = findMapEntry(template, 'spec')?.value;
    // Another rule reports containers outside of spec and moves the runtime class with them.
    if (spec?.type !== 'map' || findMapEntry(template, 'containers') !== undefined) return;
    const places = misplacedClasses(manifest);
    const isThere =
      findMapEntry(spec, field) !== undefined ||
      findMisnamedRuntimeClass(spec) !== undefined ||
      spec.entries.some(({ key }) => key.unknown);
    for (const { map, entry } of places) {
      yield {
        start: entry.key.start,
        end: entry.key.end,
        message: isThere
          ? l10n.t`${field} isn't valid here, so the API server rejects the object or ignores the field. The pod spec already contains the field, so remove it here.`
          : l10n.t`${field} isn't valid here, so the pod is rejected or runs as a regular container. Move the field to the pod spec.`,
        fixes: isThere || places.length > 1 ? [] : moved(text, map, entry, spec),
      };
    }
  },
  examples: () => [
    {
      avoid: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  runtimeClassName: kata
# ^^^^^^^^^^^^^^^^ want
  template:
    spec:
      containers:
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
    {
      avoid: `${createExamplePod('')}      runtimeClassName: kata
#     ^^^^^^^^^^^^^^^^ want
`,
      prefer: createExamplePod('  runtimeClassName: kata'),
    },
    {
      avoid: createExamplePod('').replace(
        '  name: web\n',
        '  name: web\n  runtimeClassName: kata\n# ^^^^^^^^^^^^^^^^ want\n',
      ),
      prefer: createExamplePod('  runtimeClassName: kata'),
    },
  ],
});

function moved(text: string, map: MapNode, entry: MapEntry, spec: MapNode): Fix[] {
  const { value } = entry;
  const gone = removeEntry(text, map, entry);
  const there =
    spec.borrowed || spec.anchored === true
      ? undefined
      : insertEntryBefore(text, spec, `${field}: ${text.slice(value.start, value.end)}`);
  if (gone === undefined || there === undefined) return [];
  return [
    {
      title: l10n.t`Move under ${'spec'}`,
      edits: [gone, there].toSorted((a, b) => a.start - b.start),
      sure: true,
    },
  ];
}
