import { featureGatesName } from '#core/product/namespaces.ts';
import * as l10n from '@vscode/l10n';
import { policyAnnotationKey, getPolicyDelivery, type ConfidentialGate } from '#core/agent/policyDelivery.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import { isGateEnabled } from '#core/peerPods/featureGates.ts';
import { adaptor112 } from '#core/product/sources.ts';
import type { Release } from '#core/product/releases.ts';
import type { WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { isAboutOsc } from '../../shared/ourWorkspace.ts';
import { shortenKey } from './annotationKey.ts';
import { packInitdata, packPolicy } from '#server/engine/encoding/pack.ts';
import { initdataWith, policyEntry } from '#server/engine/examples/exampleInitdata.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { initDataKey } from '#core/annotations/remoteSize.ts';
import { annotatedPod } from '#server/engine/examples/examplePods.ts';
import { listPodAnnotations, getRuntimeClassName } from '#server/engine/yaml/objects/podNode.ts';

const confidential = '  runtimeClassName: kata-cc';

export default defineRule({
  id: 'pod-policy-annotation-cc',
  title: () => l10n.t`Policy annotation rejected by the guest`,
  severity: 'warning',
  appliesTo: workloadIds,
  needs: ['workspace'],
  why: () =>
    l10n.t`A confidential pod has its policy in the annotation \`io.katacontainers.config.agent.policy\`. The runtime sends this policy to the guest with SetPolicyRequest, which the policy in the image must allow. In OSC 1.11 and later, the images for confidential pods deny this request, so the sandbox isn't created ("SetPolicyRequest is blocked by policy"). The rule reports pods with \`kata-cc\`, and pods with \`kata-remote\` if \`osc-feature-gates\` in the workspace enables \`confidential\`.

Other products also have a runtime class \`kata-cc\`. The guests of Azure Linux, for example, accept the policy in the annotation. For \`kata-cc\`, the severity is therefore information, unless the workspace contains a KataConfig or another object that installs or configures OSC.

Remove the annotation, and add the policy as \`policy.rego\` to the initdata in \`io.katacontainers.config.hypervisor.cc_init_data\`. Attestation also covers a policy in initdata.`,
  source: [
    adaptor112('podvm-payload/osc-agent-policy.rego'),
    'OSC 1.12 §3.5',
    'microsoft/kata-containers@a207f851 tools/osbuilder/node-builder/azure-linux/README.md (other guests with this class)',
  ],
  *check({ manifest, release, workspace }) {
    const annotation = listPodAnnotations(manifest).findLast(({ name }) => name === policyAnnotationKey);
    const runtime = getRuntimeClassName(manifest);
    if (annotation === undefined || runtime === undefined) return;
    const { annotation: way, initdata, initdataKey } = getPolicyDelivery(release, runtime, gateIn(workspace, release));
    if (way.works !== false || initdata.works !== true) return;
    const { start, end } = annotation.key;
    const isUncertain = runtime === 'kata-cc' && (workspace === undefined || !isAboutOsc(workspace));
    yield {
      start,
      end,
      ...(isUncertain ? { severity: 'info' } : {}),
      message: isUncertain
        ? l10n.t`In OSC ${release.id}, the policy in the kata-cc image denies SetPolicyRequest, so the sandbox isn't created. Add the policy to initdata (${shortenKey(initdataKey)}) as policy.rego.`
        : l10n.t`The policy in the image denies SetPolicyRequest, so the sandbox isn't created. Add the policy to initdata (${shortenKey(initdataKey)}) as policy.rego.`,
    };
  },
  examples: () => [
    {
      avoid: annotatedPod(
        `    ${policyAnnotationKey}: ${packPolicy(policyWith(''))}\n#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`,
        confidential,
      ),
      prefer: annotatedPod(
        `    ${initDataKey}: ${packInitdata(initdataWith({ more: policyEntry('') }))}`,
        confidential,
      ),
      files: {
        'kataconfig.yaml':
          'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example-kataconfig\n',
      },
    },
  ],
});

/** Returns whether the feature gate is enabled according to the workspace. */
function gateIn(workspace: WorkspaceSnapshot | undefined, release: Release): ConfidentialGate {
  const gates = workspace?.of(featureGatesName) ?? [];
  const states = gates.map(({ object }) => {
    const text = object.values.get('confidential')?.text;
    return text === undefined ? 'depends' : isGateEnabled(text, release);
  });
  const [first] = states;
  return first === undefined || first === 'depends' || states.some((state) => state !== first) ? 'unknown' : first;
}
