import { featureGatesName } from '#core/product/namespaces.ts';
import * as l10n from '@vscode/l10n';
import { issue, operatorDev } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { configMap } from '../shared/exampleObjects.ts';
import { deploymentMode, judgeGates } from '../featureGates/readFeatureGate.ts';

export default defineRule({
  id: 'fg-deployment-mode',
  title: () => l10n.t`Unknown deployment mode`,
  severity: 'info',
  appliesTo: [featureGatesName],
  why: () =>
    l10n.t`The value of the feature gate \`deploymentMode\` isn't exactly \`MachineConfig\`, \`DaemonSet\`, or \`DaemonSetFallback\`. The operator silently uses \`DaemonSetFallback\` instead.

The severity is information, because this feature gate is known only from unreleased source code, and it's unknown which release will support it.

Use one of the three values, capitalized as shown.`,
  source: [operatorDev('00b58ece', 'controllers/fg_handler.go'), issue('openshift/sandboxed-containers-operator', 825)],
  *check({ manifest, release }) {
    yield* judgeGates(manifest, release, (name) => name === deploymentMode);
  },
  examples: () => [
    {
      avoid: configMap(featureGatesName, 'deploymentMode: daemonset', '#               ^^^^^^^^^ want'),
      prefer: configMap(featureGatesName, 'deploymentMode: "DaemonSet"'),
    },
  ],
});
