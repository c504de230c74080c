/** What a cluster tells besides its metrics: what its runtime classes of kata set aside. */
import type { PanelFacts } from '#core/metrics/panels/panel.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { toNumber, parseQuantity } from '#core/common/quantity.ts';
import { kataRuntimeClasses } from '#core/status/kataRuntimeClasses.ts';

/**
 * Those of the cluster alone, never documented ones: documents disagree, and only what the scheduler counts matters.
 */
export function panelFacts(snapshot: Snapshot | undefined): PanelFacts {
  if (snapshot === undefined) return { overheads: [] };
  const overheads = kataRuntimeClasses(snapshot).flatMap(({ name, overhead }) => {
    const memory = parseQuantity(overhead['memory'] ?? '');
    return memory === undefined || memory <= 0n ? [] : [{ runtimeClass: name, bytes: toNumber(memory) }];
  });
  // Classes that set the same aside are one line.
  const byBytes = new Map<number, string[]>();
  for (const { runtimeClass, bytes } of overheads) byBytes.set(bytes, [...(byBytes.get(bytes) ?? []), runtimeClass]);
  return { overheads: [...byBytes].map(([bytes, names]) => ({ runtimeClass: names.join(', '), bytes })) };
}
