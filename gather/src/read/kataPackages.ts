/**
 * The packages of kata on a node, as the must-gather of sandboxed containers lists them (`nodes/<node>/version`).
 * Source: domain/07-must-gather.md 7.2.
 */
import * as l10n from '@vscode/l10n';
import { countWords } from '#core/text/counts.ts';

/** Of one node. */
const mostPackages = 20;

/** Names with their versions, as `rpm -qa` prints them; what is none is left out. */
export function packagesIn(text: string): readonly string[] {
  return text
    .slice(0, 10_000)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^(?:kata-containers|qemu)[\w.+~^-]{0,150}$/.test(line))
    .slice(0, mostPackages);
}

/**
 * `kata-containers-3.17.0-3.el9 on 2 nodes`; of QEMU only in lists of nodes. Undefined: nothing is told.
 * @param packages by node
 */
export function packageWords(packages: ReadonlyMap<string, readonly string[]>): string | undefined {
  const counts = new Map<string, number>();
  for (const names of packages.values())
    for (const name of names.filter((one) => one.startsWith('kata-containers')))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  const words = Array.from(counts, ([name, count]) => l10n.t`${name} on ${countWords(count, 'node')}`);
  return words.length === 0 ? undefined : words.toSorted().slice(0, 10).join(', ');
}
