import * as l10n from '@vscode/l10n';
import { acceptedOnRemote, notEnabledMessage } from '#core/annotations/remoteVerdict.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import { issue, kataUpstream, operator111, operator18 } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { isForKata, findKeyProblem, shortenKey } from './annotationKey.ts';
import { annotatedPod, createExamplePod } from '#server/engine/examples/examplePods.ts';
import {
  createOptionalFix,
  isPeerPod,
  listPodAnnotations,
  removeAnnotation,
} from '#server/engine/yaml/objects/podNode.ts';

export default defineRule({
  id: 'pod-annotation-not-enabled',
  title: () => l10n.t`Annotation rejected by kata-remote`,
  severity: 'error',
  appliesTo: workloadIds,
  why: () =>
    l10n.t`The runtime on the node accepts only keys under \`io.katacontainers.config.hypervisor.\` that its configuration enables. \`kata-remote\` enables few, because there is no local VM to configure. Any other key leaves the pod in ContainerCreating with the event "${notEnabledMessage('<key>')}". The list depends on the release: for example, OSC 1.8 and earlier rejects \`image\`.`,
  source: [
    operator18('config/peerpods/mc-40-kata-remote-config.yaml'),
    operator111('config/peerpods/mc-40-kata-remote-config.yaml'),
    kataUpstream('src/runtime/pkg/oci/utils.go:516'),
    issue('kata-containers/kata-containers', 6345),
  ],
  *check({ manifest, release, text }) {
    if (!isPeerPod(manifest)) return;
    for (const annotation of listPodAnnotations(manifest)) {
      const { name, key } = annotation;
      if (!isForKata(name) || findKeyProblem(name, 'kata-remote', release)?.type !== 'refused') continue;
      yield {
        start: key.start,
        end: key.end,
        message: l10n.t`kata-remote in OSC ${release.id} rejects ${sanitizeQuote(shortenKey(name), 40)}, so the pod doesn't start. It accepts only ${acceptedOnRemote(release).join(', ')}. Remove the annotation.`,
        fixes: createOptionalFix(
          l10n.t`Remove ${sanitizeQuote(shortenKey(name), 40)}`,
          removeAnnotation(manifest, annotation, text),
          false,
        ),
      };
    }
  },
  examples: [
    {
      avoid: annotatedPod(`
    io.katacontainers.config.hypervisor.kernel_params: agent.log=debug
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`),
      prefer: createExamplePod('  runtimeClassName: kata-remote'),
    },
    {
      release: '1.8',
      avoid: annotatedPod(`
    io.katacontainers.config.hypervisor.machine_type: t3.large
    io.katacontainers.config.hypervisor.image: ami-0123456789abcdef0
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`),
      prefer: annotatedPod('    io.katacontainers.config.hypervisor.machine_type: t3.large'),
    },
  ],
});
