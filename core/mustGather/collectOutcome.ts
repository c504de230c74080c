/** Determines the result of a must-gather from the output and the exit code of oc. */
import * as l10n from '@vscode/l10n';
import { describeLimit, type CollectLimit } from './collectionSize.ts';
import type { GatherProgress } from './collectPhases.ts';
import { getSentenceSeparator } from '../text/grammar.ts';

/**
 * `complete`: all data was collected. `partial`: some data was collected. `stopped`: the user canceled, or a limit was
 * reached. `failed`: no data was collected.
 */
type GatherEnd = 'complete' | 'partial' | 'stopped' | 'failed';

export interface GatherOutcome {
  readonly end: GatherEnd;
  /** Describes the result in one or two sentences and, if known, the action to take. */
  readonly words: string;
}

export interface CollectEnd {
  /** Exit code. Undefined if a signal ended oc or it couldn't start. */
  readonly code: number | undefined;
  readonly stopped: boolean;
  /** True if oc collected any data from the cluster. */
  readonly hasFiles: boolean;
  /** Reason why oc couldn't start. */
  readonly trouble?: string;
  /** Limit that stopped the collection. */
  readonly limit?: CollectLimit;
}

export function getCollectOutcome(
  progress: GatherProgress,
  { code, stopped, hasFiles, trouble, limit }: CollectEnd,
): GatherOutcome {
  const kept = hasFiles ? l10n.t`The files copied so far are kept.` : l10n.t`No files were copied.`;
  if (stopped) {
    const why = limit === undefined ? l10n.t`Canceled.` : describeLimit(limit);
    return { end: 'stopped', words: `${why}${getSentenceSeparator()}${kept}` };
  }
  if (trouble !== undefined) return { end: 'failed', words: trouble };
  const [problem] = progress.problems;
  if (code === 0 && problem === undefined && hasFiles)
    return { end: 'complete', words: l10n.t`The must-gather is complete.` };
  const why = [problem === undefined ? whyEnded(code) : sentence(problem), adviceFor(problem ?? '')];
  const inOne = (...parts: readonly string[]): string =>
    parts.filter((text) => text !== '').join(getSentenceSeparator());
  if (!hasFiles) return { end: 'failed', words: inOne(l10n.t`No data was collected.`, ...why) };
  const fallback = progress.inspected
    ? l10n.t`As a fallback, oc collected basic cluster data, such as the state of the cluster operators.`
    : '';
  return { end: 'partial', words: inOne(l10n.t`The must-gather is incomplete.`, ...why, fallback) };
}

function whyEnded(code: number | undefined): string {
  if (code === undefined) return l10n.t`oc was terminated by another process.`;
  return code === 0 ? '' : l10n.t`oc exited with code ${code}.`;
}

function adviceFor(problem: string): string {
  if (/unable to pull image|ErrImagePull|ImagePullBackOff/.test(problem)) {
    return l10n.t`The cluster can't pull the image. If you use a mirror, set osc.mustGather.image. Otherwise, check the cluster's pull secret.`;
  }
  if (/never finished/.test(problem))
    return l10n.t`The collection timed out. Choose a longer timeout, or collect fewer hours of logs.`;
  if (/\(Forbidden\)|forbidden:/.test(problem))
    return l10n.t`A must-gather requires cluster administrator permissions.`;
  return '';
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
