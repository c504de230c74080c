/**
 * Reads the Kata packages of a node from `nodes/<node>/version` in an OSC must-gather. Source: domain/07-must-gather.md
 * 7.2.
 */
import * as l10n from '@vscode/l10n';
import { formatCount } from '#core/text/counts.ts';

/** Maximum number of packages per node. */
const mostPackages = 20;

/** Returns the package names with versions, as `rpm -qa` prints them. Omits other lines. */
export function packagesIn(text: string): readonly string[] {
  return text
    .slice(0, 10_000)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^(?:kata-containers|qemu)[\w.+~^-]{0,150}$/.test(line))
    .slice(0, mostPackages);
}

/**
 * Summarizes the packages, such as `kata-containers-3.17.0-3.el9 on 2 nodes`. Omits QEMU, which only node lists show.
 * Returns undefined if there are none.
 * @param packages by node
 */
export function describePackage(packages: ReadonlyMap<string, readonly string[]>): string | undefined {
  const counts = new Map<string, number>();
  for (const names of packages.values())
    for (const name of names.filter((one) => one.startsWith('kata-containers')))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  const words = Array.from(counts, ([name, count]) => l10n.t`${name} on ${formatCount(count, 'node')}`);
  return words.length === 0 ? undefined : words.toSorted().slice(0, 10).join(', ');
}
