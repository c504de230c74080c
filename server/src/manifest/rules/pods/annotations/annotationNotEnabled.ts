import * as l10n from '@vscode/l10n';
import { acceptedOnRemote } from '#core/annotations/remoteVerdict.ts';
import type { Release } from '#core/product/releases.ts';
import { mayUseRustRuntime } from '#core/annotations/kataVersions.ts';
import { omitUndefined } from '#core/common/json.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { podOwnerIds } from '#core/kinds/podOwners.ts';
import { issue, kataUpstream, operator111, operator18 } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { isForKata, findKeyProblem, shortenKey } from './annotationKey.ts';
import { initDataKey } from '#core/annotations/remoteSize.ts';
import { packInitdata } from '#server/engine/encoding/pack.ts';
import { initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { annotatedPod, createExamplePod } from '#server/engine/examples/examplePods.ts';
import {
  createOptionalFix,
  isPeerPod,
  listPodAnnotations,
  isLeftOpen,
  removeAnnotation,
  renameAnnotation,
} from '#server/engine/yaml/objects/podNode.ts';

/**
 * Returns whether `name` is a wrong name for the key `meant`. If a pod has several wrong names for the same key,
 * renaming all of them would create duplicates.
 */
function meansKey(name: string, meant: string, release: Release): boolean {
  const fault = isForKata(name) ? findKeyProblem(name, 'kata-remote', release) : undefined;
  return fault !== undefined && 'instead' in fault && fault.instead === meant;
}

/** Describes what happens to the pod if the runtime of the nodes isn't known. */
function describeBothRuntimes(name: string): string {
  return l10n.t`kata-remote doesn't enable ${sanitizeQuote(shortenKey(name), 40)}: the Go runtime rejects the pod, and runtime-rs starts it and ignores the annotation.`;
}

export default defineRule({
  id: 'pod-annotation-not-enabled',
  title: () => l10n.t`Annotation rejected by kata-remote`,
  severity: 'error',
  appliesTo: podOwnerIds,
  why: () =>
    l10n.t`The pod uses the runtime class \`kata-remote\` and has an annotation that the runtime on the node doesn't accept. Among the keys under \`io.katacontainers.config.hypervisor.\`, the runtime accepts only those enabled in its configuration. \`kata-remote\` enables only a few, because there is no local VM to configure. With any other key, the pod stays in ContainerCreating with the event "annotation <key> is not enabled". The accepted keys depend on the release. For example, OSC 1.8 and earlier releases reject \`image\`.

The Go runtime, which OSC uses with Kata 3, rejects the pod. runtime-rs, the Rust runtime of Kata, starts the pod and ignores the annotation. If you select Kata 4 in \`osc.kataVersion\`, the severity is warning, because it's unknown which runtime OSC uses with Kata 4.

Remove the annotation. If it's meant for initdata, rename its key to the one that your OSC release uses.`,
  source: [
    operator18('config/peerpods/mc-40-kata-remote-config.yaml'),
    operator111('config/peerpods/mc-40-kata-remote-config.yaml'),
    kataUpstream('src/runtime/pkg/oci/utils.go:516'),
    kataUpstream('src/libs/kata-types/src/annotations/mod.rs'),
    issue('kata-containers/kata-containers', 6345),
    'OSC 1.12 §3.8',
  ],
  *check({ manifest, release, text }) {
    if (!isPeerPod(manifest)) return;
    const all = listPodAnnotations(manifest);
    for (const annotation of all) {
      const { name, key } = annotation;
      const fault = isForKata(name) ? findKeyProblem(name, 'kata-remote', release) : undefined;
      if (fault?.type !== 'refused') continue;
      const { instead } = fault;
      const severity = mayUseRustRuntime(release) ? ('warning' as const) : undefined;
      if (instead !== undefined && all.every((other) => other.name !== instead)) {
        yield {
          start: key.start,
          end: key.end,
          ...omitUndefined({ severity }),
          message:
            severity === undefined
              ? l10n.t`kata-remote in OSC ${release.id} rejects ${shortenKey(name)}, so the pod doesn't start. Rename it to ${instead} to keep the initdata.`
              : joinSentences(describeBothRuntimes(name), l10n.t`Rename it to ${instead} to keep the initdata.`),
          fixes: createOptionalFix(
            l10n.t`Rename to ${shortenKey(instead)}`,
            renameAnnotation(annotation, instead, text),
            !isLeftOpen(annotation) && all.filter((other) => meansKey(other.name, instead, release)).length === 1,
          ),
        };
        continue;
      }
      yield {
        start: key.start,
        end: key.end,
        ...omitUndefined({ severity }),
        message:
          severity === undefined
            ? l10n.t`kata-remote in OSC ${release.id} rejects ${sanitizeQuote(shortenKey(name), 40)} and accepts only ${acceptedOnRemote(release).join(', ')}, so the pod doesn't start. Remove the annotation.`
            : joinSentences(describeBothRuntimes(name), l10n.t`Remove the annotation.`),
        fixes: createOptionalFix(
          l10n.t`Remove ${sanitizeQuote(shortenKey(name), 40)}`,
          removeAnnotation(manifest, annotation, text),
          false,
        ),
      };
    }
  },
  examples: () => [
    {
      avoid: annotatedPod(`
    io.katacontainers.config.hypervisor.initdata: ${packInitdata(initdataWith({}))}
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`),
      prefer: annotatedPod(`    ${initDataKey}: ${packInitdata(initdataWith({}))}`),
    },
    {
      avoid: annotatedPod(`
    io.katacontainers.config.hypervisor.kernel_params: agent.log=debug
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`),
      prefer: createExamplePod('  runtimeClassName: kata-remote'),
    },
    {
      kataVersion: '4.1.0',
      avoid: annotatedPod(`
    io.katacontainers.config.hypervisor.enable_iommu: "true"
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`),
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
