import * as l10n from '@vscode/l10n';
import { hypervisorPrefix } from '#core/annotations/annotation.ts';
import { memoryText, one, parseQuantity, type Quantity } from '#core/common/quantity.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import { parseAnnotationInteger } from '#core/peerPods/instanceSelection.ts';
import { documentedVmMemory } from '#core/product/runtimeClasses.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { annotatedPod } from '#server/engine/examples/examplePods.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import {
  getAnnotationText,
  getRuntimeClassName,
  isWhole,
  listPodAnnotations,
} from '#server/engine/yaml/objects/podNode.ts';
import { containersIn } from './podResources.ts';

const key = `${hypervisorPrefix}default_memory`;
const limits = '      resources:\n        limits:\n          memory: 512Mi\n';
const small = (value: string): string => annotatedPod(`    ${key}: ${value}`, '  runtimeClassName: kata');

export default defineRule({
  id: 'pod-vm-memory-small',
  title: () => l10n.t`Low startup memory for the VM of a Kata pod`,
  severity: 'hint',
  appliesTo: workloadIds,
  why: () =>
    l10n.t`The annotation \`default_memory\` sets the memory with which the VM starts. The runtime adds the memory limits of the containers. According to the OSC 1.5 documentation, the guest kernel uses about 110Mi at boot, and the file cache can use about 300Mi, for example after the installation of packages. Containers without a memory limit share the remaining memory with the Kata agent. Pods in which every container has a limit aren't checked. Another rule reports less than 256 MiB as an error.

Set at least 410 MiB, or a memory limit for each container.`,
  source: ['OSC 1.5 §2.1.1', kataUpstream('src/runtime/virtcontainers/sandbox.go (updateResources)')],
  *check({ manifest, text: document }) {
    // The runtime also adds the limits of huge pages.
    if (getRuntimeClassName(manifest) !== 'kata' || !isWhole(manifest) || document.includes('hugepages-')) return;
    const added = limitsOf(manifest);
    const annotation = listPodAnnotations(manifest).find((each) => each.key.text === key);
    const text = annotation === undefined ? undefined : getAnnotationText(annotation);
    const mebibytes = text === undefined ? undefined : parseAnnotationInteger(text);
    if (annotation === undefined || mebibytes === undefined || mebibytes < minimum || added === undefined) return;
    const [kernel, cache] = [documentedVmMemory.guestKernel, documentedVmMemory.fileCache];
    const least = (parseQuantity(kernel) ?? 0n) + (parseQuantity(cache) ?? 0n);
    const initial = BigInt(mebibytes) * 1024n * 1024n * one;
    if (initial + added >= least) return;
    yield {
      start: annotation.value.start,
      end: annotation.value.end,
      message:
        added === 0n
          ? l10n.t`The VM starts with ${mebibytes} MiB, of which the guest kernel needs about ${kernel} and the file cache can use ${cache}. Set at least ${memoryText(least)}.`
          : l10n.t`Including the memory limits of the containers, the VM has ${memoryText(initial + added)} of memory, but the guest kernel and the file cache can need about ${kernel} and ${cache}. Set this annotation to at least ${memoryText(least - added)}.`,
    };
  },
  examples: () => [
    {
      avoid: small(`"256"\n#${' '.repeat(key.length + 5)}^^^^^ want`).replace(
        '- name: web\n',
        '- name: web\n#           ^^^ want osc/pod-no-memory-limit\n',
      ),
      prefer: small('"512"') + limits,
    },
  ],
});

/** Minimum memory of a local VM in MiB. Another rule reports lower values. */
const minimum = 256;

/**
 * Returns the memory that the runtime adds to the VM for the containers. Returns undefined if it's unknown, or if every
 * container has a limit: its processes and files then don't use the initial memory of the VM. Source:
 * kata-containers/kata-containers@7c6ba40c src/runtime/virtcontainers/sandbox.go:2647.
 */
function limitsOf(manifest: Manifest): Quantity | undefined {
  const containers = containersIn(manifest);
  if (containers?.some(({ limits, initial }) => !initial && limits.memory === undefined) !== true) return undefined;
  return containers.reduce<Quantity>((sum, { limits }) => sum + (limits.memory ?? 0n), 0n);
}
