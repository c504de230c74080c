import * as l10n from '@vscode/l10n';
import { isOffByDefault, lastVersionOff } from '#core/kubernetes/featureGates.ts';
import { sandboxPodIds } from '#core/kubernetes/agentSandboxKinds.ts';
import { listedKindIds } from '#core/kinds/listedKinds.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { withCheckedObjects } from './objects/describeCheckedObjects.ts';
import { formatPath, listProblems } from './objects/checkedObject.ts';

export default defineRule({
  id: 'kubernetes-feature-gate',
  title: () => l10n.t`Field of a feature that is off by default`,
  severity: 'info',
  appliesTo: [...listedKindIds, ...sandboxPodIds],
  why: () =>
    withCheckedObjects(
      l10n.t`The field belongs to a feature that some of the supported Kubernetes versions turn off by default. The API server then accepts the object, but silently drops the field. A cluster administrator can turn on the feature gate.

The rule uses the defaults of Kubernetes 1.35 and earlier. OpenShift can turn on other feature gates.

Check the feature gates of your clusters.`,
    ),
  source: ['kubernetes/kubernetes@b0b89d3b pkg/features/kube_features.go'],
  *check({ manifest, kubernetes }) {
    const range = kubernetes();
    for (const { entry, path, field } of listProblems(manifest, 'gated-field')) {
      const gate = field.gates.find((one) => isOffByDefault(one, range));
      // Another rule reports a field that some versions lack.
      const isEverywhere = (field.since ?? 0) <= range.first && (field.until ?? Infinity) >= range.last;
      if (gate === undefined || !isEverywhere) continue;
      const { start, end, text } = entry.key;
      const last = `1.${lastVersionOff(gate) ?? 0}`;
      // Feature gates don't apply to custom resources, so the object keeps the field.
      const message = sandboxPodIds.includes(manifest.kind.id)
        ? l10n.t`The feature gate ${gate} is off by default in Kubernetes ${last} and earlier. If it's off, the API server drops ${text} when the controller creates the pod.`
        : l10n.t`The feature gate ${gate} is off by default in Kubernetes ${last} and earlier. If it's off, the API server drops ${formatPath(path)}.`;
      yield { start, end, message };
    }
  },
  examples: () => [
    {
      avoid: `${createExamplePod('  runtimeClassName: kata')}      resizePolicy:
#     ^^^^^^^^^^^^ want
        - resourceName: cpu
          restartPolicy: NotRequired
`,
      release: '1.12',
    },
  ],
});
