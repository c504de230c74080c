/**
 * Decides which events require a notification: a followed install or uninstall has finished, failed, or is stuck. Each
 * event is reported once. All functions are pure.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import type { KataPhase, KataStatus } from '#core/status/kataConfig/kataStatus.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';

/** The observed state of a cluster and the notifications that were already shown. Immutable. */
export interface Watched {
  /** The last observed operation. Undefined if none was observed. */
  readonly moving?: Moving;
  /** Keys of the notifications since the operation started. */
  readonly said: readonly string[];
  /**
   * True if Kata was installed and no operation was in progress at an earlier check. If a later phase is blocked, the
   * uninstall is blocked.
   */
  readonly installed?: boolean;
}

type Moving = Extract<KataPhase, 'installing' | 'updating' | 'uninstalling'>;

export const nothingWatched: Watched = { said: [] };

export interface Notice {
  readonly kind: 'done' | 'failed' | 'stuck';
  /** Sentence that names the cluster. */
  readonly message: string;
}

/** A stuck node: its name and the reason as text. */
export interface Stuck {
  readonly node: string;
  readonly why: string;
}

/**
 * Creates the message for a finished operation.
 * @param nodes number of nodes with Kata, as text. Undefined if unknown
 */
const done: Readonly<Record<Moving, (cluster: string, nodes: string | undefined) => string>> = {
  installing: (cluster, nodes) => l10n.t`Kata is installed on ${withNodes(cluster, nodes)}.`,
  updating: (cluster, nodes) => l10n.t`Kata was updated on ${withNodes(cluster, nodes)}.`,
  uninstalling: (cluster) => l10n.t`Kata was uninstalled from ${cluster}.`,
};

function withNodes(cluster: string, nodes: string | undefined): string {
  return nodes === undefined ? cluster : `${cluster} (${nodes})`;
}

const undone: Readonly<Record<Moving, (cluster: string) => string>> = {
  installing: (cluster) => l10n.t`Kata installation on ${cluster}`,
  updating: (cluster) => l10n.t`Kata update on ${cluster}`,
  uninstalling: (cluster) => l10n.t`Kata uninstallation from ${cluster}`,
};

/** Returns the notification to show now, if any, and the state to remember. */
export function updateNotices(
  watched: Watched,
  cluster: string,
  progress: KataStatus,
  stuck: readonly Stuck[],
): { readonly watched: Watched; readonly notice?: Notice } {
  const { phase, total } = progress;
  const { said } = watched;
  const moving = watched.moving ?? (phase === 'blocked' && watched.installed === true ? 'uninstalling' : undefined);
  if (phase === 'installing' || phase === 'updating' || phase === 'uninstalling') {
    // A new operation clears all earlier notifications. An operation that resumes after a failure can be reported as
    // failed again.
    const before = moving === phase ? said.filter((key) => !key.startsWith('failed')) : [];
    const unsaid = stuck.filter(({ node }) => !before.includes(`stuck ${node}`));
    const next = { moving: phase, said: [...before, ...unsaid.map(({ node }) => `stuck ${node}`)] };
    const [first] = unsaid;
    if (first === undefined) return { watched: next };
    return {
      watched: next,
      notice: { kind: 'stuck', message: stuckWords(undone[phase](cluster), first, unsaid.slice(1)) },
    };
  }
  if (phase === 'unknown') return { watched };
  if (moving === undefined) return { watched: phase === 'installed' ? { ...watched, installed: true } : watched };
  if (phase === 'failed' || phase === 'blocked') {
    const key = `failed ${progress.failed.join(' ')}`;
    if (said.includes(key)) return { watched };
    return {
      watched: { moving, said: [...said, key] },
      notice: { kind: 'failed', message: failedWords(undone[moving](cluster), progress) },
    };
  }
  const ended = phase === 'installed' ? moving !== 'uninstalling' : moving === 'uninstalling';
  const counted = phase === 'installed' && total > 0 ? formatCount(total, 'node') : undefined;
  return {
    watched: phase === 'installed' ? { said: [], installed: true } : nothingWatched,
    ...omitUndefined({
      notice: ended ? ({ kind: 'done', message: done[moving](cluster, counted) } as const) : undefined,
    }),
  };
}

/**
 * Returns the message for stuck nodes.
 * @param what the operation, such as `Kata installation on prod`
 */
function stuckWords(what: string, { node, why }: Stuck, others: readonly Stuck[]): string {
  if (others.length === 0) return l10n.t`${what} is stuck on ${node}: ${why}`;
  const names = formatNames(others.map((other) => other.node));
  return l10n.t`${what} is stuck on ${node} (and on ${names}): ${why}`;
}

/**
 * Returns the message for a failed or blocked operation.
 * @param what the operation, such as `Kata installation on prod`
 */
function failedWords(what: string, { phase, failed }: KataStatus): string {
  if (failed.length > 0) return l10n.t`${what} failed on ${formatNames(failed)}.`;
  return phase === 'blocked' ? l10n.t`${what} is blocked.` : l10n.t`${what} failed.`;
}
