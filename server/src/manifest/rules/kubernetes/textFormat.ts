import * as l10n from '@vscode/l10n';
import { listedKindIds } from '#core/kubernetes/listedKinds.ts';
import { findTextProblem } from '#core/kubernetes/textFormats.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { isVariable } from '../shared/invalidName.ts';
import { formatPath, walkOwned } from './ownedObject.ts';

export default defineRule({
  id: 'kubernetes-format',
  title: () => l10n.t`Name, path, image, or schedule with an invalid form`,
  severity: 'error',
  appliesTo: listedKindIds,
  skipsPatches: true,
  why: () =>
    l10n.t`The text doesn't have the form that the field requires: the name of a container, volume, port, or environment variable, a path in a volume, a field of the pod for a variable, or a schedule. The API server rejects the object.

The API server accepts any image and any medium of an \`emptyDir\` volume, but then the kubelet doesn't start the container (\`InvalidImageName\`, \`unknown storage medium\`).

The rule checks workloads whose pods run in a Kata sandbox. It doesn't check values that contain a placeholder or a variable.

Correct the marked text.`,
  source: [
    'kubernetes/kubernetes@a7264f95 pkg/apis/core/validation/validation.go',
    'kubernetes/kubernetes@cfce511e pkg/kubelet/images/image_manager.go',
    'kubernetes/kubernetes@e62f9625 pkg/volume/emptydir/empty_dir.go',
    'distribution/reference@a3fb7846 reference.go',
  ],
  *check({ manifest }) {
    for (const { owner, field, node, path } of walkOwned(manifest).scalars) {
      if (typeof node.value !== 'string') continue;
      const problem = findTextProblem(owner, field, node.text);
      if (problem === undefined || node.text.split(/[/:@]/).some(isVariable)) continue;
      const text = sanitizeQuote(node.text, 80);
      yield {
        start: node.start,
        end: node.end,
        ...(field === 'image' ? { changedBy: 'images' as const } : {}),
        message: problem.isOnlyKubelet
          ? l10n.t`The kubelet can't use "${text}" for ${formatPath(path)}, because ${problem.reason}. The container doesn't start.`
          : l10n.t`The API server rejects "${text}" for ${formatPath(path)}, because ${problem.reason}.`,
      };
    }
  },
  examples: () => [
    {
      avoid: createExamplePod('  runtimeClassName: kata').replace(
        '    - name: web\n',
        '    - name: Web\n#           ^^^ want\n',
      ),
    },
    {
      avoid: createExamplePod('  runtimeClassName: kata').replace(
        'quay.io/example/web\n',
        'quay.io/Example/web\n#            ^^^^^^^^^^^^^^^^^^^ want\n',
      ),
    },
  ],
});
