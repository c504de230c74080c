import * as l10n from '@vscode/l10n';
import { claimMetadataPath } from '#core/kinds/agentSandbox/kinds.ts';
import { workloads } from '#core/kinds/workloads.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { defineRule, type RuleContext } from '#server/engine/findings/rule.ts';
import { entryAt, mapAt, stringNode } from '#server/engine/yaml/keyValue.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import annotationNotEnabled from '../pods/annotations/annotationNotEnabled.ts';
import annotationUnknown from '../pods/annotations/annotationUnknown.ts';
import annotationWrongValue from '../pods/annotations/annotationWrongValue.ts';
import initdataKeyRenamed from '../pods/annotations/initdataKeyRenamed.ts';
import virtiofsArgs from '../pods/annotations/virtiofsArgs.ts';
import { exampleClaim, examplePool, exampleTemplate } from './exampleSandboxes.ts';
import { findSandboxClass } from './findSandboxClass.ts';

/** The rules for annotations of pods that also apply to the annotations that a claim adds. */
const podRules = [annotationUnknown, annotationNotEnabled, annotationWrongValue, initdataKeyRenamed, virtiofsArgs];

export default defineRule({
  id: 'agent-sandbox-claim-annotations',
  title: () => l10n.t`Kata annotation in a SandboxClaim`,
  severity: 'error',
  appliesTo: ['SandboxClaim'],
  needs: ['file'],
  why: () =>
    l10n.t`The controller copies the annotations in \`additionalPodMetadata\` of a SandboxClaim to the pod. Kata reads them only if the claim creates a new pod. If the claim takes a running sandbox from the warm pool, the annotations have no effect, because the VM is already running.

The rule checks the annotations like those of a pod. If the folder contains the warm pool and the template of the claim, the rule uses the runtime class of the template.

Correct the annotation.`,
  source: [
    'kubernetes-sigs/agent-sandbox@2fd412d5 extensions/api/v1beta1/sandboxclaim_types.go',
    kataUpstream('src/runtime/virtcontainers/pkg/annotations/annotations.go'),
  ],
  *check(context) {
    const pod = asPod(context);
    if (pod === undefined) return;
    const { release } = context;
    const ofPod: RuleContext = { ...context, manifest: pod, siblings: [], earlier: [], position: 0 };
    for (const rule of podRules)
      if (rule.releases?.(release) !== false)
        for (const finding of rule.check(ofPod)) yield { ...finding, severity: finding.severity ?? rule.severity };
  },
  examples: () => [
    {
      avoid: `${exampleTemplate}---${examplePool}---${exampleClaim}  additionalPodMetadata:
    annotations:
      io.katacontainers.config.hypervisor.machine_type: t3.large
      io.katacontainers.config.hypervisor.kernel_params: debug
#     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
`,
      prefer: `${exampleTemplate}---${examplePool}---${exampleClaim}  additionalPodMetadata:
    annotations:
      io.katacontainers.config.hypervisor.machine_type: t3.large
`,
    },
    {
      avoid: `${exampleClaim}  additionalPodMetadata:
    annotations:
      io.katacontainers.config.hypervisor.default_vcpus: two
#                                                        ^^^ want
`,
    },
  ],
});

/** Returns the annotations that a claim adds as those of a pod, with the runtime class of the template. */
function asPod(context: RuleContext): Manifest | undefined {
  const { manifest } = context;
  const kind = workloads.find(({ id }) => id === 'Pod');
  const metadata = findYamlNode(manifest.root, claimMetadataPath);
  if (kind === undefined || metadata?.type !== 'map') return undefined;
  const { start, end } = metadata;
  const runtimeClass = findSandboxClass(context);
  const spec =
    runtimeClass === undefined
      ? []
      : [entryAt(start, 'runtimeClassName', stringNode({ start, end: start }, runtimeClass), true)];
  return {
    kind,
    name: manifest.name,
    root: mapAt({ start, end }, [
      entryAt(start, 'metadata', metadata),
      ...(spec.length === 0 ? [] : [entryAt(start, 'spec', mapAt({ start, end: start }, spec), true)]),
    ]),
  };
}
