/**
 * Defines messages in pod events. Sources: domain/03-pod-annotations.md 3.1; domain/08-diagnostics.md, last paragraph;
 * domain/11-newer-releases.md 11.7; KATA src/runtime/pkg/oci/utils.go,
 * src/libs/kata-types/src/annotations/mod.rs (runtime-rs); kubernetes/kubernetes pkg/scheduler.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig, modifyingVmLimit, configuringWorkload } from '../../product/docSections.ts';
import { operatorNamespace } from '../../product/namespaces.ts';
import { joinSentences } from '../../text/grammar.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import type { KnownMessage } from './knownMessage.ts';

const describePod = () => l10n.t('To find the pod and its annotations, run `oc describe pod`.');

export const podMessages: readonly KnownMessage[] = [
  {
    pattern: /annotation (io\.katacontainers\.\S{1,200}) is not enabled/i,
    title: () => l10n.t`Annotation isn't enabled`,
    meaning: (match) =>
      l10n.t`The runtime rejects ${sanitizeLine(match[1] ?? '', 200)} because enable_annotations in its configuration doesn't list it. The pod stays in ContainerCreating.`,
    todo: () =>
      l10n.t(
        'Remove the annotation from the pod template. To find the pod and its annotations, run `oc describe pod`.',
      ),
    docs: configuringWorkload,
  },
  {
    pattern: /annotation (io\.katacontainers\.\S{1,200}) (?:not enabled|is not permitted from workload annotations)/i,
    title: () => l10n.t`runtime-rs ignores an annotation`,
    meaning: (match) =>
      l10n.t`runtime-rs, the Rust runtime of Kata, starts the pod without ${sanitizeLine(match[1] ?? '', 200)}, because its configuration doesn't enable the annotation or no annotation can set this value.`,
    todo: () =>
      l10n.t(
        'Remove the annotation from the pod template. To find the pod and its annotations, run `oc describe pod`.',
      ),
    docs: configuringWorkload,
  },
  {
    pattern:
      /Error parsing annotation for|please specify (?:boolean value|positive numeric)|(?:Memory|Number of cpus \S{1,40}|Unknown network model|Invalid PCIe port \S{1,100}) specified in annotation|invalid sector sizes/i,
    title: () => l10n.t`Invalid annotation value`,
    meaning: () =>
      l10n.t`The runtime can't use an annotation value, so the pod doesn't start. The message shows the annotation and the expected value.`,
    todo: () => joinSentences(l10n.t`Correct the value in the pod template.`, describePod()),
    docs: configuringWorkload,
  },
  {
    pattern:
      /initdata create gzip reader error|uncompressing initdata with gzip error|parsing initdata annotation failed/i,
    title: () => l10n.t`Invalid initdata annotation`,
    meaning: () =>
      l10n.t`The runtime can't read the initdata annotation. The value must be TOML, compressed with gzip and encoded in base64.`,
    todo: () =>
      l10n.t(
        'Encode the file again (`gzip -c initdata.toml | base64 -w0`), then recreate the pod with the new annotation.',
      ),
    docs: configuringWorkload,
  },
  {
    pattern: /RuntimeClass(?:es\.node\.k8s\.io)? "(kata(?:-[a-z0-9.-]{1,240})?)" not found/i,
    title: (match) => l10n.t`Runtime class ${match[1] ?? ''} not found`,
    meaning: (match) =>
      match[1] === 'kata-remote'
        ? l10n.t`The pod can't be created because its runtime class doesn't exist. If enablePeerPods is true, the operator creates kata-remote at the end of the installation.`
        : l10n.t`The pod can't be created because its runtime class doesn't exist. The operator creates the runtime classes at the end of the installation.`,
    todo: () =>
      l10n.t(
        'Set runtimeClassName to an existing runtime class. To list the runtime classes, run `oc get runtimeclass`.',
      ),
    docs: creatingKataConfig,
  },
  {
    // cri-o/cri-o@036030d8 internal/oci/oci.go (ValidateRuntimeHandler).
    pattern: /failed to find runtime handler "?(kata(?:-[a-z0-9-]{1,60})?)\b/i,
    title: (match) => l10n.t`Runtime handler ${match[1] ?? ''} not found`,
    meaning: () =>
      l10n.t`CRI-O on the node of the pod has no runtime handler with this name, so the pod stays in ContainerCreating. The installation adds the runtime handlers to each node that the KataConfig selects.`,
    todo: () =>
      l10n.t(
        'Check that the KataConfig selects the node and that the installation is finished. Run `oc describe kataconfig`.',
      ),
    docs: creatingKataConfig,
  },
  {
    // containerd and CRI-O write this message. kata-containers/kata-containers#10843 and #1693 are open.
    pattern: /failed to connect to localhost:(\d{1,5}) inside namespace/i,
    title: () => l10n.t`Port forwarding doesn't reach the VM of the pod`,
    meaning: () =>
      l10n.t`Port forwarding connects to localhost in the network namespace of the pod on the node. The processes of a Kata pod listen in its VM, so the connection is refused.`,
    todo: (match) =>
      l10n.t(
        "To reach the pod, create a Service (`oc expose pod <name> --port={0}`) or a Route. If the pod doesn't use Kata, check whether a process listens on the port.",
        match[1] ?? '',
      ),
    docs: configuringWorkload,
  },
  {
    pattern: /Insufficient kata\.peerpods\.io\/vm/,
    title: () => l10n.t`No free slot for a pod VM`,
    meaning: () =>
      l10n.t`All nodes have reached the pod VM limit (PEERPODS_LIMIT_PER_NODE), or no node offers slots because cloud-api-adaptor isn't running.`,
    todo: () =>
      l10n.t(
        'Raise the limit (`oc edit configmap peer-pods-cm -n {0}`), or delete peer pods. To show the pod VM slots of the nodes, run `oc describe nodes`.',
        operatorNamespace,
      ),
    docs: modifyingVmLimit,
  },
  {
    isGeneral: true,
    pattern: /FailedScheduling|\b\d{1,6}\/\d{1,6} nodes are available/,
    title: () => l10n.t`No node can run the pod`,
    meaning: () => l10n.t`No node meets the pod's requirements. The message shows the number of nodes for each reason.`,
    todo: () =>
      l10n.t(
        "To compare the pod's node selector and resource requests with the nodes, run `oc describe pod` and `oc get nodes --show-labels`.",
      ),
    docs: configuringWorkload,
  },
  {
    pattern: /Guest SELinux is enabled, but SELinux is disabled on the host side/i,
    title: () => l10n.t`SELinux is disabled on the node`,
    meaning: () =>
      l10n.t`The runtime configuration enables SELinux in the guest, which requires SELinux on the node. The pod doesn't start.`,
    todo: () =>
      l10n.t(
        'Enable SELinux on the node. To check its state, run `oc debug node/<nodename> -- chroot /host getenforce`.',
      ),
    docs: configuringWorkload,
  },
  {
    pattern: /image_guest_pull[^\n]{0,300}deadline|deadline[^\n]{0,300}image_guest_pull/i,
    title: () => l10n.t`The pod VM couldn't pull an image in time`,
    meaning: () =>
      l10n.t`The pod VM pulls the pod's images directly. Either it can't reach the registry, or its volume is full.`,
    todo: () =>
      l10n.t(
        "Check the pod VM's network, and ROOT_VOLUME_SIZE in peer-pods-cm: `oc edit configmap peer-pods-cm -n {0}`.",
        operatorNamespace,
      ),
    docs: configuringWorkload,
  },
];
