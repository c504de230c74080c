import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { operator111 } from '#core/product/sources.ts';
import { renameKey } from '#server/engine/yaml/objects/dataEntries.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { shown } from '#server/engine/text/quoteForMessage.ts';
import { podWith } from '#server/engine/examples/examplePods.ts';
import { fixes, inPod, misnamedClassIn } from '#server/engine/yaml/objects/podNode.ts';

export default defineRule({
  id: 'pod-runtimeclass-key',
  title: l10n.t`runtimeClassName written otherwise`,
  severity: 'error',
  appliesTo: workloadIds,
  why: l10n.t`The API server knows \`runtimeClassName\`, in these capitals. Any other spelling \`oc\` refuses as an unknown field, or, with validation switched off or an older client, drops it: then the pod runs as an ordinary container, without a virtual machine. Said only where the value is the name of a runtime class of OSC.`,
  source: ['Kubernetes API, PodSpec v1 core', operator111('controllers/openshift_controller.go:86')],
  *check({ manifest, text }) {
    const spec = inPod(manifest, ['spec']);
    const entry = spec?.type === 'map' ? misnamedClassIn(spec) : undefined;
    if (spec?.type !== 'map' || entry?.value.type !== 'scalar') return;
    const { key, value } = entry;
    const edit = renameKey({ name: key.text, key, value, entry, map: spec }, 'runtimeClassName', text);
    yield {
      start: key.start,
      end: key.end,
      message: l10n.t`A pod has no field ${shown(key.text, 40)}: it is refused, or runs as an ordinary container. Write runtimeClassName.`,
      fixes: fixes(l10n.t`Rename to runtimeClassName`, edit, true),
    };
  },
  examples: [
    {
      avoid: podWith(`
  runtimeClassname: kata
# ^^^^^^^^^^^^^^^^ want`),
      prefer: podWith('  runtimeClassName: kata'),
    },
  ],
});
