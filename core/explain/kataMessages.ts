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
  [
    // The Korean documentation translates the message.
    /kata(?:-remote)?" RuntimeClass를 사용하는 기존 Pod입니다\.(?: KataConfig 삭제의 경우 Pod를 수동으로 삭제하여 다음을 진행합니다\.{0,2})?/,
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

/** Maximum number of messages in one line. */
const mostMessages = 20;

const reasons: readonly (readonly [reason: string, status: string])[] = messages.flatMap(([, { reason, status }]) =>
  reason === undefined ? [] : [[reason, status] as const],
);

export interface FoundMessage {
  readonly condition: Pick<StatusCondition, 'status' | 'reason' | 'message'>;
  /** Start offset in the line. */
  readonly start: number;
  readonly end: number;
}

/** Matches the placeholder for an error message in the documentation. */
const placeholder = /<error_message[a-z_]{0,40} ?>/;
/**
 * Matches the end of an English message before a sentence in Korean, Japanese, or Chinese: a placeholder or a period.
 */
const foreignTail =
  /^(.*?(?:<[^<>]{1,100}>|[.。]))\s*[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/** Returns a message without the foreign-language text after it. */
function withoutTail(message: string): string {
  const shown = placeholder.exec(message);
  if (shown !== null) return message.slice(0, shown.index + shown[0].length);
  return (foreignTail.exec(message)?.[1] ?? message).trimEnd();
}

/** Returns the known KataConfig messages in a line, from left to right. */
export function messagesIn(line: string): readonly FoundMessage[] {
  const found: FoundMessage[] = [];
  let from = 0;
  while (from < line.length && found.length < mostMessages) {
    const next = firstMessage(line.slice(from));
    if (next === undefined) break;
    found.push({ ...next, start: next.start + from, end: next.end + from });
    from += Math.max(next.end, 1);
  }
  return found;
}

/**
 * Returns the message that starts first. If several start at the same character, the first one in the table applies.
 */
function firstMessage(text: string): FoundMessage | undefined {
  let first: FoundMessage | undefined;
  for (const [pattern, { status, reason }] of messages) {
    const match = pattern.exec(text);
    if (match === null || (first !== undefined && first.start <= match.index)) continue;
    const message = withoutTail(match[0]);
    first = {
      condition: { status, reason: reason ?? l10n.t`(unknown)`, message },
      start: match.index,
      end: match.index + message.length,
    };
  }
  return first;
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

/** Matches words that show that an ordinary word nearby, such as `Failed`, is a reason. */
const aboutReason = /\b(?:True|False|Degraded|reported|kata\S*)\b/i;

/**
 * Returns the reason at the start of a list item, as in the note below the documented status table: `• Failed: This is
 * reported if ...`.
 */
export function reasonInBullet(line: string): FoundMessage | undefined {
  const match = /^(\s{0,40}[•·*-]\s{1,9})([A-Za-z]{3,40})\s?[:：]\s{0,9}\S/.exec(line);
  const [, before = '', word = ''] = match ?? [];
  const found = reasons.find(([reason]) => reason === word);
  if (found === undefined || !aboutReason.test(line.slice(before.length + word.length))) return undefined;
  // The bullet names the runtime class.
  const isRemote = found[0] === 'BlockedByExistingKataPods' && line.includes('kata-remote');
  return {
    condition: {
      reason: found[0],
      status: found[1],
      message: isRemote ? 'existing pods using "kata-remote" RuntimeClass found' : '',
    },
    start: before.length,
    end: before.length + word.length,
  };
}
