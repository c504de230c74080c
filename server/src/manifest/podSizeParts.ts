/** Describes the parts of the resources of a Kata pod, for the inlay hint and for `osc-tools size`. */
import * as l10n from '@vscode/l10n';
import type { Quantity } from '#core/common/quantity.ts';
import { documentedVmMemory } from '#core/product/runtimeClasses.ts';
import type { AmountRange, LocalPodSize, SourcedAmounts } from './localPodSize.ts';

/** Resources of one part of a pod, such as its VM, with their source. */
export interface PodSizePart extends SourcedAmounts {
  readonly title: string;
}

/** Returns the parts of a pod with the class kata: the VM, the containers, and the overheads. */
export function describePodSizeParts({
  machine,
  annotations,
  containers,
  overheads,
}: LocalPodSize): readonly PodSizePart[] {
  const sources = [
    ...(annotations.includes('default_memory') ? [] : [documentedVmMemory.source]),
    ...(annotations.length > 0 ? [l10n.t`annotations ${annotations.join(', ')}`] : []),
  ];
  return [
    { title: l10n.t`VM at startup`, ...machine, source: sources.join('; ') },
    { title: l10n.t`Containers`, ...containers, source: l10n.t`limits, or requests if no limit is set` },
    ...describeOverheads(overheads),
  ];
}

/** Returns the overheads of a runtime class as parts. */
export function describeOverheads(overheads: readonly SourcedAmounts[]): readonly PodSizePart[] {
  return overheads.map((overhead) => ({ title: l10n.t`Runtime class overhead`, ...overhead }));
}

/** Formats the lowest and the highest amount, or one amount if they're equal. */
export function formatAmountRange([least, most]: AmountRange, text: (amount: Quantity) => string): string {
  return text(least) === text(most) ? text(least) : l10n.t`${text(least)} to ${text(most)}`;
}

/** Returns the sentence that the sizes aren't measured. */
export function describeSizeOrigin(): string {
  return l10n.t`The values come from the documentation and aren't measured.`;
}
