import * as l10n from '@vscode/l10n';
import { checkedKindIds } from '#core/kinds/listedKinds.ts';
import { coveredMinors } from '#core/kubernetes/tables.ts';
import { restartPolicies } from '#core/kubernetes/restartPolicies.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode, type PathSegment, type ScalarNode } from '#server/engine/yaml/node.ts';
import { isVariable } from '../shared/invalidName.ts';
import { describeNearest } from './describeNearest.ts';
import { withCheckedObjects } from './objects/describeCheckedObjects.ts';
import { formatPath, isCheckedObject, listProblems } from './objects/checkedObject.ts';

export default defineRule({
  id: 'kubernetes-value',
  title: () => l10n.t`Invalid value in a Kubernetes object`,
  severity: 'error',
  appliesTo: checkedKindIds,
  coveredByKubernetesSchema: true,
  why: () =>
    withCheckedObjects(
      l10n.t`The field accepts only certain values, and the API server rejects all others (\`Unsupported value: "Allways": supported values: "Always", "IfNotPresent", "Never"\`). Values are case-sensitive. The pods of a Deployment can only have the restart policy \`Always\`, and those of a Job \`OnFailure\` or \`Never\`.

Use one of the values in the message.`,
    ),
  source: [
    'kubernetes/api@545bb975 core/v1/types.go',
    'kubernetes/kubernetes@2dd1588c pkg/apis/apps/validation/validation.go',
  ],
  *check({ manifest, kubernetes }) {
    const isNewer = kubernetes().first > coveredMinors.newest;
    for (const { node, path, values } of listProblems(manifest, 'unknown-value')) {
      const known = values.map(({ value }) => value);
      const meant = known.find((value) => value.toLowerCase() === node.text.toLowerCase());
      const isAbbreviation = path.includes('accessModes') && Object.hasOwn(accessModes, node.text);
      if (isVariable(node.text) && meant === undefined && !isAbbreviation) continue;
      const finding = describe(node, path, listAllowed(manifest, path, known));
      // A newer cluster might accept the value.
      yield isNewer ? { ...finding, severity: 'info' } : finding;
    }
    yield* checkRestartPolicy(manifest);
  },
  examples: () => [
    {
      avoid: createExamplePod('  runtimeClassName: kata\n  restartPolicy: Allways\n#                ^^^^^^^ want'),
      prefer: createExamplePod('  runtimeClassName: kata\n  restartPolicy: Always'),
    },
    {
      avoid: `
apiVersion: batch/v1
kind: Job
metadata:
  name: report
spec:
  template:
    spec:
      runtimeClassName: kata
      restartPolicy: Always
#                    ^^^^^^ want
      containers:
        - name: report
          image: quay.io/example/report
`,
    },
  ],
});

/** Reports a restart policy that pods can have, but not the pods of this workload. */
function* checkRestartPolicy(manifest: Manifest): Generator<Finding> {
  const { kind, root } = manifest;
  const allowed = Object.hasOwn(restartPolicies, kind.kind) ? restartPolicies[kind.kind] : undefined;
  if (allowed === undefined || !isCheckedObject(manifest)) return;
  const path = restartPolicyPath(manifest);
  const node = findYamlNode(root, path);
  if (node?.type !== 'scalar' || node.unknown || !['Always', 'OnFailure', 'Never'].includes(node.text)) return;
  if (!allowed.includes(node.text)) yield describe(node, path, allowed);
}

const restartPolicyPath = ({ kind }: Manifest): readonly string[] => [...(kind.podPath ?? []), 'spec', 'restartPolicy'];

function listAllowed(manifest: Manifest, path: readonly PathSegment[], values: readonly string[]): readonly string[] {
  const isRestartPolicy = path.join('\n') === restartPolicyPath(manifest).join('\n');
  const { kind } = manifest.kind;
  return (isRestartPolicy && Object.hasOwn(restartPolicies, kind) ? restartPolicies[kind] : undefined) ?? values;
}

/** The abbreviations of access modes in the output of `oc get`. */
const accessModes: Readonly<Record<string, string>> = {
  RWO: 'ReadWriteOnce',
  ROX: 'ReadOnlyMany',
  RWX: 'ReadWriteMany',
  RWOP: 'ReadWriteOncePod',
};

function describe(node: ScalarNode, path: readonly PathSegment[], allowed: readonly string[]): Finding {
  const mode =
    path.includes('accessModes') && Object.hasOwn(accessModes, node.text) ? accessModes[node.text] : undefined;
  const listed = allowed.filter((one) => one !== '').slice(0, 12);
  const problem = l10n.t`${formatPath(path)} can't be "${sanitizeQuote(node.text, 60)}", so the API server rejects the object.`;
  return describeNearest(node, problem, listed, {
    ...(mode === undefined ? {} : { meant: mode }),
    otherwise: listed.length === 1 ? l10n.t`Use ${listed[0] ?? ''}.` : l10n.t`Use one of ${listed.join(', ')}.`,
    canBeSure: true,
  });
}
