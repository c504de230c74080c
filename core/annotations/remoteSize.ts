/** Annotations that select the VM of a peer pod. */
import * as l10n from '@vscode/l10n';
import { configuringWorkload, selectingImage } from '../product/docSections.ts';
import { documentedVmMemory } from '../product/runtimeClasses.ts';
import { adaptor110, adaptor111, adaptor112, all, document112, operator111, operatorDev } from '../product/sources.ts';
import {
  listDefiningFiles,
  hypervisorPrefix,
  type KataAnnotation,
  createAnnotationRows,
  runtimePrefix,
} from './annotation.ts';
import { getSentenceSeparator } from '../text/grammar.ts';

const row = createAnnotationRows(hypervisorPrefix, ['kata', 'kata-remote', 'kata-cc']);
const remote = createAnnotationRows(hypervisorPrefix, ['kata-remote']);
const cloud = adaptor112('src/cloud-api-adaptor/pkg/util/cloud.go');
const selection = adaptor112('src/cloud-providers/util.go');
const webhook = adaptor112('src/webhook/pkg/mutating_webhook/remove-resourcespec.go');
const both = () =>
  l10n.t`Applies only if both default_vcpus and default_memory are set. Container resources override this annotation.`;

/** Key of initdata in OSC 1.10 and earlier. */
export const oldInitDataKey = `${runtimePrefix}cc_init_data`;
/** Key of initdata in OSC 1.11 and later. */
export const initDataKey = `${hypervisorPrefix}cc_init_data`;

/** Annotations that the runtime accepts for kata-remote. */
export const remoteSizeAnnotations: readonly KataAnnotation[] = [
  row('machine_type', 'string', () => l10n.t('Machine type that QEMU emulates, such as `q35`.'), {
    remoteSummary: () =>
      l10n.t`Instance type for the pod VM. The type must be in the list in peer-pods-cm. If the list is empty, only the default type is allowed.`,
    examples: ['t3.large', 'Standard_D4as_v5', 'bx2-2x8'],
    section: configuringWorkload,
    source: all(listDefiningFiles('go and rust'), selection, document112('3.8')),
  }),
  row('default_vcpus', 'float32', () => l10n.t`Number of vCPUs assigned to the VM at startup.`, {
    remoteType: 'integer',
    remoteSummary: () => l10n.t`Minimum number of vCPUs for the pod VM. Determines the instance type.`,
    examples: ['2'],
    note: () =>
      `${l10n.t`Must be a whole number with kata-remote, which ignores values such as 0.5.`}${getSentenceSeparator()}${both()}`,
    section: configuringWorkload,
    source: all(listDefiningFiles('go and rust'), cloud, webhook, document112('3.8')),
  }),
  row('default_memory', 'uint32', () => l10n.t`VM memory in MiB.`, {
    remoteType: 'integer',
    remoteSummary: () => l10n.t`Minimum memory for the pod VM, in MiB. Determines the instance type.`,
    unit: 'MiB',
    examples: ['4096'],
    note: () =>
      [
        l10n.t`A number without a unit. kata-remote ignores values such as 2Gi and 4096Mi.`,
        both(),
        l10n.t`With the runtime class kata, the VM starts with ${documentedVmMemory.default} by default, of which the guest kernel uses about ${documentedVmMemory.guestKernel} at boot (${documentedVmMemory.source}).`,
      ].join(getSentenceSeparator()),
    section: configuringWorkload,
    source: all(listDefiningFiles('go and rust'), cloud, webhook, document112('3.8'), documentedVmMemory.source),
  }),
  remote(
    'default_gpus',
    'uint32',
    () =>
      l10n.t`Minimum number of GPUs for the pod VM. Takes precedence over vCPUs and memory when the instance type is selected.`,
    {
      remoteType: 'integer',
      examples: ['1'],
      note: () => l10n.t('`nvidia.com/gpu` in the container resources overrides this annotation.'),
      source: all(listDefiningFiles('go and rust'), selection, webhook),
    },
  ),
  remote('default_gpu_model', 'string', () => l10n.t`Requested GPU model.`, {
    note: () =>
      l10n.t`Kata accepts this annotation, but cloud-api-adaptor doesn't use it yet to select the instance type.`,
    source: all(listDefiningFiles('go and rust'), selection),
  }),
  row('image', 'string', () => l10n.t`Path on the node to the guest image that the VM boots.`, {
    remoteSummary: () => l10n.t`Cloud provider's ID for the pod VM image. Overrides the image in peer-pods-cm.`,
    examples: ['ami-0123456789abcdef0'],
    note: () => l10n.t`OSC 1.8 and earlier reject this annotation with kata-remote.`,
    section: selectingImage,
    source: all(
      listDefiningFiles('go and rust'),
      operator111('config/peerpods/mc-40-kata-remote-config.yaml'),
      document112('3.7'),
    ),
  }),
  createAnnotationRows(hypervisorPrefix, ['kata-remote', 'kata-cc'])(
    'cc_init_data',
    'initdata',
    () => l10n.t`Initdata for this pod: policy and attestation settings, measured at startup.`,
    {
      since: '1.11',
      note: () =>
        l10n.t`Overrides INITDATA in peer-pods-cm. In OSC 1.10 and earlier, the key is io.katacontainers.config.runtime.cc_init_data.`,
      source: all(listDefiningFiles('go and rust'), adaptor111('src/cloud-api-adaptor/pkg/util/cloud.go'), cloud),
    },
  ),
  createAnnotationRows(runtimePrefix, ['kata-remote'])(
    'cc_init_data',
    'initdata',
    () => l10n.t`Initdata for this pod in OSC 1.10 and earlier.`,
    {
      implementation: 'go',
      onPeerPods: true,
      until: '1.10',
      replacedBy: initDataKey,
      note: () => l10n.t`OSC 1.11 and later silently ignore this annotation.`,
      source: all(
        adaptor110('src/cloud-api-adaptor/pkg/util/cloud.go'),
        adaptor111('src/cloud-api-adaptor/pkg/util/cloud.go'),
      ),
    },
  ),
  createAnnotationRows(hypervisorPrefix, ['kata'])(
    'memory_overhead',
    'uint32',
    () => l10n.t`Memory in MiB that the VM uses in addition to the pod memory.`,
    {
      implementation: 'none',
      runtimes: ['kata'],
      unit: 'MiB',
      writtenBy: () => l10n.t`the operator's webhook`,
      unverified: true,
      source: operatorDev('1f12f9ec', 'controllers/pod_mutator.go'),
    },
  ),
];
