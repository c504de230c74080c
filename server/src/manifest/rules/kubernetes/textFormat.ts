import * as l10n from '@vscode/l10n';
import { checkedKindIds } from '#core/kinds/listedKinds.ts';
import type { KubernetesRange } from '#core/kubernetes/kubernetesVersions.ts';
import { findTextProblem } from '#core/kubernetes/textFormats.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { isVariable } from '../shared/invalidName.ts';
import { withCheckedObjects } from './objects/describeCheckedObjects.ts';
import { formatPath, isCheckedObject, walkCheckedObject } from './objects/checkedObject.ts';

export default defineRule({
  id: 'kubernetes-format',
  title: () => l10n.t`Invalid name, path, image, or schedule`,
  severity: 'error',
  appliesTo: checkedKindIds,
  skipsPatches: true,
  why: () =>
    withCheckedObjects(
      l10n.t`The value doesn't have the form that its field requires, so the API server rejects the object. The rule checks, for example, names of containers, volumes, ports, and environment variables, paths in volumes, pod fields that variables contain, percentages, and schedules.

The API server accepts an invalid image or an invalid medium of an \`emptyDir\` volume, but then the kubelet doesn't start the container (\`InvalidImageName\`, \`unknown storage medium\`).

The rule doesn't check values that contain a placeholder or a variable.

Correct the marked value.`,
    ),
  source: [
    'kubernetes/kubernetes@a7264f95 pkg/apis/core/validation/validation.go',
    'kubernetes/kubernetes@cfce511e pkg/kubelet/images/image_manager.go',
    'kubernetes/kubernetes@e62f9625 pkg/volume/emptydir/empty_dir.go',
    'distribution/reference@a3fb7846 reference.go',
    'robfig/cron@004a5153 parser.go',
  ],
  *check({ manifest, kubernetes }) {
    yield* checkServiceName(manifest, kubernetes());
    for (const { owner, field, node, path } of walkCheckedObject(manifest).scalars) {
      if (typeof node.value !== 'string') continue;
      const problem = findTextProblem(owner, field, node.text);
      if (problem === undefined || isPlaceholderIn(field, node.text)) continue;
      // A trigger of OpenShift replaces the blank image of a workload, and the API server rejects it only in a Pod.
      if (field === 'image' && manifest.kind.id !== 'Pod' && node.text.trim() === '') continue;
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

/** Fields whose values can contain characters that are placeholders elsewhere, such as `*` and `%`. */
const withSpecialCharacters = ['schedule', 'maxUnavailable', 'maxSurge', 'minAvailable'];

function isPlaceholderIn(field: string, text: string): boolean {
  return withSpecialCharacters.includes(field)
    ? /[<>{}$]|__|\[\[|^[A-Z][A-Z0-9_]+$/.test(text)
    : text.split(/[/:@]/).some(isVariable);
}

/** Reports the name of a Service that starts with a digit, which Kubernetes accepts since version 1.36 (KEP-5311). */
function* checkServiceName(manifest: Manifest, { first, last }: KubernetesRange): Generator<Finding> {
  const node =
    manifest.kind.id === 'Service' && isCheckedObject(manifest)
      ? findYamlNode(manifest.root, ['metadata', 'name'])
      : undefined;
  if (node?.type !== 'scalar' || node.unknown || !/^\d[a-z0-9-]*$/.test(node.text) || first >= 36) return;
  yield {
    start: node.start,
    end: node.end,
    severity: last < 36 ? 'error' : 'info',
    message: l10n.t`Before Kubernetes 1.36, the name of a Service can't start with a digit, so the API server rejects the object.`,
  };
}
