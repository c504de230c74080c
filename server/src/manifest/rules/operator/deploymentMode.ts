import * as l10n from '@vscode/l10n';
import { featureGatesName } from '#core/peerPods/featureGates.ts';
import { issue, operatorDev } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { configMap } from '../shared/exampleObjects.ts';
import { deploymentMode, judgeGates } from '../featureGates/readFeatureGate.ts';

export default defineRule({
  id: 'fg-deployment-mode',
  title: () => l10n.t`A deployment mode that the operator does not know`,
  severity: 'info',
  appliesTo: [featureGatesName],
  why: () =>
    l10n.t`Any value but \`MachineConfig\`, \`DaemonSet\` and \`DaemonSetFallback\` counts as \`DaemonSetFallback\`, without a word. The gate is known from development sources only: in which release it works is not known, so this is information.`,
  source: [operatorDev('00b58ece', 'controllers/fg_handler.go'), issue('openshift/sandboxed-containers-operator', 825)],
  *check({ manifest, release }) {
    yield* judgeGates(manifest, release, (name) => name === deploymentMode);
  },
  examples: [
    {
      avoid: configMap(featureGatesName, 'deploymentMode: daemonset', '#               ^^^^^^^^^ want'),
      prefer: configMap(featureGatesName, 'deploymentMode: "DaemonSet"'),
    },
  ],
});
