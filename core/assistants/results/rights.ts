/** Creates the result of the osc_check_rights tool. */
import {
  permissionHeadline,
  permissionJson,
  permissionLines,
  type PermissionReport,
} from '#core/operations/permissions/permissionReport.ts';
import type { Parsers } from '#core/redaction/index.ts';
import { createToolResult, type ToolResult } from '../toolResult.ts';
import { headLines } from './resultHeader.ts';

export function rightsResult(report: PermissionReport, parsers: Parsers): ToolResult {
  return createToolResult(
    {
      headline: permissionHeadline(report),
      lines: [...headLines(report.head), ...permissionLines(report)],
      data: permissionJson(report, false),
    },
    parsers,
  );
}
