import * as l10n from '@vscode/l10n';
import { agentSandboxIds } from '#core/kubernetes/agentSandboxKinds.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { annotationsBelow, listPodAnnotations } from '#server/engine/yaml/objects/podNode.ts';
import { shortenKey } from '../pods/annotations/annotationKey.ts';
import { isMeantForPods, moveAnnotationsFix } from '../pods/annotations/annotationLevel.ts';
import { exampleTemplate } from './exampleSandboxes.ts';

export default defineRule({
  id: 'agent-sandbox-annotations',
  title: () => l10n.t`Kata annotation on a Sandbox instead of its pod`,
  severity: 'warning',
  appliesTo: agentSandboxIds,
  why: () =>
    l10n.t`Kata reads only the annotations on the pod. The controller of agent-sandbox doesn't copy the annotations of a Sandbox, SandboxTemplate, SandboxClaim, or SandboxWarmPool to the pod, so they silently have no effect. Set them in \`spec.podTemplate.metadata.annotations\` or, for a SandboxClaim, in \`spec.additionalPodMetadata.annotations\`.`,
  source: [
    'kubernetes-sigs/agent-sandbox@2fd412d5 api/v1beta1/sandbox_types.go',
    kataUpstream('src/runtime/virtcontainers/pkg/annotations/annotations.go'),
  ],
  *check({ manifest, release, text }) {
    const hasPod = manifest.kind.podPath !== undefined;
    const inPod = new Map(
      hasPod ? listPodAnnotations(manifest).map((annotation) => [annotation.name, annotation] as const) : [],
    );
    const wrong = annotationsBelow(manifest, []).filter(
      ({ name, map }) => isMeantForPods(name) && !(inPod.has(name) && map.anchored === true),
    );
    const fixes = hasPod ? moveAnnotationsFix(manifest, [], wrong, inPod, release, text) : [];
    for (const { name, key } of wrong)
      yield {
        start: key.start,
        end: key.end,
        message: joinSentences(
          l10n.t`${sanitizeQuote(shortenKey(name))} has no effect here, because Kata reads annotations on pods, not on the ${manifest.kind.kind} that creates them.`,
          advice(manifest, inPod.has(name)),
        ),
        fixes,
      };
  },
  examples: () => [
    {
      avoid: exampleTemplate.replace(
        '  name: agent-template\n',
        `  name: agent-template
  annotations:
    io.katacontainers.config.runtime.create_container_timeout: "900"
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
`,
      ),
      prefer: exampleTemplate.replace(
        '  podTemplate:\n',
        `  podTemplate:
    metadata:
      annotations:
        io.katacontainers.config.runtime.create_container_timeout: "900"
`,
      ),
    },
  ],
});

function advice({ kind }: Manifest, isInPod: boolean): string {
  if (kind.id === 'SandboxClaim') return l10n.t`Move the annotation to ${'spec.additionalPodMetadata'}.annotations.`;
  if (kind.podPath === undefined) return l10n.t`Move the annotation to the SandboxTemplate of the pool.`;
  const where = kind.podPath.join('.');
  return isInPod
    ? l10n.t`Remove the annotation here, because it's already in ${where}.`
    : l10n.t`Move the annotation to ${where}.metadata.annotations.`;
}
