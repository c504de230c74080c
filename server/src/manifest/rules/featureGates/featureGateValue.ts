import { featureGatesName } from '#core/product/namespaces.ts';
import * as l10n from '@vscode/l10n';
import { operator111, operatorDev } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { configMap } from '../shared/exampleObjects.ts';
import { deploymentMode, judgeGates } from './readFeatureGate.ts';

export default defineRule({
  id: 'fg-value',
  title: () => l10n.t`Invalid feature gate value`,
  severity: 'warning',
  appliesTo: [featureGatesName],
  why: () =>
    l10n.t`The value of this feature gate in \`osc-feature-gates\` isn't \`true\` or \`false\`. In OSC 1.11 and earlier, the operator enables a feature gate only if its value is exactly \`true\`. With any other value, such as \`True\`, \`yes\`, or \`enabled\`, the feature gate silently stays disabled. A later release might accept every value that Go parses as true (\`1\`, \`t\`, \`True\`), as the unreleased source code already does.

The severity is information if the value means false, such as \`off\`, because the feature gate is disabled as intended.

Use \`"true"\` or \`"false"\`.`,
  source: [operator111('controllers/fg_handler.go'), operatorDev('00b58ece', 'controllers/fg_handler.go')],
  *check({ manifest, release }) {
    yield* judgeGates(manifest, release, (name) => name !== deploymentMode);
  },
  examples: () => [
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
