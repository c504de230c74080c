/** Explains the conditions of any object, for kinds without an explanation of their own. */
import * as l10n from '@vscode/l10n';
import { getString } from '#core/common/json.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { hasConditions, readObjectConditions, type ObjectCondition } from '#core/status/conditions/objectConditions.ts';
import { formatDuration } from '#core/text/durations.ts';
import type { TextRange } from '#core/text/parsedText.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { TextStatus } from '../textStatus.ts';

/**
 * Returns one status per condition. Returns an empty list for values that aren't objects with conditions.
 * @param placeOf returns the position of the condition with this index
 * @param now current time, in milliseconds since 1970
 */
export function explainConditions(
  value: unknown,
  placeOf: (index: number) => TextRange,
  now: number,
): readonly TextStatus[] {
  if (!hasConditions(value)) return [];
  const kind = sanitizeLine(getString(value, 'kind') ?? '', 100);
  const name = sanitizeLine(getString(value, 'metadata', 'name') ?? '', 100);
  return readObjectConditions(value).map((condition, index) => {
    const { type, status, reason, message, severity } = condition;
    const details = [reason, message].filter((part) => part !== '').join(': ');
    return {
      ...placeOf(index),
      vocabulary: 'kata',
      what: kind,
      name,
      text: sanitizeLine([`${type} ${status}`, reason].filter((part) => part !== '').join(', '), 200),
      severity,
      headline: sanitizeLine(`${type}: ${status === '' ? '?' : status}`, 200),
      meaning: details === '' ? l10n.t`The condition has no reason and no message.` : sanitizeLine(details, 1000),
      notKnown: [],
      notes: notesOf(condition, now),
    };
  });
}

function notesOf({ since, isDuplicate, severity }: ObjectCondition, now: number): readonly string[] {
  return [
    since === undefined
      ? l10n.t`The condition has no transition time.`
      : l10n.t`Unchanged for ${formatDuration(now - since)}, since ${formatTimestamp(since)}.`,
    ...(severity === 'info' ? [l10n.t`The meaning of this condition type isn't known.`] : []),
    ...(isDuplicate ? [l10n.t`The object has several conditions of this type.`] : []),
  ];
}
