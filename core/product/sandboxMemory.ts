/** Describes the memory of a sandbox on its node, process by process. Source: OSC 1.5 §2.1.1. Not measured. */
import * as l10n from '@vscode/l10n';
import { memoryText, parseQuantity, type Quantity } from '../common/quantity.ts';
import { formatAlternatives } from '../text/grammar.ts';
import type { Message } from '../text/message.ts';
import { documentedVmMemory, runtimeClassNamed } from './runtimeClasses.ts';

/** Memory of one process, or of one use of the VM's memory. */
export interface SandboxMemory {
  readonly what: Message;
  /** Quantity, such as `110Mi`. */
  readonly memory: string;
  /** True if the overhead of the runtime class covers it. Otherwise, it's part of the VM's memory. */
  readonly isOverhead: boolean;
}

/** All documented values. */
export const sandboxMemory: readonly SandboxMemory[] = [
  { what: () => l10n.t`Guest kernel at boot`, memory: documentedVmMemory.guestKernel, isOverhead: true },
  { what: () => l10n.t`QEMU, without the VM's memory`, memory: documentedVmMemory.qemu, isOverhead: true },
  { what: () => l10n.t`virtiofsd, without I/O buffers`, memory: documentedVmMemory.virtiofsd, isOverhead: true },
  { what: () => 'containerd-shim-kata-v2', memory: documentedVmMemory.shim, isOverhead: true },
  {
    what: () => l10n.t('File cache, for example after `dnf install`'),
    memory: documentedVmMemory.fileCache,
    isOverhead: false,
  },
];

/** Returns the total memory that the overhead of the runtime class must cover. */
export function sumOfSandboxProcesses(): Quantity {
  return sandboxMemory
    .filter(({ isOverhead }) => isOverhead)
    .reduce<Quantity>((sum, { memory }) => sum + (parseQuantity(memory) ?? 0n), 0n);
}

/** Returns the documented overheads of the class kata, without duplicates: `350Mi`, `500Mi`. */
function documentedOverheads(): readonly string[] {
  const known = (runtimeClassNamed('kata')?.overheads ?? []).filter(({ unverified }) => unverified !== true);
  return [...new Set(known.flatMap(({ memory }) => memory ?? []))];
}

/** Describes what the overhead of the runtime class covers. */
export function describeOverhead(): string {
  return l10n.t`The overhead of the runtime class covers the guest kernel, QEMU, virtiofsd, and the shim. Together, they use about ${memoryText(sumOfSandboxProcesses())}. The documented overhead of the kata runtime class is ${formatAlternatives(documentedOverheads())}. The file cache is part of the VM's memory. The memory values of several processes include the file cache, but it occupies memory only once.`;
}

/** Renders the values as a Markdown table, followed by what the overhead covers. */
export function renderSandboxMemory(): string {
  const rows = sandboxMemory.map(
    ({ what, memory, isOverhead }) =>
      `| ${what()} | ${memory} | ${isOverhead ? l10n.t`runtime class overhead` : l10n.t`VM's memory`} |`,
  );
  return [
    [`| ${l10n.t`Memory of a sandbox`} | ${l10n.t`About`} | ${l10n.t`Covered by`} |`, '|---|---|---|', ...rows].join(
      '\n',
    ),
    `${describeOverhead()} (${documentedVmMemory.source})`,
  ].join('\n\n');
}
