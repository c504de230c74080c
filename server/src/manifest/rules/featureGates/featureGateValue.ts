import * as l10n from '@vscode/l10n';
import { featureGatesName } from '#core/peerPods/featureGates.ts';
import { operator111, operatorDev } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { configMap } from '../shared/exampleObjects.ts';
import { deploymentMode, judgeGates } from './readFeatureGate.ts';

export default defineRule({
  id: 'fg-value',
  title: () => l10n.t`A feature gate that stays off`,
  severity: 'warning',
  appliesTo: [featureGatesName],
  why: () =>
    l10n.t`The operator compares the value of a gate with \`true\`, to the letter: \`True\`, \`yes\` and \`enabled\` leave it off, without a word. Development sources take all that Go takes for true (\`1\`, \`t\`, \`True\`); which release has that is not known.`,
  source: [operator111('controllers/fg_handler.go'), operatorDev('00b58ece', 'controllers/fg_handler.go')],
  *check({ manifest, release }) {
    yield* judgeGates(manifest, release, (name) => name !== deploymentMode);
  },
  examples: [
    {
      avoid: configMap(featureGatesName, 'confidential: "yes"', '#             ^^^^^ want'),
      prefer: configMap(featureGatesName, 'confidential: "true"'),
    },
    {
      avoid: configMap(
        featureGatesName,
        'confidential: "True"',
        '#             ^^^^^^ want',
        'layeredImageDeployment: "off"',
        '#                       ^^^^^ want',
      ),
      prefer: configMap(featureGatesName, 'confidential: "true"', 'layeredImageDeployment: "false"'),
      release: '1.11',
    },
  ],
});
