/** Creates the result of the osc_list_events tool. */
import {
  createEventReportJson,
  eventCells,
  eventHeadline,
  explanationLines,
  listReportedEvents,
  type EventReport,
} from '#core/explain/events/eventReport.ts';
import type { ReportHead } from '#core/operations/checks/preflightReport.ts';
import type { Parsers } from '#core/redaction/index.ts';
import { createToolResult, type ToolResult } from '../toolResult.ts';
import { headLines } from './resultHeader.ts';

/** Creates the result, warnings first. */
export function eventsResult(report: EventReport, head: ReportHead, parsers: Parsers): ToolResult {
  const lines = listReportedEvents(report).flatMap((event) => {
    const [last = '', count = '', type = '', reason = '', object = '', message = ''] = eventCells(event);
    return [`${type}: ${object}: ${reason}: ${message} (count ${count}, last ${last})`, ...explanationLines(event)];
  });
  return createToolResult(
    {
      headline: eventHeadline(report),
      lines: [...headLines(head), ...report.notes, ...lines],
      data: { cluster: head.cluster, server: head.server, user: head.user, ...createEventReportJson(report) },
    },
    parsers,
  );
}
