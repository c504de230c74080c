import * as l10n from '@vscode/l10n';
import { checkedKindIds } from '#core/kinds/listedKinds.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { describeWrongType } from '../allKinds/wrongType.ts';
import { isVariable } from '../shared/invalidName.ts';
import { isAfterRawAction } from './objects/rawActions.ts';
import { withCheckedObjects } from './objects/describeCheckedObjects.ts';
import { listProblems } from './objects/checkedObject.ts';

export default defineRule({
  id: 'kubernetes-wrong-type',
  title: () => l10n.t`Wrong value type in a Kubernetes object`,
  severity: 'error',
  appliesTo: checkedKindIds,
  coveredByKubernetesSchema: true,
  why: () =>
    withCheckedObjects(
      l10n.t`The value has a different type than the field requires, so the API server rejects the object (\`cannot unmarshal string into Go struct field ContainerPort.containerPort of type int32\`). The rule reads values as \`oc\` does: \`yes\` and \`on\` are booleans, and \`"80"\` is a string.

Write numbers and booleans without quotes, and strings in quotes.`,
    ),
  source: ['kubernetes/api@545bb975 core/v1/types.go', 'kubernetes-sigs/yaml@742f5e6f goyaml.v2/resolve.go'],
  *check({ manifest, text }) {
    for (const { node, path, expected } of listProblems(manifest, 'wrong-type')) {
      // Other rules report runtimeClassName and placeholders.
      if (path.at(-1) === 'runtimeClassName') continue;
      if (node.type === 'scalar' && typeof node.value === 'string' && isVariable(node.text)) continue;
      if (node.type !== 'scalar' && isAfterRawAction(text, node.start)) continue;
      yield describeWrongType(node, expected, path);
    }
  },
  examples: () => [
    {
      avoid: `${createExamplePod('  runtimeClassName: kata\n  hostNetwork: "true"\n#              ^^^^^^ want')}      ports:
        - containerPort: "80"
#                        ^^^^ want
      env:
        - name: WORKERS
          value: 4
#                ^ want
`,
      prefer: `${createExamplePod('  runtimeClassName: kata\n  hostNetwork: true')}      ports:
        - containerPort: 80
      env:
        - name: WORKERS
          value: "4"
`,
    },
  ],
});
