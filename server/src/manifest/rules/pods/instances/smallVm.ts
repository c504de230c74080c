import * as l10n from '@vscode/l10n';
import { hypervisorPrefix } from '#core/annotations/annotation.ts';
import { memoryText, one, parseQuantity } from '#core/common/quantity.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import { parseAnnotationInteger } from '#core/peerPods/instanceSelection.ts';
import { documentedVmMemory } from '#core/product/runtimeClasses.ts';
import { annotatedPod } from '#server/engine/examples/examplePods.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { getAnnotationText, getRuntimeClassName, listPodAnnotations } from '#server/engine/yaml/objects/podNode.ts';

const key = `${hypervisorPrefix}default_memory`;
const limits = '      resources:\n        limits:\n          memory: 512Mi\n';
const small = (value: string): string => annotatedPod(`    ${key}: ${value}`, '  runtimeClassName: kata') + limits;

export default defineRule({
  id: 'pod-vm-memory-small',
  title: () => l10n.t`Low startup memory for the VM of a Kata pod`,
  severity: 'hint',
  appliesTo: workloadIds,
  why: () =>
    l10n.t`The annotation \`default_memory\` sets the memory with which the VM starts. According to the OSC 1.5 documentation, the guest kernel uses about 110Mi of it at boot, and the file cache can use about 300Mi, for example after the installation of packages. The Kata agent and the containers without a memory limit share the rest. Another rule reports less than 256 MiB as an error.

Set at least 410 MiB.`,
  source: ['OSC 1.5 §2.1.1'],
  *check({ manifest }) {
    if (getRuntimeClassName(manifest) !== 'kata') return;
    const annotation = listPodAnnotations(manifest).find((each) => each.key.text === key);
    const text = annotation === undefined ? undefined : getAnnotationText(annotation);
    const mebibytes = text === undefined ? undefined : parseAnnotationInteger(text);
    if (annotation === undefined || mebibytes === undefined || mebibytes < minimum) return;
    const [kernel, cache] = [documentedVmMemory.guestKernel, documentedVmMemory.fileCache];
    const least = (parseQuantity(kernel) ?? 0n) + (parseQuantity(cache) ?? 0n);
    if (BigInt(mebibytes) * 1024n * 1024n * one >= least) return;
    yield {
      start: annotation.value.start,
      end: annotation.value.end,
      message: l10n.t`The VM starts with ${mebibytes} MiB, of which the guest kernel needs about ${kernel} and the file cache can use ${cache}. Set at least ${memoryText(least)}.`,
    };
  },
  examples: [
    {
      avoid: small(`"256"\n#${' '.repeat(key.length + 5)}^^^^^ want`),
      prefer: small('"512"'),
    },
  ],
});

/** Minimum memory of a local VM in MiB. Another rule reports lower values. */
const minimum = 256;
