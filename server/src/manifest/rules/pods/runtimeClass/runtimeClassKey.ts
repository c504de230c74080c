import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { operator111 } from '#core/product/sources.ts';
import { renameKey } from '#server/engine/yaml/objects/dataEntries.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { createOptionalFix, findPodNode, findMisnamedRuntimeClass } from '#server/engine/yaml/objects/podNode.ts';

export default defineRule({
  id: 'pod-runtimeclass-key',
  title: () => l10n.t`Misspelled runtimeClassName`,
  severity: 'error',
  appliesTo: workloadIds,
  why: () =>
    l10n.t`The pod sets its runtime class with a misspelled field, such as \`runtimeClassname\`. The API server recognizes only \`runtimeClassName\` with this capitalization. \`oc\` rejects any other spelling as an unknown field. Without validation or with an older client, the API server drops the field, and the pod runs as a regular container without a VM. The rule reports a field only if its value is the name of an OSC runtime class.

Rename the field to \`runtimeClassName\`.`,
  source: ['Kubernetes API, PodSpec v1 core', operator111('controllers/openshift_controller.go:86'), 'OSC 1.12 §3.8'],
  *check({ manifest, text }) {
    const spec = findPodNode(manifest, ['spec']);
    const entry = spec?.type === 'map' ? findMisnamedRuntimeClass(spec) : undefined;
    if (spec?.type !== 'map' || entry?.value.type !== 'scalar') return;
    const { key, value } = entry;
    const edit = renameKey({ name: key.text, key, value, entry, map: spec }, 'runtimeClassName', text);
    yield {
      start: key.start,
      end: key.end,
      message: l10n.t`Unknown pod field ${sanitizeQuote(key.text, 40)}, so the pod is rejected or runs as a regular container. Rename the field to runtimeClassName.`,
      fixes: createOptionalFix(l10n.t`Rename to ${'runtimeClassName'}`, edit, true),
    };
  },
  examples: () => [
    {
      avoid: createExamplePod(`
  runtimeClassname: kata
# ^^^^^^^^^^^^^^^^ want`),
      prefer: createExamplePod('  runtimeClassName: kata'),
    },
    {
      avoid: createExamplePod(`
  rutimeClassName: kata-remote
# ^^^^^^^^^^^^^^^ want`),
      prefer: createExamplePod('  runtimeClassName: kata-remote'),
    },
    {
      avoid: createExamplePod(`
  runtimeHandler: kata
# ^^^^^^^^^^^^^^ want`),
      prefer: createExamplePod('  runtimeClassName: kata'),
    },
  ],
});
