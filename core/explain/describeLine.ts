/** Explains one pasted line: an event, a KataConfig message, a log line with a known cause, or single words. */
import * as l10n from '@vscode/l10n';
import { getSentenceSeparator } from '../text/grammar.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { findKnownMessages } from './messages/index.ts';
import type { EdgeResource } from '../edge/table/edgePair.ts';
import { tellConsole, describeEdgeStatus } from '../edge/describeEdge.ts';
import { eventInLine, type EventSummary } from '../oc/eventLine.ts';
import { messagesIn, reasonAlone, reasonInBullet, type FoundMessage } from './kataMessages.ts';
import { tellKata } from './describeKata.ts';
import { readDenials } from '../agent/denials/readDenials.ts';
import { explainDenial, explainMissingValue } from '../status/denials/explainDenial.ts';
import { explainConditionAlone } from './explainCondition.ts';
import { explainLogMessage } from './events/explainEvent.ts';
import { explainContainerReason, explainCsvPhase, phaseAlone } from './kubernetesWords.ts';
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
 * Explains a line at any position in a text. A line can contain several messages.
 * @param start position of the line
 */
export function tellLine(text: string, start: number): readonly TextStatus[] {
  const line = text.slice(0, longest);
  const event = eventInLine(line);
  const place = { start, end: start + text.length };
  // A message can contain all arguments of a container.
  const denials = describeDenials(text, start);
  if (event !== undefined) return denials.length > 1 ? denials : [tellEvent(event, place)];
  if (denials.length > 0) return denials;
  const missing = explainMissingValue(line);
  if (missing !== undefined) {
    const { start: from, end, ...explanation } = missing;
    return [
      tellKata(
        explanation,
        { start: start + from, end: start + end },
        { what: l10n.t`Log line`, text: line.slice(from, end) },
      ),
    ];
  }
  const reason = reasonInBullet(line);
  const found = [
    ...(reason === undefined
      ? []
      : [describeFoundMessage(reason, start, l10n.t`KataConfig reason`, reason.condition.reason)]),
    ...messagesIn(line).map((message) =>
      describeFoundMessage(message, start, l10n.t`KataConfig message`, message.condition.message),
    ),
  ];
  if (found.length > 0) return found;
  const known = findKnownMessages(line);
  // Several messages in one line have different positions.
  if (known.length > 1)
    return known.map(({ explanation, start: from, end }) =>
      tellKata(
        explanation,
        { start: start + from, end: start + end },
        { what: l10n.t`Log line`, text: line.slice(from, end) },
      ),
    );
  const log = tellLog(line, place, l10n.t`Log line`);
  return log === undefined ? [] : [log];
}

/** Explains the denials in a text, each at its position. */
export function describeDenials(text: string, start: number): readonly TextStatus[] {
  return readDenials(text).map((denial) =>
    tellKata(
      explainDenial(denial),
      { start: start + denial.start, end: start + denial.end },
      { what: l10n.t`Log line`, text: text.slice(denial.start, denial.end) },
    ),
  );
}

function describeFoundMessage(
  { condition, start, end }: FoundMessage,
  offset: number,
  what: string,
  text: string,
): TextStatus {
  return tellKata(explainConditionAlone(condition), { start: offset + start, end: offset + end }, { what, text });
}

/** Explains a short text that contains only status terms. The same term can belong to edge hosting and to Kata. */
export function explainTerms(text: string, start: number, resource: EdgeResource | undefined): readonly TextStatus[] {
  const place = { start, end: start + text.length };
  return [...(resource === undefined ? termsOfKubernetes(text, place) : []), ...termsOfProducts(text, place, resource)];
}

/**
 * Explains a ClusterServiceVersion phase or a container status reason. The result comes before the explanations of edge
 * hosting.
 */
function termsOfKubernetes(text: string, place: TextRange): readonly TextStatus[] {
  const phase = phaseAlone(text);
  if (phase !== undefined) return describeCsvPhase(phase, place);
  const reason = explainContainerReason(text.replace(/^(?:Status|Reason|State)\s{0,9}:\s{0,20}/i, '').trim());
  return reason === undefined ? [] : [tellKata(reason, place, { what: l10n.t`Container status`, text })];
}

/** Phases that pods, jobs, and volumes also have. */
const phasesOfOtherKinds: ReadonlySet<string> = new Set(['Pending', 'Succeeded', 'Failed']);

/** Explains the phase of a ClusterServiceVersion. Returns an empty list for other phases. */
export function describeCsvPhase(phase: string, place: TextRange): readonly TextStatus[] {
  const explanation = explainCsvPhase(phase);
  if (explanation === undefined) return [];
  return [
    tellKata(explanation, place, {
      what: l10n.t`ClusterServiceVersion`,
      text: `Phase: ${phase}`,
      notes: phasesOfOtherKinds.has(phase)
        ? [
            l10n.t`Other Kubernetes objects also have this phase. This explanation applies only to a ClusterServiceVersion.`,
          ]
        : [],
    }),
  ];
}

/** Explains KataConfig and edge hosting terms. */
function termsOfProducts(text: string, place: TextRange, resource: EdgeResource | undefined): readonly TextStatus[] {
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
 * Explains an event by its message or reason. If neither is recognized, as for most events, returns a generic
 * explanation.
 */
export function tellEvent({ type, reason, object, message }: EventSummary, place: TextRange): TextStatus {
  const what = l10n.t({ message: 'Event', args: [], comment: ['A Kubernetes event.'] });
  const text = `${type} ${reason} ${object} ${message}`;
  const name = object === '' ? {} : { name: object };
  const [found] = messagesIn(message);
  if (found !== undefined) return tellKata(explainConditionAlone(found.condition), place, { what, text, ...name });
  const [denial] = readDenials(message);
  if (denial !== undefined) return tellKata(explainDenial(denial), place, { what, text, ...name });
  const missing = explainMissingValue(message);
  if (missing !== undefined) return tellKata(missing, place, { what, text, ...name });
  const log = tellLog(message, place, what) ?? tellLog(reason, place, what);
  if (log !== undefined) return { ...log, text: sanitizeLine(text, 200), ...name };
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

/** Explains a line that matches a message with a known cause. */
function tellLog(line: string, place: TextRange, what: string): TextStatus | undefined {
  const [known] = findKnownMessages(line);
  if (known !== undefined) return tellKata(known.explanation, place, { what, text: line });
  const logged = explainLogMessage(line);
  if (logged === undefined) return undefined;
  const meaning = [logged.meaning, l10n.t`The line doesn't show the current state.`].join(getSentenceSeparator());
  return tellKata({ ...logged, meaning }, place, { what, text: line });
}
