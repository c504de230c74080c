import * as l10n from '@vscode/l10n';
import { formatNames } from '#core/text/phrases.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import { runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { packPolicy } from '#server/engine/encoding/pack.ts';
import { fingerprint } from '#server/engine/workspace/execCommands.ts';
import { canonicalizeUri, getFolderUri } from '#server/engine/workspace/fileUri.ts';
import { createRelatedLocation, type WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import type { IndexedObject } from '#server/engine/workspace/indexedObject.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { findPrimaryRule, getRuleNameNode, analyzePolicy } from '../policyAnalysis.ts';

const request = 'ExecProcessRequest';
/** Maximum number of related locations in a finding. */
const maxRelated = 20;

const pod = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  runtimeClassName: kata-remote
  containers:
    - name: web
      image: quay.io/example/web
      livenessProbe:
        exec:
          command: ["true"]
`;

export default definePolicyRule({
  id: 'rego-exec-probe',
  title: () => l10n.t`Exec probe denied by the policy`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The policy denies ExecProcessRequest. Exec probes and lifecycle hooks that run a command require this request, and a pod in the workspace has such a probe or hook. With this policy, the probe or hook always fails, and the container restarts repeatedly or never becomes ready.

The severity is warning if the pod contains this policy in the annotation \`io.katacontainers.config.agent.policy\`. It's information if the pod contains no policy but is in the same folder or kustomization as this policy, because the pod might use this policy. The rule ignores other pods.

Use an HTTP, TCP, or gRPC probe, or allow the command in the policy.`,
  source: [kataUpstream('src/runtime/virtcontainers/kata_agent.go')],
  *check({ policy, workspace, uri }) {
    const { verdict, rulesOf, module, isAsked, isWhole } = analyzePolicy(policy);
    const decided = verdict(request).verdict;
    const rule = findPrimaryRule(rulesOf(request));
    const place = (rule === undefined ? undefined : getRuleNameNode(rule)) ?? module.package;
    if (
      workspace === undefined ||
      place === undefined ||
      !isAsked ||
      !isWhole ||
      (decided !== 'denied' && decided !== 'undefined')
    )
      return;
    const pods = podsWithCommands(workspace);
    if (pods.length === 0) return;
    const own = fingerprint(packPolicy(policy.text));
    const sure = pods.filter((fact) => policyIn(fact) === own);
    const found =
      sure.length > 0 ? sure : pods.filter((fact) => policyIn(fact) === undefined && isTogether(uri, fact, workspace));
    const [first] = found;
    if (first === undefined) return;
    const names = [...new Set(found.map(({ object }) => sanitizeQuote(object.name ?? l10n.t`a pod`, 30)))];
    const who = formatNames(names);
    const what = sanitizeQuote(first.object.values.get('exec')?.text ?? l10n.t`probe`, 50);
    yield {
      start: place.start,
      end: place.end,
      severity: sure.length > 0 ? 'warning' : 'info',
      message: l10n.t`This policy denies exec in ${who} (${what}). Use another type of probe, or allow the command.`,
      related: found.slice(0, maxRelated).flatMap((fact) => {
        const value = fact.object.values.get('exec');
        return value === undefined ? [] : [createRelatedLocation(fact, value, l10n.t`Runs a command in the container`)];
      }),
    };
  },
  examples: () => [
    {
      avoid: policyWith('default ExecProcessRequest := false\n#       ^^^^^^^^^^^^^^^^^^ want\n'),
      prefer: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.process.Args == ["true"]\n}\n',
      ),
      files: { 'pod.yaml': pod },
    },
  ],
});

/** Returns pods and workloads that use a Kata runtime class and run commands through probes or hooks. */
export function podsWithCommands(workspace: WorkspaceSnapshot): readonly IndexedObject[] {
  return workloadIds
    .flatMap((id) => workspace.of(id))
    .filter(
      ({ object: { values } }) =>
        values.has('exec') && runtimeClassNamed(values.get('runtimeClassName')?.text ?? '') !== undefined,
    );
}

/** Returns whether a pod is in the folder of a policy, or in a kustomization of that folder. */
function isTogether(policy: string, pod: IndexedObject, { overlays }: WorkspaceSnapshot): boolean {
  const folder = getFolderUri(canonicalizeUri(policy));
  return (
    getFolderUri(canonicalizeUri(pod.uri)) === folder ||
    overlays.including(pod.uri).some((kustomization) => getFolderUri(kustomization.uri) === folder)
  );
}

/** Returns the fingerprint of the policy that a pod contains, or an empty string if the policy is filled in later. */
function policyIn({ object }: IndexedObject): string | undefined {
  return object.values.get('policy')?.text;
}
