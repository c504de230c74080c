/** Groups events without a known cause by event type, so that a long list has only one explanation for each type. */
import * as l10n from '@vscode/l10n';
import { selectPlural } from '../../text/grammar.ts';
import { formatNames } from '../../text/phrases.ts';
import type { TextStatus } from '../textStatus.ts';

/** Groups the unknown events. A single warning, or an event that is the only status, keeps its own explanation. */
export function groupEvents(all: readonly TextStatus[]): readonly TextStatus[] {
  if (all.length < 2) return all;
  const unknown = all.filter(({ notKnown }) => notKnown.includes('event'));
  const warnings = unknown.filter(({ text }) => text.startsWith('Warning'));
  const normal = unknown.filter((one) => !warnings.includes(one));
  const grouped = new Set(unknown);
  return [...all.filter((one) => !grouped.has(one)), ...groupOf(warnings, true), ...groupOf(normal, false)];
}

function groupOf(events: readonly TextStatus[], isWarning: boolean): readonly TextStatus[] {
  const [first] = events;
  if (first === undefined || (isWarning && events.length === 1)) return events;
  const reasons = [...new Set(events.map(({ headline }) => headline))];
  return [
    {
      start: first.start,
      end: first.end,
      vocabulary: 'none',
      what: l10n.t`Events`,
      text: reasons.join(', '),
      severity: isWarning ? 'unknown' : 'ok',
      headline: isWarning
        ? l10n.t`${events.length} warnings without a known cause`
        : selectPlural(
            events.length,
            l10n.t`${events.length} event that doesn't indicate a problem`,
            l10n.t`${events.length} events that don't indicate a problem`,
          ),
      meaning: l10n.t`Reasons: ${formatNames(reasons, 10)}.`,
      todo: l10n.t('To see all events for an object, run `oc describe`.'),
      notKnown: isWarning ? ['event'] : [],
      notes: [],
    },
  ];
}
