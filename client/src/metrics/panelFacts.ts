/** Extracts cluster data that isn't in the metrics: the pod overhead of the runtime classes, and the Kata status. */
import type { PanelFacts } from '#core/metrics/panels/panel.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { toNumber, parseQuantity } from '#core/common/quantity.ts';
import { getKataStatus } from '#core/status/kataConfig/kataStatus.ts';
import { kataRuntimeClasses } from '#core/status/kataRuntimeClasses.ts';

/**
 * Returns the pod overhead that the cluster defines, never documented values. Documentation varies, and the scheduler
 * uses only the values of the cluster.
 */
export function panelFacts(snapshot: Snapshot | undefined): PanelFacts {
  if (snapshot === undefined) return { overheads: [] };
  const overheads = kataRuntimeClasses(snapshot).flatMap(({ name, overhead }) => {
    const memory = parseQuantity(overhead['memory'] ?? '');
    return memory === undefined || memory <= 0n ? [] : [{ runtimeClass: name, bytes: toNumber(memory) }];
  });
  // Runtime classes with the same overhead share one line.
  const byBytes = new Map<number, string[]>();
  for (const { runtimeClass, bytes } of overheads) byBytes.set(bytes, [...(byBytes.get(bytes) ?? []), runtimeClass]);
  return {
    overheads: [...byBytes].map(([bytes, names]) => ({ runtimeClass: names.join(', '), bytes })),
    isInstalled: getKataStatus(snapshot).phase === 'installed',
  };
}
