import * as l10n from '@vscode/l10n';
import { podOwnerIds } from '#core/kinds/podOwners.ts';
import { virtiofsAdvisory } from '#core/product/advisories.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { annotatedPod, createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import {
  getAnnotationText,
  getRuntimeClassName,
  isPeerPod,
  listPodAnnotations,
} from '#server/engine/yaml/objects/podNode.ts';
import { shortenKey } from './annotationKey.ts';

const key = 'io.katacontainers.config.hypervisor.virtio_fs_extra_args';
const local = '  runtimeClassName: kata';

export default defineRule({
  id: 'pod-virtiofs-args',
  title: () => l10n.t`Security advisory: arguments for the virtio-fs daemon`,
  severity: 'warning',
  appliesTo: podOwnerIds,
  why: () =>
    l10n.t`The annotation \`io.katacontainers.config.hypervisor.virtio_fs_extra_args\` adds arguments to the virtio-fs daemon, which runs on the node. With such arguments, a pod can get access to all files of the node: see the security advisory GHSA-rr59-xxvx-96qr. Before Kata 3.31.0, \`enable_annotations\` in the configuration of the runtime allowed this annotation by default.

Remove the annotation. On the nodes, remove \`virtio_fs_extra_args\` from \`enable_annotations\`.

The rule doesn't report pods with \`kata-remote\`, whose configuration doesn't enable the annotation.`,
  source: ['kata-containers/kata-containers@ffa59ce3 src/runtime/Makefile', kataUpstream('src/runtime/Makefile')],
  *check({ manifest }) {
    // Another rule reports pods without a runtime class.
    if (getRuntimeClassName(manifest) === undefined || isPeerPod(manifest)) return;
    for (const annotation of listPodAnnotations(manifest)) {
      // A template or a tool can remove the annotation if its value isn't known.
      if (annotation.name !== key || getAnnotationText(annotation) === undefined) continue;
      const { start, end } = annotation.key;
      yield {
        start,
        end,
        message: joinSentences(
          l10n.t`${virtiofsAdvisory.id}: if the runtime allows ${shortenKey(key)}, the pod can get access to all files of the node.`,
          l10n.t`Remove the annotation here, and virtio_fs_extra_args from enable_annotations on the nodes.`,
        ),
        advisory: virtiofsAdvisory,
      };
    }
  },
  examples: () => [
    {
      avoid: annotatedPod(
        `    ${key}: '["--thread-pool-size=1"]'\n#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`,
        local,
      ),
      prefer: createExamplePod(local),
    },
  ],
});
