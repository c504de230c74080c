/** Reads and writes the verdicts of API servers on the mutations of `mutate.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { getMap, getNumber, getString } from '#simulator/store/kubeObject.ts';
import type { Mutation } from './mutate.ts';

const file = new URL('recordedMutations.json', import.meta.url);

/**
 * The verdict on a mutation: `accepted`, rejected by the strict `decoder`, rejected by the `server`, or accepted by the
 * server, which rejects its `pods`. The decoder finds unknown fields and wrong types, which kube-apiserver 1.20 doesn't
 * report. The server doesn't validate the pod template of a StatefulSet, so the StatefulSet exists without pods.
 */
export type MutationVerdict = 'accepted' | 'decoder' | 'server' | 'pods';

const letters: Readonly<Record<string, MutationVerdict>> = {
  a: 'accepted',
  d: 'decoder',
  s: 'server',
  p: 'pods',
};

/** The recorded verdicts with the seed of their mutations. */
export interface RecordedMutations {
  readonly seed: number;
  /** Names and versions of the servers. */
  readonly servers: string;
  /** Returns undefined if the mutation wasn't recorded. */
  readonly verdictOf: (mutation: Mutation) => MutationVerdict | undefined;
}

/** Reads the recorded verdicts. */
export function readRecordedMutations(): RecordedMutations {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const verdicts = new Map(
    Object.values(getMap({ content }, 'content', 'verdicts')).flatMap((line) =>
      String(line)
        .split(' ')
        .map((entry): [string, MutationVerdict | undefined] => [entry.slice(0, -1), letters[entry.slice(-1)]]),
    ),
  );
  return {
    seed: getNumber(content, 'seed') ?? 0,
    servers: getString(content, 'servers') ?? '',
    verdictOf: ({ hash }) => verdicts.get(hash),
  };
}

/** Writes verdicts: one line per kind, with a hash and a letter per mutation. */
export function writeRecordedMutations(
  seed: number,
  servers: string,
  verdicts: ReadonlyMap<Mutation, MutationVerdict>,
): void {
  const lines: Record<string, string[]> = {};
  for (const [{ kind, hash }, verdict] of verdicts) (lines[kind] ??= []).push(`${hash}${verdict.charAt(0)}`);
  const byKind = Object.fromEntries(Object.entries(lines).map(([kind, entries]) => [kind, entries.join(' ')]));
  writeFileSync(file, `${JSON.stringify({ seed, servers, verdicts: byKind }, undefined, 2)}\n`);
}
