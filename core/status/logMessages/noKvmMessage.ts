/** QEMU accel/kvm (messages); OSC 1.12 §1.2. */
import * as l10n from '@vscode/l10n';
import { openShiftCompatibility } from '#core/product/docSections.ts';
import { defineLogMessage } from './logMessage.ts';

export const noKvmMessage = defineLogMessage({
  id: 'log-no-kvm',
  title: () => l10n.t`A node has no hardware virtualization`,
  likelihood: 92,
  places: ['crio', 'kubelet', 'events'],
  pattern:
    /Could not access KVM kernel module|\/dev\/kvm[^\n]{0,80}(?:[nN]o such file|not found|[pP]ermission denied)|failed to initialize kvm/,
  hints: ['KVM kernel module', '/dev/kvm', 'failed to initialize kvm'],
  about: { kind: 'nodes' },
  meaning: () =>
    l10n.t`QEMU does not find KVM on a node: virtualization is off in its firmware, or it is itself a virtual machine.`,
  todo: () =>
    l10n.t`Switch virtualization on in the firmware; on cloud machines use bare metal instances or peer pods.`,
  docs: openShiftCompatibility,
});
