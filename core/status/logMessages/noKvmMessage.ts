/** Detects that a node has no hardware virtualization. Source: QEMU accel/kvm (messages); OSC 1.12 §1.2. */
import * as l10n from '@vscode/l10n';
import { openShiftCompatibility } from '#core/product/docSections.ts';
import { defineLogMessage } from './logMessage.ts';

export const noKvmMessage = defineLogMessage({
  id: 'log-no-kvm',
  title: () => l10n.t`QEMU can't use hardware virtualization on a node`,
  likelihood: 92,
  places: ['crio', 'kubelet', 'events'],
  pattern:
    /Could not access KVM kernel module|\/dev\/kvm[^\n]{0,80}(?:[nN]o such file|not found|[pP]ermission denied)|failed to initialize kvm/,
  hints: ['KVM kernel module', '/dev/kvm', 'failed to initialize kvm'],
  about: { kind: 'nodes' },
  meaning: () =>
    l10n.t`QEMU can't access /dev/kvm on a node. Either virtualization is disabled in the firmware, the node is a VM, or QEMU has no permission for the device.`,
  todo: () =>
    l10n.t`Enable virtualization in the node's firmware. On cloud instances, use bare metal instances or peer pods. If the log line contains "Permission denied", check the permissions and SELinux label of /dev/kvm on the node.`,
  docs: openShiftCompatibility,
});
