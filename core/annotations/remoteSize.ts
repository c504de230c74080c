/** Annotations that choose the virtual machine of a peer pod. */
import * as l10n from '@vscode/l10n';
import { configuringWorkload, selectingImage } from '../product/docSections.ts';
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
  l10n.t`Counts only together with the other of default_vcpus and default_memory. Resources of the containers are written over it.`;

/** The key of initdata up to OSC 1.10. */
export const oldInitDataKey = `${runtimePrefix}cc_init_data`;
/** The key of initdata from OSC 1.11 on. */
export const initDataKey = `${hypervisorPrefix}cc_init_data`;

/** They are what the runtime lets through for kata-remote. */
export const remoteSizeAnnotations: readonly KataAnnotation[] = [
  row('machine_type', 'string', () => l10n.t`The machine that QEMU emulates, such as \`q35\`.`, {
    remoteSummary: () =>
      l10n.t`The instance type of the pod VM. It must be in the list of peer-pods-cm, or be the default where that list is empty.`,
    examples: ['t3.large', 'Standard_D4as_v5', 'bx2-2x8'],
    section: configuringWorkload,
    source: all(listDefiningFiles('go and rust'), selection, document112('3.8')),
  }),
  row('default_vcpus', 'float32', () => l10n.t`Processors that the virtual machine starts with.`, {
    remoteType: 'integer',
    remoteSummary: () => l10n.t`The least number of processors of the pod VM; the instance type is chosen by it.`,
    examples: ['2'],
    note: () =>
      `${l10n.t`On kata-remote it must be a whole number: 0.5 counts as nothing.`}${getSentenceSeparator()}${both()}`,
    section: configuringWorkload,
    source: all(listDefiningFiles('go and rust'), cloud, webhook, document112('3.8')),
  }),
  row('default_memory', 'uint32', () => l10n.t`Memory of the virtual machine in MiB.`, {
    remoteType: 'integer',
    remoteSummary: () => l10n.t`The least memory of the pod VM in MiB; the instance type is chosen by it.`,
    unit: 'MiB',
    examples: ['4096'],
    note: () =>
      `${l10n.t`A plain number: 2Gi and 4096Mi count as nothing on kata-remote.`}${getSentenceSeparator()}${both()}`,
    section: configuringWorkload,
    source: all(listDefiningFiles('go and rust'), cloud, webhook, document112('3.8')),
  }),
  remote(
    'default_gpus',
    'uint32',
    () =>
      l10n.t`The least number of GPUs of the pod VM; the instance type is chosen by it before processors and memory.`,
    {
      remoteType: 'integer',
      examples: ['1'],
      note: () => l10n.t`\`nvidia.com/gpu\` in the resources of the containers is written over it.`,
      source: all(listDefiningFiles('go and rust'), selection, webhook),
    },
  ),
  remote('default_gpu_model', 'string', () => l10n.t`The GPU model that is wanted.`, {
    note: () => l10n.t`It is let through, but the choice of the instance type does not look at it yet.`,
    source: all(listDefiningFiles('go and rust'), selection),
  }),
  row('image', 'string', () => l10n.t`The guest image that the virtual machine boots.`, {
    remoteSummary: () => l10n.t`The pod VM image, by its id in the cloud, in place of that of peer-pods-cm.`,
    examples: ['ami-0123456789abcdef0'],
    note: () => l10n.t`OSC up to 1.8 refuses it on kata-remote.`,
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
    () => l10n.t`The initdata of this pod: policy and attestation settings, measured at start.`,
    {
      since: '1.11',
      note: () =>
        l10n.t`It wins over INITDATA of peer-pods-cm. Up to OSC 1.10 the key is io.katacontainers.config.runtime.cc_init_data.`,
      source: all(listDefiningFiles('go and rust'), adaptor111('src/cloud-api-adaptor/pkg/util/cloud.go'), cloud),
    },
  ),
  createAnnotationRows(runtimePrefix, ['kata-remote'])(
    'cc_init_data',
    'initdata',
    () => l10n.t`The initdata of this pod, up to OSC 1.10.`,
    {
      implementation: 'go',
      onPeerPods: true,
      until: '1.10',
      replacedBy: initDataKey,
      note: () => l10n.t`From OSC 1.11 on nothing reads it, and nothing says so.`,
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
