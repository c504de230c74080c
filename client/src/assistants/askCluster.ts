/** Runs assistant tools on an open cluster. An assistant can select only clusters that the user has opened. */
import * as l10n from '@vscode/l10n';
import { createToolError, type ToolResult } from '#core/assistants/toolResult.ts';
import { parseToolInput, type TextField } from '#core/assistants/toolFields.ts';
import type { ClusterToolName } from '#core/assistants/toolNames.ts';
import { installStatusTool } from '#core/assistants/tools/installStatus.ts';
import { listEventsTool } from '#core/assistants/tools/listEvents.ts';
import { preflightTool } from '#core/assistants/tools/preflight.ts';
import { readLogsTool } from '#core/assistants/tools/readLogs.ts';
import { rightsTool } from '#core/assistants/tools/rights.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { OpenCluster } from '../clusters/state/openCluster.ts';
import type { AssistantsParts } from './assistantsFeature.ts';

/** The tools that read the cluster. Their input has the field `cluster`. */
export const clusterTools = {
  osc_get_install_status: installStatusTool,
  osc_preflight: preflightTool,
  osc_list_events: listEventsTool,
  osc_check_rights: rightsTool,
  osc_read_logs: readLogsTool,
} as const satisfies Readonly<Record<ClusterToolName, unknown>>;

/**
 * Runs a tool on the cluster that the input names.
 * @throws if the cluster doesn't respond
 */
export async function askCluster(
  name: ClusterToolName,
  input: unknown,
  { clusters, lifecycle }: Pick<AssistantsParts, 'clusters' | 'lifecycle'>,
  signal: AbortSignal,
): Promise<ToolResult> {
  const found = openFor(input, (await clusters()).open(), clusterTools[name].fields);
  if (!found.ok) return createToolError(found.error.toAssistant);
  const { assist } = await lifecycle();
  signal.throwIfAborted();
  switch (name) {
    case 'osc_preflight':
      return assist.preflight(found.value, signal);
    case 'osc_list_events': {
      const read = parseToolInput(listEventsTool.fields, input);
      return read.ok ? assist.listEvents(found.value, read.value, signal) : createToolError(read.error);
    }
    case 'osc_check_rights': {
      const read = parseToolInput(rightsTool.fields, input);
      return assist.rights(found.value, read.ok ? read.value.task : undefined, signal);
    }
    case 'osc_read_logs': {
      const read = parseToolInput(readLogsTool.fields, input);
      return read.ok ? assist.readLogs(found.value, read.value, signal) : createToolError(read.error);
    }
    default:
      return assist.installStatus(found.value, signal);
  }
}

/**
 * Explains why no cluster can be used. The text is in English for the assistant and in the display language for the
 * user.
 */
export interface NotOpen {
  readonly toAssistant: string;
  readonly toUser: string;
}

/**
 * Returns the open cluster that the input names, or the only open cluster.
 * @param fields input fields of the tool
 */
export function openFor<Of extends Pick<OpenCluster, 'context'>>(
  input: unknown,
  open: readonly Of[],
  fields: { readonly cluster: TextField } = installStatusTool.fields,
): Result<Of, NotOpen> {
  const read = parseToolInput(fields, input);
  if (!read.ok) return fail({ toAssistant: read.error, toUser: read.error });
  const { cluster } = read.value;
  const [first] = open;
  if (first === undefined)
    return fail({
      toAssistant:
        'No cluster is open. Ask the user to open one in the Clusters view. An assistant cannot open clusters.',
      toUser: l10n.t`No cluster is open. Open one in the Clusters view. Assistants can't open clusters.`,
    });
  const names = open
    .slice(0, 10)
    .map(({ context }) => context)
    .join(', ');
  if (cluster === undefined) {
    if (open.length === 1) return succeed(first);
    return fail({
      toAssistant: `Several clusters are open. Tell the assistant which one to use: ${names}.`,
      toUser: l10n.t`Several clusters are open. Tell the assistant which one to use: ${names}.`,
    });
  }
  const named = open.find(({ context }) => context === cluster);
  if (named !== undefined) return succeed(named);
  return fail({
    toAssistant: `That cluster is not open. Open clusters: ${names}. An assistant cannot open other clusters.`,
    toUser: l10n.t`The cluster that the assistant requested isn't open. Open clusters: ${names}. Assistants can't open other clusters.`,
  });
}
