/** What is worth a message: an install or uninstall that was watched has ended, has failed, or is stuck. Each is said once. Pure. */
import { given } from '../../../core/json.ts';
import type { Phase, Progress } from '../../../core/live/status/progress.ts';
import { namesWords } from '../../../core/live/words.ts';

/** What was seen of a cluster, and what was said of it. A value. */
export interface Watched {
  /** What was last under way; undefined: nothing was seen to be. */
  readonly moving?: Moving;
  /** What was said since it began. */
  readonly said: readonly string[];
  /** Kata was seen to be there, and nothing under way: what is blocked then is its removal. */
  readonly installed?: boolean;
}

type Moving = Extract<Phase, 'installing' | 'updating' | 'uninstalling'>;

export const nothingWatched: Watched = { said: [] };

export interface Notice {
  readonly kind: 'done' | 'failed' | 'stuck';
  /** A sentence that names the cluster. */
  readonly message: string;
}

/** A node that does not move: its name, and why, in words. */
export interface Stuck {
  readonly node: string;
  readonly why: string;
}

const done: Readonly<Record<Moving, (cluster: string) => string>> = {
  installing: (cluster) => `The installation of kata on ${cluster} is done`,
  updating: (cluster) => `The update of kata on ${cluster} is done`,
  uninstalling: (cluster) => `Kata was removed from ${cluster}`,
};

const undone: Readonly<Record<Moving, string>> = {
  installing: 'The installation of kata',
  updating: 'The update of kata',
  uninstalling: 'The removal of kata',
};

/** What is to be said now, and what is to be remembered. */
export function watch(watched: Watched, cluster: string, progress: Progress, stuck: readonly Stuck[]): { readonly watched: Watched; readonly notice?: Notice } {
  const { phase, total } = progress;
  const { said } = watched;
  const moving = watched.moving ?? (phase === 'blocked' && watched.installed === true ? 'uninstalling' : undefined);
  if (phase === 'installing' || phase === 'updating' || phase === 'uninstalling') {
    // Another thing has begun: what was said is of the one before. What had failed and goes on may fail again.
    const before = moving === phase ? said.filter((key) => !key.startsWith('failed')) : [];
    const unsaid = stuck.filter(({ node }) => !before.includes(`stuck ${node}`));
    const next = { moving: phase, said: [...before, ...unsaid.map(({ node }) => `stuck ${node}`)] };
    const [first] = unsaid;
    if (first === undefined) return { watched: next };
    const others = unsaid.length > 1 ? ` (and ${namesWords(unsaid.slice(1).map(({ node }) => node))})` : '';
    return { watched: next, notice: { kind: 'stuck', message: `${undone[phase]} on ${cluster} does not go on: ${first.node}${others}: ${first.why}` } };
  }
  if (phase === 'unknown') return { watched };
  if (moving === undefined) return { watched: phase === 'installed' ? { ...watched, installed: true } : watched };
  if (phase === 'failed' || phase === 'blocked') {
    const key = `failed ${progress.failed.join(' ')}`;
    if (said.includes(key)) return { watched };
    const why = progress.failed.length > 0 ? `failed on ${namesWords(progress.failed)}` : phase === 'blocked' ? 'is blocked' : 'has failed';
    return { watched: { moving, said: [...said, key] }, notice: { kind: 'failed', message: `${undone[moving]} on ${cluster} ${why}.` } };
  }
  const ended = phase === 'installed' ? moving !== 'uninstalling' : moving === 'uninstalling';
  const counted = phase === 'installed' && total > 0 ? `: kata is on ${total === 1 ? '1 node' : `${total} nodes`}` : '';
  return {
    watched: phase === 'installed' ? { said: [], installed: true } : nothingWatched,
    ...given({ notice: ended ? ({ kind: 'done', message: `${done[moving](cluster)}${counted}.` } as const) : undefined }),
  };
}
