/** Explains one pasted line: an event, a KataConfig message, a log line with a known cause, or single words. */
import * as l10n from '@vscode/l10n';
import { logMessages } from '../status/logMessages/index.ts';
import { getSentenceSeparator } from '../text/grammar.ts';
import { emptySnapshot } from '../cluster/snapshot.ts';
import type { EdgeResource } from '../edge/table/edgePair.ts';
import { tellConsole, describeEdgeStatus } from '../edge/describeEdge.ts';
import { eventInLine, type EventSummary } from '../oc/eventLine.ts';
import { messageIn, reasonAlone } from './kataMessages.ts';
import { tellKata } from './describeKata.ts';
import { explainConditionAlone } from './explainCondition.ts';
import { bareWords, consoleRows } from './edgePairsInText.ts';
import type { TextRange } from '../text/parsedText.ts';
import type { TextStatus } from './textStatus.ts';

/** Terms that Kubernetes also uses for nodes, pods, and conditions. */
const ofKubernetes: ReadonlySet<string> = new Set([
  'running',
  'failed',
  'unknown',
  'progressing',
  'degraded',
  'notready',
  'unschedulable',
  'crashloopbackoff',
  'imagepullbackoff',
]);
const kubernetesNote = () => l10n.t`Kubernetes also uses this term. This explanation applies only to edge hosting.`;

/** Maximum number of characters of a line to examine. */
const longest = 2000;

/**
 * Explains a line at any position in a text.
 * @param start position of the line
 */
export function tellLine(text: string, start: number): TextStatus | undefined {
  const line = text.slice(0, longest);
  const event = eventInLine(line);
  const place = { start, end: start + text.length };
  if (event !== undefined) return tellEvent(event, place);
  const message = messageIn(line);
  if (message !== undefined)
    return tellKata(
      explainConditionAlone(message.condition),
      { start: start + message.start, end: start + message.end },
      { what: l10n.t`KataConfig message`, text: message.condition.message },
    );
  return tellLog(line, place, l10n.t`Log line`);
}

/** Explains a short text that contains only status terms. The same term can belong to edge hosting and to Kata. */
export function explainTerms(text: string, start: number, resource: EdgeResource | undefined): readonly TextStatus[] {
  const place = { start, end: start + text.length };
  const rows = consoleRows(text).filter((row) => resource === undefined || row.resource === resource);
  if (rows.length > 0) return [tellConsole(rows, place, text)];
  const status = bareWords(text);
  const reason = reasonAlone(text.slice(0, longest));
  const both =
    status !== undefined && reason !== undefined
      ? [l10n.t`Both KataConfigs and edge hosting use this term. The text doesn't show which one it refers to.`]
      : [];
  const notes =
    resource === undefined && ofKubernetes.has(text.trim().toLowerCase()) ? [...both, kubernetesNote()] : both;
  return [
    ...(reason === undefined || resource !== undefined
      ? []
      : [
          tellKata(explainConditionAlone(reason.condition), place, {
            what: l10n.t`KataConfig reason`,
            text,
            notes: both,
          }),
        ]),
    ...(status === undefined
      ? []
      : [describeEdgeStatus(status, place, { text, notes, ...(resource === undefined ? {} : { resource }) })]),
  ];
}

/**
 * Explains an event by its message. If the reason and message are unknown, as they are for most events, the explanation
 * says so.
 */
export function tellEvent({ type, reason, object, message }: EventSummary, place: TextRange): TextStatus {
  const what = l10n.t({ message: 'Event', args: [], comment: ['A Kubernetes event.'] });
  const text = `${type} ${reason} ${object} ${message}`;
  const name = object === '' ? {} : { name: object };
  const found = messageIn(message);
  if (found !== undefined) return tellKata(explainConditionAlone(found.condition), place, { what, text, ...name });
  const log = tellLog(message, place, what);
  if (log !== undefined) return { ...log, ...name };
  const told = tellKata(
    { health: 'unknown', headline: reason, meaning: l10n.t`This event's reason and message aren't recognized.` },
    place,
    {
      what,
      text,
      ...name,
    },
  );
  return {
    ...told,
    vocabulary: 'none',
    notKnown: ['event'],
    notes: [
      type === 'Warning'
        ? l10n.t`The event type is Warning, which indicates a possible problem.`
        : l10n.t`The event type doesn't indicate a problem.`,
    ],
  };
}

/**
 * Explains a line that matches a log message with a known cause. Skips messages that require several lines or a cluster
 * state.
 */
function tellLog(line: string, place: TextRange, what: string): TextStatus | undefined {
  const message = logMessages.find(
    ({ pattern, least = 1, when }) => pattern.test(line) && least <= 1 && when?.(emptySnapshot) !== false,
  );
  if (message === undefined) return undefined;
  const { title, meaning, todo, docs } = message;
  return tellKata(
    {
      health: 'attention',
      headline: title(),
      meaning: [meaning(), l10n.t`The line doesn't show whether this is still the case.`].join(getSentenceSeparator()),
      todo: todo(),
      ...(docs === undefined ? {} : { docs }),
    },
    place,
    { what, text: line },
  );
}
