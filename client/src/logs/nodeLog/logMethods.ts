/**
 * Lists the methods to read the journal of a node, with their effects and, if a method is unavailable, the reason.
 * All functions are pure.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
import {
  createDebugJournalCommand,
  createNodeLogsCommand,
  nodeLogsRequest,
  type LogCommand,
  type LogRequest,
  type ProxyRequest,
} from '#core/logs/nodeLogCommands.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { OcCluster } from '#client/oc/oc.ts';
import { createOcArguments } from '#client/oc/ocEnv.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

type WayId = 'api' | 'nodeLogs' | 'debug' | 'debugFollow';

export interface LogMethod {
  readonly id: WayId;
  readonly label: string;
  /** Name of the command in the list of commands to copy. */
  readonly tool: string;
  readonly detail: string;
  /** The command in a form that can be pasted into a shell. For the `api` method, the equivalent `oc` command. */
  readonly command: string;
  /** Arguments for oc, without the cluster arguments. */
  readonly args: readonly string[];
  /** What the command does on the cluster, shown in the confirmation. */
  readonly consequence: string;
  /** Note to show with the log. */
  readonly note?: string;
  /** Reason why the method is unavailable, as a sentence. */
  readonly refused?: string;
}

export interface LogMethods {
  readonly all: readonly LogMethod[];
  /** Request of the `api` method. */
  readonly request: ProxyRequest;
}

export interface LogMethodsInput {
  readonly wish: LogRequest;
  /** Undefined if the context isn't in a kubeconfig file. */
  readonly cluster: OcCluster | undefined;
  /** Reason why oc can't run, or undefined if it can. */
  readonly noOc: string | undefined;
  readonly isReadOnly: boolean;
}

const readOnly = () => l10n.t`oc debug creates a pod on the cluster, but the osc.readOnly setting is enabled.`;
const runTool = (tool: string) => l10n.t`Run ${tool}`;
const debugFollow = () => l10n.t`oc debug (follow)`;
const noFile = () => l10n.t`This cluster isn't in a kubeconfig file that oc can use.`;

/**
 * Formats the request that the extension sends to the API server, such as `GET
 * /api/v1/nodes/worker-1/proxy/logs/journal?since=-15m&unit=crio`.
 */
export function requestText({ path, query }: ProxyRequest): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, value);
  return `GET ${path}${search.size === 0 ? '' : `?${search.toString()}`}`;
}

/**
 * Returns the methods to read a log. Returns an error sentence if the node name, which comes from the cluster, isn't
 * valid, because oc would treat a name such as `--server=...` as an option.
 */
export function listLogMethods({ wish, cluster, noOc, isReadOnly }: LogMethodsInput): Result<LogMethods, string> {
  const commands = createLogCommands(wish);
  if (!commands.ok) return fail(commands.error);
  const { nodeLogs, request, once, following } = commands.value;
  const parts = ({ args, readsMore: note }: LogCommand): Pick<LogMethod, 'args' | 'command' | 'note'> => ({
    args,
    command: quoteShellCommand(['oc', ...(cluster === undefined ? args : createOcArguments(cluster, args))]),
    ...omitUndefined({ note }),
  });
  const oc = cluster === undefined ? noFile() : noOc;
  const { readsMore } = nodeLogs;
  const onlyReads = [l10n.t`The command only reads data.`, ...(readsMore === undefined ? [] : [readsMore])];
  const reads = { ...parts(nodeLogs), consequence: onlyReads.join(getSentenceSeparator()) };
  const debug = (made: LogCommand, detail: string): Omit<LogMethod, 'id' | 'label' | 'tool'> => {
    const refused = isReadOnly ? readOnly() : oc;
    return {
      ...parts(made),
      detail: refused ?? detail,
      consequence: l10n.t`The command creates a privileged debug pod on ${wish.node}, in the context's current namespace or in a temporary namespace. The command reads the journal and then deletes the pod.`,
      ...omitUndefined({ refused }),
    };
  };
  return succeed({
    request,
    all: [
      {
        id: 'api',
        label: l10n.t`Query API Server`,
        tool: 'oc get --raw',
        detail:
          readsMore ??
          l10n.t`Sends GET ${request.path}. Doesn't run a local command or create anything on the cluster.`,
        ...reads,
      },
      {
        id: 'nodeLogs',
        label: runTool('oc adm node-logs'),
        tool: 'oc adm node-logs',
        detail: oc ?? readsMore ?? l10n.t`Runs oc on this computer to request the journal from the API server.`,
        ...reads,
        ...omitUndefined({ refused: oc }),
      },
      {
        id: 'debug',
        label: runTool('oc debug'),
        tool: 'oc debug',
        ...debug(once, l10n.t`Creates a privileged pod on ${wish.node} and deletes it after reading the journal.`),
      },
      {
        id: 'debugFollow',
        label: runTool(debugFollow()),
        tool: debugFollow(),
        ...debug(following, l10n.t`Creates a privileged pod on ${wish.node} and deletes it when you close the log.`),
      },
    ],
  });
}

interface LogCommands {
  readonly nodeLogs: LogCommand;
  readonly request: ProxyRequest;
  readonly once: LogCommand;
  readonly following: LogCommand;
}

/** Creates the commands and the request for a log, or returns the reason why that isn't possible. */
function createLogCommands(wish: LogMethodsInput['wish']): Result<LogCommands, string> {
  const [nodeLogs, request, once, following] = [
    createNodeLogsCommand(wish),
    nodeLogsRequest(wish),
    createDebugJournalCommand(wish),
    createDebugJournalCommand(wish, true),
  ];
  if (!nodeLogs.ok) return fail(nodeLogs.error);
  if (!request.ok) return fail(request.error);
  if (!once.ok) return fail(once.error);
  if (!following.ok) return fail(following.error);
  return succeed({ nodeLogs: nodeLogs.value, request: request.value, once: once.value, following: following.value });
}
