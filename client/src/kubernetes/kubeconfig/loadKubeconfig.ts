/** The kubeconfig of the user, read anew each time. Nothing is contacted, nothing is run, nothing is ever written. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { failureWords, readFileWithLimit } from '../readFileWithLimit.ts';
import type { ClusterContext } from './clusterContext.ts';
import { contextsOf } from './contexts.ts';
import type { Entries, KubeconfigProblem } from './entries.ts';
import { inClusterContext } from './inClusterContext.ts';
import { merge } from './mergeKubeconfigs.ts';
import { parseText } from './parseKubeconfig.ts';
import { findKubeconfigPaths, type KubeconfigSearchInput } from './kubeconfigPaths.ts';
import { readEntries } from './readEntries.ts';

/** In bytes. */
const maxFileSize = 2_000_000;

export interface Kubeconfig {
  /** All that were looked for, whether they exist or not: what is to be followed. */
  readonly files: readonly string[];
  readonly contexts: readonly ClusterContext[];
  /** The name of the current context; it need not be among the contexts. */
  readonly current?: string;
  readonly problems: readonly KubeconfigProblem[];
  /**
   * Of the files of the user, those that are not there, or are empty: kubectl goes on without, but a program that
   * writes one leaves it so for a moment.
   */
  readonly absent: readonly string[];
  /** Of contexts that stand in one of the files besides: which. */
  readonly besides?: ReadonlyMap<string, string>;
}

/**
 * The files that a program has to be given to find this context as it is found here; none: there is no file of it
 * (inside of a pod), or no such context.
 */
export function filesOf({ contexts, files, absent, besides }: Kubeconfig, name: string): readonly string[] {
  if (!contexts.some((context) => context.name === name)) return [];
  const apart = besides?.get(name);
  if (apart !== undefined) return [apart];
  const others = new Set([...absent, ...(besides?.values() ?? [])]);
  return files.filter((file) => !others.has(file));
}

/**
 * Never rejects: what cannot be read is among the problems.
 * @param serviceAccount the folder of its files, for tests
 */
export async function loadKubeconfig(
  surroundings: KubeconfigSearchInput,
  serviceAccount?: string,
): Promise<Kubeconfig> {
  const { files, named } = findKubeconfigPaths(surroundings);
  const read = await Promise.all(files.map(readFile));
  const besides = read.length - (surroundings.besides?.length ?? 0);
  const usual = read.slice(0, besides).filter((entries) => entries !== undefined);
  const absent = files.slice(0, besides).filter((_, index) => isNothing(read[index]));
  const merged = merge(usual);
  if (usual.length > 0)
    return withBesides(
      {
        files,
        contexts: contextsOf(merged),
        problems: merged.problems,
        absent,
        ...omitUndefined({ current: merged.currentContext }),
      },
      read,
      besides,
    );
  const own = named === 'setting' ? undefined : await inClusterContext(surroundings.env, serviceAccount);
  if (own !== undefined)
    return withBesides({ files, contexts: [own], current: own.name, problems: [], absent }, read, besides);
  const message =
    named === 'setting'
      ? l10n.t({
          message: 'not found (check the setting that specifies the file)',
          args: [],
          comment: ['Stands alone, after the name of a file and a colon.'],
        })
      : l10n.t({
          message: 'not found, and no other file in KUBECONFIG exists',
          args: [],
          comment: ['Stands alone, after the name of a file and a colon.'],
        });
  return withBesides(
    {
      files,
      contexts: [],
      problems: named === undefined ? [] : [{ file: files[0] ?? '', message, missing: true }],
      absent,
    },
    read,
    besides,
  );
}

/**
 * Each of the files besides is a kubeconfig of its own: no context of one gets a cluster or user of another. Where
 * names clash, those of the user stay.
 */
function withBesides(usual: Kubeconfig, read: readonly (Entries | undefined)[], from: number): Kubeconfig {
  const contexts = [...usual.contexts];
  const problems = [...usual.problems];
  const apart = new Map<string, string>();
  let { current } = usual;
  read.slice(from).forEach((entries, index) => {
    if (entries === undefined) return;
    const file = usual.files[from + index] ?? '';
    problems.push(...entries.problems);
    current ??= entries.currentContext;
    for (const context of contextsOf(merge([entries]))) {
      if (contexts.some(({ name }) => name === context.name)) {
        problems.push({
          file,
          entry: `contexts "${context.name}"`,
          message: l10n.t({
            message: 'ignored (another entry in the kubeconfig has this name)',
            args: [],
            comment: ['Stands alone, after the name of an entry of a kubeconfig and a colon.'],
          }),
        });
      } else {
        contexts.push(context);
        apart.set(context.name, file);
      }
    }
  });
  return { ...usual, contexts, problems, ...omitUndefined({ current, besides: apart.size === 0 ? undefined : apart }) };
}

/** Undefined when there is no such file: kubectl goes on without. */
async function readFile(file: string): Promise<Entries | undefined> {
  const read = await readFileWithLimit(file, maxFileSize);
  if (!read.ok) return read.error === 'missing' ? undefined : nothingBut({ file, message: failureWords(read.error) });
  const value = parseText(read.value.toString('utf8'));
  return value.ok ? readEntries(value.value, file) : nothingBut({ file, message: value.error });
}

function isNothing(entries: Entries | undefined): boolean {
  return (
    entries === undefined ||
    [entries.clusters.size, entries.users.size, entries.contexts.size, entries.problems.length].every(
      (count) => count === 0,
    )
  );
}

function nothingBut(problem: KubeconfigProblem): Entries {
  return { clusters: new Map(), users: new Map(), contexts: new Map(), problems: [problem] };
}
