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
  title: () => l10n.t`runtimeClassName written otherwise`,
  severity: 'error',
  appliesTo: workloadIds,
  why: () =>
    l10n.t`The API server knows \`runtimeClassName\`, in these capitals. Any other spelling \`oc\` refuses as an unknown field, or, with validation switched off or an older client, drops it: then the pod runs as an ordinary container, without a virtual machine. Said only where the value is the name of a runtime class of OSC.`,
  source: ['Kubernetes API, PodSpec v1 core', operator111('controllers/openshift_controller.go:86')],
  *check({ manifest, text }) {
    const spec = findPodNode(manifest, ['spec']);
    const entry = spec?.type === 'map' ? findMisnamedRuntimeClass(spec) : undefined;
    if (spec?.type !== 'map' || entry?.value.type !== 'scalar') return;
    const { key, value } = entry;
    const edit = renameKey({ name: key.text, key, value, entry, map: spec }, 'runtimeClassName', text);
    yield {
      start: key.start,
      end: key.end,
      message: l10n.t`A pod has no field ${sanitizeQuote(key.text, 40)}: it is refused, or runs as an ordinary container. Write runtimeClassName.`,
      fixes: createOptionalFix(l10n.t`Rename to runtimeClassName`, edit, true),
    };
  },
  examples: [
    {
      avoid: createExamplePod(`
  runtimeClassname: kata
# ^^^^^^^^^^^^^^^^ want`),
      prefer: createExamplePod('  runtimeClassName: kata'),
    },
  ],
});
