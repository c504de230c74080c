import * as l10n from '@vscode/l10n';
import { listedKindIds } from '#core/kinds/listedKinds.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { withCheckedObjects } from './objects/describeCheckedObjects.ts';
import { isFirstOfList } from './objects/listedObjects.ts';

const pod = createExamplePod('  runtimeClassName: kata').trim();

export default defineRule({
  id: 'kubernetes-list',
  title: () => l10n.t`Top-level list of Kubernetes objects`,
  severity: 'error',
  appliesTo: listedKindIds,
  skipsPatches: true,
  why: () =>
    withCheckedObjects(
      l10n.t`The document is a list of objects. \`oc\` expects an object, so it rejects the list (\`invalid object to validate\`).

Separate the objects with \`---\`, or put them under \`items\` of an object with \`kind: List\`.`,
    ),
  source: ['kubernetes/kubernetes@7501d5a6 staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/unstructured/helpers.go'],
  *check({ manifest }) {
    if (!isFirstOfList(manifest)) return;
    const { start, end } = manifest.root.entries[0]?.key ?? manifest.root;
    yield {
      start,
      end,
      message: l10n.t`oc can't read a list of objects. Separate the objects with "---", or use "kind: List".`,
    };
  },
  examples: () => [
    {
      avoid: `- ${pod.replaceAll('\n', '\n  ').replace('\n', '\n# ^^^^^^^^^^ want\n')}\n`,
    },
  ],
});
