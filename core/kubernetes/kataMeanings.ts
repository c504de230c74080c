/**
 * Describes the fields of a pod whose meaning in a VM differs from that in a container on the node. Loaded with the
 * completion and the hovers of Kubernetes fields.
 */
import * as l10n from '@vscode/l10n';
import { adaptor112, all, kataUpstream, operator111 } from '../product/sources.ts';
import type { Message } from '../text/message.ts';

/** The meaning of a field in a Kata VM, with its source. */
interface KataMeaning {
  readonly text: Message;
  readonly source: string;
}

/** The meanings of one field by where the VM runs. A field without an entry has its usual meaning there. */
interface KataMeanings {
  /** For VMs on the node, such as those of `kata`. */
  readonly local?: KataMeaning;
  /** For confidential VMs on the node, if it differs from `local`. */
  readonly confidential?: KataMeaning;
  /** For peer pods. */
  readonly remote?: KataMeaning;
}

const limitations = kataUpstream('docs/Limitations.md');
const agent = kataUpstream('src/runtime/virtcontainers/kata_agent.go');
const qemuConfiguration = kataUpstream('src/runtime/config/configuration-qemu.toml.in');
const remoteConfiguration = kataUpstream('src/runtime/config/configuration-remote.toml.in');
const peerPodConfiguration = operator111('config/peerpods/mc-40-kata-remote-config.yaml');
const peerPodCrio = operator111('config/peerpods/mc-50-crio-config.yaml');

const everywhere = (meaning: KataMeaning): KataMeanings => ({ local: meaning, remote: meaning });

/** Returns the meaning of an option that the Kata configuration turns off by default. */
const offByDefault = (text: Message): KataMeanings => ({
  local: { text, source: qemuConfiguration },
  remote: { text, source: remoteConfiguration },
});
const seccomp = offByDefault(
  () => l10n.t`By default, Kata doesn't apply the seccomp profile in the VM (\`disable_guest_seccomp = true\`).`,
);
const selinux = offByDefault(
  () => l10n.t`By default, Kata doesn't apply the SELinux options in the VM (\`disable_guest_selinux = true\`).`,
);

const exec = everywhere({
  text: () => l10n.t`The command runs in the VM only if the agent policy allows ExecProcessRequest.`,
  source: agent,
});

const imagePull: KataMeanings = {
  remote: {
    text: () => l10n.t`The pod VM, not the node, pulls the image (\`runtime_pull_image = true\`).`,
    source: peerPodCrio,
  },
};

/** The meanings by path, relative to the pod template. All lists of containers use `containers`. */
export const kataMeanings: Readonly<Record<string, KataMeanings>> = {
  'spec.hostNetwork': {
    local: {
      text: () =>
        l10n.t`Kata doesn't support \`hostNetwork: true\`, which can change the network configuration of the node and interrupt its connections.`,
      source: limitations,
    },
    remote: {
      text: () => l10n.t`The pod VM has its own network and can't access the network of the node.`,
      source: peerPodConfiguration,
    },
  },
  'spec.hostPID': everywhere({
    text: () => l10n.t`The processes of the node aren't visible in the VM.`,
    source: agent,
  }),
  'spec.shareProcessNamespace': everywhere({
    text: () => l10n.t`The containers see each other's processes in the VM, but not those of the node.`,
    source: agent,
  }),
  'spec.nodeSelector': everywhere({
    text: () =>
      l10n.t`The API server adds the node selector of the RuntimeClass, and rejects a different value for the same key.`,
    source: 'Kubernetes API, RuntimeClass',
  }),
  'spec.overhead': everywhere({
    text: () => l10n.t`The API server sets the overhead of the RuntimeClass, and rejects a different value.`,
    source: 'Kubernetes API, RuntimeClass',
  }),
  'spec.securityContext.sysctls': everywhere({
    text: () => l10n.t`Kata sets the kernel parameters in the VM, not on the node.`,
    source: kataUpstream('docs/how-to/how-to-use-sysctls-with-kata.md'),
  }),
  'spec.securityContext.seccompProfile': seccomp,
  'spec.securityContext.seLinuxOptions': selinux,
  'spec.containers[].securityContext.seccompProfile': seccomp,
  'spec.containers[].securityContext.seLinuxOptions': selinux,
  'spec.containers[].securityContext.privileged': {
    local: {
      text: () =>
        l10n.t`The container is privileged only inside the VM. If CRI-O sets \`privileged_without_host_devices = true\`, the container doesn't get the devices of the node.`,
      source: kataUpstream('docs/how-to/privileged.md'),
    },
    remote: {
      text: () => l10n.t`The container is privileged only inside the pod VM and can't access devices on the node.`,
      source: peerPodCrio,
    },
  },
  'spec.containers[].image': imagePull,
  'spec.containers[].imagePullPolicy': imagePull,
  'spec.containers[].resources.limits': {
    local: {
      text: () => l10n.t`The limits add vCPUs and memory to those that the VM has by default.`,
      source: kataUpstream('docs/design/vcpu-handling-runtime-go.md'),
    },
    remote: {
      text: () =>
        l10n.t`The peer pods webhook converts the limits of all containers to pod annotations, from which cloud-api-adaptor selects the instance type. If you set only CPU or only memory, cloud-api-adaptor uses the default instance type.`,
      source: all(
        adaptor112('src/webhook/pkg/mutating_webhook/remove-resourcespec.go'),
        adaptor112('src/cloud-providers/util.go'),
      ),
    },
  },
  'spec.containers[].livenessProbe.exec': exec,
  'spec.containers[].readinessProbe.exec': exec,
  'spec.containers[].startupProbe.exec': exec,
  'spec.containers[].lifecycle.postStart.exec': exec,
  'spec.containers[].lifecycle.preStop.exec': exec,
  'spec.containers[].volumeMounts[].subPath': everywhere({
    text: () => l10n.t`The Kata Containers documentation lists this field as not supported.`,
    source: limitations,
  }),
  'spec.containers[].volumeDevices': {
    local: {
      text: () => l10n.t`Kata attaches the block device of the volume to the VM.`,
      source: kataUpstream('src/runtime/virtcontainers/sandbox.go'),
    },
    remote: {
      text: () => l10n.t`Kata can't attach block devices to a pod VM (\`HotplugAddDevice: not implemented\`).`,
      source: kataUpstream('src/runtime/virtcontainers/remote.go'),
    },
  },
  'spec.volumes[].hostPath': {
    local: {
      text: () =>
        l10n.t`Kata shares the path on the node with the VM. A path below \`/dev\` refers to the VM, unless it's a regular file or the type is BlockDevice, which attaches the device to the VM.`,
      source: limitations,
    },
    confidential: {
      text: () =>
        l10n.t`Kata copies the files to the VM when the container starts. It doesn't synchronize later changes.`,
      source: limitations,
    },
    remote: {
      text: () => l10n.t`Kata doesn't share directories on the node with the pod VM (\`shared_fs = "none"\`).`,
      source: peerPodConfiguration,
    },
  },
  'spec.volumes[].emptyDir': {
    local: {
      text: () =>
        l10n.t`In Kata 3.28 and later, the volume is a directory on the node that Kata shares with the VM. With the block modes of \`emptydir_mode\`, \`sizeLimit\` isn't the size of the volume.`,
      source: all(limitations, qemuConfiguration),
    },
    remote: {
      text: () => l10n.t`The volume is a directory in the pod VM and isn't shared with the node.`,
      source: remoteConfiguration,
    },
  },
  'spec.volumes[].emptyDir.medium': everywhere({
    text: () => l10n.t`With \`Memory\`, the volume is a tmpfs in the VM and uses its memory.`,
    source: agent,
  }),
};

/** The classes of confidential VMs on the node. */
const confidentialClasses: ReadonlySet<string> = new Set(['kata-cc', 'kata-cc-nvidia-gpu']);
const otherLocalClasses: ReadonlySet<string> = new Set(['kata', 'kata-nvidia-gpu']);

/**
 * Returns the meaning of a pod field in the VM of a runtime class. Returns undefined for other runtime classes, and if
 * the field has its usual meaning.
 * @param path path relative to the pod template
 */
export function findKataMeaning(
  path: readonly (string | number)[],
  runtimeClass: string | undefined,
): KataMeaning | undefined {
  if (runtimeClass === undefined) return undefined;
  const name = path
    .map((step) => (typeof step === 'number' ? '[]' : `.${step}`))
    .join('')
    .replace(/^\.spec\.(?:initContainers|ephemeralContainers)\[\]/, '.spec.containers[]')
    .slice(1);
  const found = Object.hasOwn(kataMeanings, name) ? kataMeanings[name] : undefined;
  if (found === undefined) return undefined;
  if (runtimeClass === 'kata-remote') return found.remote;
  if (confidentialClasses.has(runtimeClass)) return found.confidential ?? found.local;
  return otherLocalClasses.has(runtimeClass) ? found.local : undefined;
}
