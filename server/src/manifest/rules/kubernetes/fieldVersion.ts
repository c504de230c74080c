import * as l10n from '@vscode/l10n';
import { listedKindIds } from '#core/kinds/listedKinds.ts';
import { sandboxPodIds } from '#core/kubernetes/agentSandboxKinds.ts';
import { coveredMinors, type KubernetesVersions } from '#core/kubernetes/tables.ts';
import { openShiftOffset, type KubernetesRange } from '#core/kubernetes/kubernetesVersions.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import type { Span } from '#server/engine/text/span.ts';
import { withCheckedObjects } from './objects/describeCheckedObjects.ts';
import { formatPath, listProblems } from './objects/checkedObject.ts';
import type { FieldProblem } from './objects/walkFields.ts';

export default defineRule({
  id: 'kubernetes-version',
  title: () => l10n.t`Field or value of another Kubernetes version`,
  severity: 'error',
  appliesTo: [...listedKindIds, ...sandboxPodIds],
  why: () =>
    withCheckedObjects(
      l10n.t`The field or the value doesn't exist in all Kubernetes versions that the rule considers. An API server without the field rejects the object (\`unknown field\`) or, without strict validation, drops the field.

The rule considers the version of the cluster for file checks. If no cluster is selected, it considers the versions that the selected OSC release supports or, if these are unknown, Kubernetes 1.27 to 1.36. If none of the versions has the field, the severity is error. If some have it, the severity is information.

For the pod template of a Sandbox or SandboxTemplate (agent-sandbox), the severity is at most warning. The API server checks the template only when the controller creates the pod. It then drops the field from the pod, or rejects the pod because of the value.

Each OpenShift version contains one Kubernetes version. For example, OpenShift 4.18 contains Kubernetes 1.31, and OpenShift 4.21 contains Kubernetes 1.34.

Remove the field, or check that your clusters have the version.`,
    ),
  source: ['kubernetes/api@545bb975 core/v1/types.go, compared with the tags v0.27.0 to v0.36.0', 'OSC 1.12 §1.2'],
  *check(context) {
    // The API server checks this template only when the controller creates the pod.
    const isSandbox = sandboxPodIds.includes(context.manifest.kind.id);
    for (const finding of listVersionFindings(context))
      yield isSandbox && finding.severity === 'error' ? { ...finding, severity: 'warning' } : finding;
  },
  examples: () => [
    {
      avoid: createExamplePod(`  runtimeClassName: kata
  workloadRef:
# ^^^^^^^^^^^ want
    name: batch
    podGroup: workers`),
      prefer: createExamplePod('  runtimeClassName: kata'),
      release: '1.12',
      fix: 'Remove workloadRef',
    },
  ],
});

function* listVersionFindings({ manifest, kubernetes }: RuleContext): Generator<Finding> {
  let parent: FoundField | undefined;
  for (const found of listProblems(manifest, 'versioned-field')) {
    if (parent !== undefined && isCovered(found, parent)) continue;
    const findings = [...describe(found.entry.key, formatPath(found.path), found.field, kubernetes())];
    if (findings.length > 0) parent = found;
    yield* findings;
  }
  for (const { node, path, value } of listProblems(manifest, 'versioned-value'))
    yield* describe(node, `${formatPath(path)}: ${sanitizeQuote(value.value, 60)}`, value, kubernetes());
}

type FoundField = Extract<FieldProblem, { readonly type: 'versioned-field' }>;

/** Returns whether a field is below another one, and exists in all versions that have the other one. */
function isCovered({ path, field }: FoundField, { path: above, field: parent }: FoundField): boolean {
  return (
    above.every((step, index) => path[index] === step) &&
    (field.since ?? 0) <= (parent.since ?? 0) &&
    (field.until ?? Infinity) >= (parent.until ?? Infinity)
  );
}

function* describe(
  place: Span,
  name: string,
  { since = 0, until = Infinity }: KubernetesVersions,
  range: KubernetesRange,
): Generator<Finding> {
  if (since <= range.first && until >= range.last) return;
  const { start, end } = place;
  const versions = until === Infinity ? undefined : formatRange(since, until);
  const isNowhere = since > range.last || until < range.first;
  yield {
    start,
    end,
    severity: isNowhere ? 'error' : 'info',
    message:
      versions === undefined
        ? l10n.t`${name} requires Kubernetes 1.${since} (OpenShift 4.${since - openShiftOffset}) or later.`
        : l10n.t`${name} exists only in Kubernetes ${versions}.`,
  };
}

function formatRange(first: number, until: number): string {
  const since = Math.max(first, coveredMinors.oldest);
  return since === until ? `1.${since}` : l10n.t`1.${since} to 1.${until}`;
}
