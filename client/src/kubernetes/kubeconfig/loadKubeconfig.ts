/** Reads the user's kubeconfig from the files on each call. Doesn't contact a cluster, run commands, or write files. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { describeReadFailure, readFileWithLimit } from '../readFileWithLimit.ts';
import type { ClusterContext } from './clusterContext.ts';
import { contextsOf } from './contexts.ts';
import type { Entries, KubeconfigProblem } from './entries.ts';
import { inClusterContext } from './inClusterContext.ts';
import { merge } from './mergeKubeconfigs.ts';
import { parseText } from './parseKubeconfig.ts';
import { findKubeconfigPaths, type KubeconfigSearchInput } from './kubeconfigPaths.ts';
import { readEntries } from './readEntries.ts';

/** Maximum size of a kubeconfig file in bytes. */
const maxFileSize = 2_000_000;

export interface Kubeconfig {
  /** All searched files, including those that don't exist. The caller watches them for changes. */
  readonly files: readonly string[];
  readonly contexts: readonly ClusterContext[];
  /** Name of the current context. It might not be among the contexts. */
  readonly current?: string;
  readonly problems: readonly KubeconfigProblem[];
  /**
   * Files of the user that don't exist or are empty. kubectl ignores them, but a command that is writing a file also
   * leaves it in this state for a moment.
   */
  readonly absent: readonly string[];
  /** File of each context that comes from an additional file. */
  readonly besides?: ReadonlyMap<string, string>;
}

/**
 * Returns the files that a command needs to find this context. Empty for the in-cluster context, which has no file, and
 * for an unknown context.
 */
export function filesOf({ contexts, files, absent, besides }: Kubeconfig, name: string): readonly string[] {
  if (!contexts.some((context) => context.name === name)) return [];
  const apart = besides?.get(name);
  if (apart !== undefined) return [apart];
  const others = new Set([...absent, ...(besides?.values() ?? [])]);
  return files.filter((file) => !others.has(file));
}

/**
 * Loads the kubeconfig. Never rejects. Files that can't be read are listed as problems.
 * @param serviceAccount folder of the service account files, for tests
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
  const { problems } = merged;
  // kubectl also uses the service account if all files are empty. A home folder that this user can't read, such as that
  // of the user in the image of a container, isn't a choice of the user either.
  const hasNone = usual.every(isNothing) || (named === undefined && merged.contexts.size === 0);
  const own = hasNone && named !== 'setting' ? await inClusterContext(surroundings.env, serviceAccount) : undefined;
  if (own !== undefined)
    return withBesides({ files, contexts: [own], current: own.name, problems, absent }, read, besides);
  if (usual.length > 0)
    return withBesides(
      { files, contexts: contextsOf(merged), problems, absent, ...omitUndefined({ current: merged.currentContext }) },
      read,
      besides,
    );
  const message =
    named === 'setting'
      ? l10n.t({
          message: 'not found (check the setting that specifies the file)',
          args: [],
          comment: ['A problem of a kubeconfig file, after the name of the file and a colon.'],
        })
      : l10n.t({
          message: 'not found, and no other file in KUBECONFIG exists',
          args: [],
          comment: ['A problem of a kubeconfig file, after the name of the file and a colon.'],
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
 * Adds the contexts of the additional files. Each of these files is a separate kubeconfig, so its contexts don't use
 * clusters or users from other files. If names conflict, the user's entry is kept.
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
            comment: ['A problem of a kubeconfig entry, after the name of the entry and a colon.'],
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

/**
 * Reads the entries of a file. Returns undefined if the file doesn't exist, because kubectl also ignores missing files.
 */
async function readFile(file: string): Promise<Entries | undefined> {
  const read = await readFileWithLimit(file, maxFileSize);
  if (!read.ok)
    return read.error === 'missing' ? undefined : nothingBut({ file, message: describeReadFailure(read.error) });
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
