/**
 * The condition messages of a KataConfig and their reasons. The OSC documentation uses kata-remote where the code uses
 * kata, and capitalizes some messages. Source: domain/01-kataconfig.md 1.5.
 */
import * as l10n from '@vscode/l10n';
import type { StatusCondition } from '../cluster/objects/clusterObject.ts';

interface Meant {
  readonly status: string;
  /** Undefined if the reason for the message is unknown. */
  readonly reason: string | undefined;
}

const messages: readonly (readonly [pattern: RegExp, meant: Meant])[] = [
  [/performing initial installation of kata(?:-remote)? on cluster/i, { status: 'True', reason: 'Installing' }],
  [/adding and\/or removing kata(?:-remote)?-enabled nodes/i, { status: 'True', reason: 'Updating' }],
  [/node \S{1,253} degraded: ?.*/i, { status: 'True', reason: 'Failed' }],
  [/failed to (?:create|delete) pod vm image/i, { status: 'True', reason: 'PodVMImageJobFailed' }],
  [/(?:creating|deleting) pod vm image/i, { status: 'True', reason: 'PodVMImageJobRunning' }],
  [/(?:created|deleted) pod vm image/i, { status: 'True', reason: 'PodVMImageJobCompleted' }],
  [
    /pod vm image (?:creation|deletion) status is unknown/i,
    { status: 'Unknown', reason: 'PodVMImageJobStatusUnknown' },
  ],
  [/pod vm image provider is unsupported/i, { status: 'True', reason: 'PodVMImageUnsupportedProvider' }],
  [
    /existing pods using "?[^"\s]{1,253}"? runtimeclass found(?:[^\n]{0,200}?proceed\.?)?/i,
    { status: 'False', reason: 'BlockedByExistingKataPods' },
  ],
  [/failed to list kata pods:? ?[^\n]*/i, { status: 'False', reason: 'BlockedByExistingKataPods' }],
  [/removing kata(?:-remote)? from cluster/i, { status: 'True', reason: 'Uninstalling' }],
  [
    /openshift version \S{1,60} does not support coco bare metal.*/i,
    { status: 'False', reason: 'UnsupportedOCPVersion' },
  ],
  [/target machineconfigpool \S{1,253} was not found/i, { status: 'True', reason: undefined }],
];

const reasons: readonly (readonly [reason: string, status: string])[] = messages.flatMap(([, { reason, status }]) =>
  reason === undefined ? [] : [[reason, status] as const],
);

export interface FoundMessage {
  readonly condition: Pick<StatusCondition, 'status' | 'reason' | 'message'>;
  /** Start offset in the line. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the known KataConfig message that a line contains, or undefined if there is none. If several match, the first
 * one in the table applies.
 */
export function messageIn(line: string): FoundMessage | undefined {
  for (const [pattern, { status, reason }] of messages) {
    const found = pattern.exec(line);
    if (found !== null)
      return {
        condition: { status, reason: reason ?? l10n.t`(unknown)`, message: found[0] },
        start: found.index,
        end: found.index + found[0].length,
      };
  }
  return undefined;
}

/**
 * Returns the reason if a line contains only a reason, such as `BlockedByExistingKataPods` or `Reason: Failed`. Ignores
 * case.
 */
export function reasonAlone(line: string): FoundMessage | undefined {
  const text = line.replace(/^[\s-]{0,40}["']?reason["']?\s{0,40}[:=]/i, '').replace(/^[\s"']+|[\s"',]+$/g, '');
  const found = reasons.find(([reason]) => reason.toLowerCase() === text.toLowerCase());
  if (found === undefined) return undefined;
  const start = line.indexOf(text);
  return { condition: { reason: found[0], status: found[1], message: '' }, start, end: start + text.length };
}
