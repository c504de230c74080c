/**
 * The named logs: their lines, the commands that read them from a node, and the settings that they require. Sources:
 * OSC 1.12 §6.3 and §6.4 (the commands, with the document's typographic quotes replaced);
 * openshift/oc@1f30e7346ee765cb27d4ac451720e8fd30a01be8 pkg/cli/admin/node/logs.go;
 * kata-containers/kata-containers@0a4b755cd9e22b31cfdbfcb9919b4122b51c26cc src/runtime/virtcontainers/sandbox.go (reads
 * the console if hypervisor debugging is on, and logs it at level debug), qemu.go (LogAndWait: at any level).
 */
import * as l10n from '@vscode/l10n';
import { enablingDebugLogs } from '../product/docSections.ts';
import type { DocSection } from '../product/docSection.ts';
import type { LogFilter } from './logFilter.ts';
import type { Message } from '#core/text/message.ts';

export type LogPresetId = 'runtime' | 'guest' | 'agent' | 'virtiofsd' | 'qemu' | 'crio' | 'kubelet' | 'everything';

export interface LogPreset {
  readonly id: LogPresetId;
  readonly title: Message;
  /** Filter for the journal lines of this log. */
  readonly filter: LogFilter;
  /** Arguments for `journalctl`. */
  readonly journal: readonly string[];
  /**
   * Arguments for `oc adm node-logs`, which supports units and patterns but not identifiers. Undefined if it can't
   * select these lines.
   */
  readonly unit: readonly string[] | undefined;
  /** Describes why these lines might be missing. Undefined if they are always written. */
  readonly needs?: { readonly text: Message; readonly section: DocSection };
}

const debug = {
  text: () =>
    l10n.t`These messages are written only while logLevel in the KataConfig is debug. Changing logLevel reboots the nodes in the pool one after another.`,
  section: enablingDebugLogs,
};
const console = 'reading guest console';

const everything: LogPreset = { id: 'everything', title: () => l10n.t`Everything`, filter: {}, journal: [], unit: [] };

export const logPresets: readonly LogPreset[] = [
  {
    id: 'runtime',
    title: () => l10n.t`Kata runtime`,
    filter: { origins: ['kataRuntime', 'qemu'] },
    journal: ['-t', 'kata'],
    unit: ['-u', 'crio', '-g', 'containerd-shim-v2'],
    needs: {
      ...debug,
      text: () =>
        l10n.t`Warnings and errors are always written. Other messages are written only while logLevel in the KataConfig is debug. Changing logLevel reboots the nodes in the pool one after another.`,
    },
  },
  // The agent also writes to the guest console.
  {
    id: 'guest',
    title: () => l10n.t`Guest console`,
    filter: { origins: ['guestConsole', 'agent'] },
    journal: ['-t', 'kata', '-g', console],
    unit: ['-u', 'crio', '-g', console],
    needs: debug,
  },
  {
    id: 'agent',
    title: () => l10n.t`Kata agent`,
    filter: { origins: ['agent'] },
    journal: ['-t', 'kata', '-g', console],
    unit: ['-u', 'crio', '-g', console],
    needs: debug,
  },
  {
    id: 'virtiofsd',
    title: () => 'virtiofsd',
    filter: { origins: ['virtiofsd'] },
    journal: ['-t', 'virtiofsd'],
    unit: undefined,
    needs: debug,
  },
  {
    id: 'qemu',
    title: () => 'QEMU',
    filter: { origins: ['qemu'] },
    journal: ['-t', 'kata', '-g', String.raw`qemuPid=\d+`],
    unit: ['-u', 'crio', '-g', String.raw`qemuPid=\d+`],
  },
  { id: 'crio', title: () => 'CRI-O', filter: { origins: ['crio'] }, journal: ['-u', 'crio'], unit: ['-u', 'crio'] },
  {
    id: 'kubelet',
    title: () => 'Kubelet',
    filter: { origins: ['kubelet'] },
    journal: ['-u', 'kubelet'],
    unit: ['-u', 'kubelet'],
  },
  everything,
];

export function getLogPreset(id: LogPresetId): LogPreset {
  const found = logPresets.find((preset) => preset.id === id);
  // The list contains all IDs, so the fallback is never used.
  return found ?? everything;
}
