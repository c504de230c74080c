/**
 * Lists the runtime classes that the operator creates, and misnamed ones that occur in practice. Sources:
 * domain/01-kataconfig.md 1.8, 03-pod-annotations.md 3.3.
 */
import * as l10n from '@vscode/l10n';
import type { DocSection } from './docSection.ts';
import { configuringWorkload } from './docSections.ts';
import { all, issue, operator111, operatorDev } from './sources.ts';
import type { Message } from '#core/text/message.ts';

/** Pod overhead of a class according to one source. Sources differ, so always show the source with the overhead. */
interface DocumentedOverhead {
  readonly cpu?: string;
  readonly memory?: string;
  /** Extended resources of the class, such as `tdx.intel.com/keys`. */
  readonly extended?: Readonly<Record<string, string>>;
  readonly unverified?: boolean;
  readonly source: string;
}

/** A runtime class. */
export interface RuntimeClassKnowledge {
  readonly name: string;
  readonly summary: Message;
  /** Prerequisites for the class to exist. */
  readonly needs: Message;
  readonly handlers: readonly string[];
  /** Labels that a node needs for the operator to create the class, if they are known. */
  readonly nodeLabels?: Readonly<Record<string, string>>;
  readonly overheads: readonly DocumentedOverhead[];
  /**
   * First release whose documentation or sources contain the class. `1.5` means 1.5 or earlier. Undefined if no release
   * is known to create it.
   */
  readonly since?: string;
  readonly unverified?: boolean;
  readonly note?: Message;
  readonly section?: DocSection;
  readonly source: string;
}

const confidential = operatorDev('933eb47f', 'controllers/confidential_handler.go');
// Commit not known; read in domain/11-newer-releases.md 11.1.
const confidentialGpu = issue('openshift/sandboxed-containers-operator', 1738);
const controller = operator111('controllers/openshift_controller.go');

/** All runtime classes, starting with those of released operators. */
export const knownRuntimeClasses: readonly RuntimeClassKnowledge[] = [
  {
    name: 'kata',
    summary: () => l10n.t`Runs the pod in a VM on its node.`,
    needs: () => l10n.t`A KataConfig and nodes with hardware virtualization.`,
    handlers: ['kata'],
    overheads: [
      { cpu: '0.25', memory: '350Mi', source: controller },
      { cpu: '500m', memory: '500Mi', source: 'OSC 1.5 §2.1.1' },
      { memory: '350Mi', source: 'OSC 1.5 §2.1.1, in its prose' },
    ],
    since: '1.5',
    note: () => l10n.t`Changing the pod overhead of the runtime class isn't supported (OSC 1.5 §2.1.1).`,
    source: controller,
  },
  {
    name: 'kata-remote',
    summary: () => l10n.t`Runs the pod in a cloud provider VM outside the cluster (peer pod).`,
    needs: () => l10n.t`A KataConfig with enablePeerPods: true, and peer-pods-cm.`,
    handlers: ['kata-remote'],
    overheads: [{ cpu: '0.25', memory: '120Mi', source: operator111('config/peerpods/runtimeclass.yaml') }],
    since: '1.5',
    note: () => l10n.t`The node's folders, devices, and network aren't available in the pod VM.`,
    section: configuringWorkload,
    source: all(operator111('config/peerpods/runtimeclass.yaml'), 'OSC 1.12 §3.8'),
  },
  {
    name: 'kata-cc',
    summary: () => l10n.t`Runs the pod in a confidential VM on its node. The node can't read the VM's memory.`,
    needs: () =>
      l10n.t(
        'The feature gate `confidential`, OpenShift 4.20.6 or later, and nodes with Intel TDX, AMD SEV-SNP, or IBM Secure Execution.',
      ),
    handlers: ['kata-tdx', 'kata-snp', 'kata-se', 'kata-cc', 'kata-cc-intel', 'kata-cc-amd'],
    overheads: [
      { cpu: '0.25', memory: '350Mi', extended: { 'tdx.intel.com/keys': '1' }, unverified: true, source: confidential },
      {
        cpu: '0.25',
        memory: '350Mi',
        extended: { 'sev-snp.amd.com/esids': '1' },
        unverified: true,
        source: confidential,
      },
    ],
    since: '1.12',
    note: () => l10n.t`Listed in the OSC 1.12 documentation. Details are based on unreleased source code.`,
    source: all('OSC 1.12 §1.3', confidential),
  },
  {
    name: 'kata-nvidia-gpu',
    summary: () => l10n.t`Runs the pod in a VM with an NVIDIA GPU on its node.`,
    needs: () => l10n.t`Nodes with NVIDIA GPUs.`,
    handlers: [],
    overheads: [{ cpu: '1', memory: '4096Mi', unverified: true, source: confidential }],
    unverified: true,
    source: confidential,
  },
  {
    name: 'kata-cc-nvidia-gpu',
    summary: () => l10n.t`Runs the pod in a confidential VM with an NVIDIA GPU on its node.`,
    needs: () =>
      l10n.t(
        'The feature gate `confidential`, and nodes labeled nvidia.com/cc.mode.state=on and nvidia.com/cc.ready.state=true.',
      ),
    handlers: ['kata-tdx-nvidia-gpu', 'kata-snp-nvidia-gpu'],
    nodeLabels: { 'nvidia.com/cc.mode.state': 'on', 'nvidia.com/cc.ready.state': 'true' },
    overheads: [
      {
        cpu: '0.25',
        memory: '350Mi',
        extended: { 'tdx.intel.com/keys': '1' },
        unverified: true,
        source: confidentialGpu,
      },
      {
        cpu: '0.25',
        memory: '350Mi',
        extended: { 'sev-snp.amd.com/esids': '1' },
        unverified: true,
        source: confidentialGpu,
      },
    ],
    unverified: true,
    source: confidential,
  },
];

/** A name that occurs in manifests but that no current operator creates. */
export interface MisnamedRuntimeClass {
  readonly name: string;
  /** Correct name, if it is clear. */
  readonly instead?: string;
  /** Advice instead of the correct name alone. */
  readonly advice?: Message;
  readonly source: string;
}

/** All known misnamed runtime classes. */
export const misnamedRuntimeClasses: readonly MisnamedRuntimeClass[] = [
  {
    name: 'kata-remote-cc',
    instead: 'kata-remote',
    // Only the documentation of OSC 1.4 contains this name.
    advice: () =>
      l10n.t`Use ${'kata-remote'}, because a cluster-wide setting now determines whether pod VMs are confidential.`,
    source: issue('confidential-containers/cloud-api-adaptor', 70),
  },
  {
    name: 'kata-qemu',
    instead: 'kata',
    // The name in upstream Kata.
    source: controller,
  },
  {
    name: 'kata_remote',
    instead: 'kata-remote',
    source: controller,
  },
];

/** Creators of runtime classes for Kata other than OSC. */
export type UpstreamCreator = 'kata-deploy' | 'AKS';

/**
 * Runtime classes that other software creates for Kata, with the software. Sources: kata-containers/kata-containers
 * tag 4.1.0 tools/packaging/kata-deploy/helm-chart/kata-deploy/values.yaml, and kubernetes-sigs/agent-sandbox@2fd412d5
 * examples/kata-aks/sandboxtemplate.yaml.
 */
const upstreamRuntimeClasses: ReadonlyMap<string, UpstreamCreator> = new Map<string, UpstreamCreator>([
  ...'clh clh-azure dragonball fc qemu qemu-nvidia-cpu qemu-nvidia-gpu qemu-nvidia-gpu-snp qemu-nvidia-gpu-tdx qemu-snp qemu-tdx qemu-se qemu-coco-dev'
    .split(' ')
    .flatMap((shim) => [`kata-${shim}`, `kata-${shim}-runtime-rs`])
    .map((name): [string, UpstreamCreator] => [name, 'kata-deploy']),
  ['kata-vm-isolation', 'AKS'],
  ['kata-mshv-vm-isolation', 'AKS'],
]);

/** The names of the runtime classes for Kata that other software creates. */
export const upstreamRuntimeClassNames: readonly string[] = [...upstreamRuntimeClasses.keys()];

/** Returns which other software creates a runtime class for Kata. */
export function findUpstreamCreator(name: string): UpstreamCreator | undefined {
  return upstreamRuntimeClasses.get(name);
}

/** Memory of a VM on the node according to the OSC 1.5 documentation. Documented values, not measured ones. */
export const documentedVmMemory = {
  /** VM memory before containers request more. */
  default: '2Gi',
  guestKernel: '110Mi',
  qemu: '30Mi',
  virtiofsd: '10Mi',
  shim: '20Mi',
  /** File buffers in the guest after running `dnf install` on Fedora. */
  fileCache: '300Mi',
  source: 'OSC 1.5 §2.1.1',
} as const;

const byName = new Map(knownRuntimeClasses.map((runtimeClass) => [runtimeClass.name, runtimeClass]));

/** Returns the runtime class with this name. */
export function runtimeClassNamed(name: string): RuntimeClassKnowledge | undefined {
  return byName.get(name);
}

/** Returns the known misnamed runtime class with this name. */
export function misnamedRuntimeClass(name: string): MisnamedRuntimeClass | undefined {
  return misnamedRuntimeClasses.find((entry) => entry.name === name);
}
