/**
 * The logs that are asked for by name: which lines they are, which command brings them from a node, and what must be on
 * for them to exist. Sources: OSC 1.12 §6.3 and §6.4 (the commands, their quotes made plain: the document has
 * typographic ones); openshift/oc@1f30e7346ee765cb27d4ac451720e8fd30a01be8 pkg/cli/admin/node/logs.go;
 * kata-containers/kata-containers@0a4b755cd9e22b31cfdbfcb9919b4122b51c26cc src/runtime/virtcontainers/sandbox.go (the
 * console is read when the hypervisor's debug is on, and written at level debug), qemu.go (LogAndWait: at any level).
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
  /** Which lines of a journal they are. */
  readonly filter: LogFilter;
  /** What `journalctl` is told. */
  readonly journal: readonly string[];
  /**
   * What `oc adm node-logs` is told, which knows units and patterns and no identifiers. Undefined: it cannot be asked
   * for these.
   */
  readonly unit: readonly string[] | undefined;
  /** Why there may be none of these lines, in words; undefined: they are always written. */
  readonly needs?: { readonly text: Message; readonly section: DocSection };
}

const debug = {
  text: () =>
    l10n.t`Written only while logLevel in the KataConfig is debug. Setting logLevel reboots the nodes of the pool one after another.`,
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
        l10n.t`Warnings and errors are always written. Other messages are written only while logLevel in the KataConfig is debug. Setting logLevel reboots the nodes of the pool one after another.`,
    },
  },
  // The agent writes to the console of its guest too.
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
  // The list has all ids; the last one asks for nothing.
  return found ?? everything;
}
