/**
 * Creates the requests for the journal of a node: `oc adm node-logs`, its HTTP request, or journalctl in a debug pod.
 * They only read data, except for `oc debug`, which creates a pod on the node and deletes it afterwards. Sources: OSC
 * 1.12 §6.4; openshift/oc@1f30e7346ee765cb27d4ac451720e8fd30a01be8 pkg/cli/admin/node/logs.go (path and parameters;
 * each has two names for different kubelet versions); systemd/systemd@v257 man/systemd.time.xml (`@seconds`).
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '../common/json.ts';
import { quoteShellCommand } from '../oc/shellText.ts';
import { isNodeName } from '../mustGather/collectChoices.ts';
import { fail, succeed, type Result } from '../common/result.ts';
import { getLogPreset, type LogPresetId } from './logPresets.ts';
import { isAgo, formatUtcTime, type LogRange } from './logRange.ts';

export interface LogRequest extends LogRange {
  readonly node: string;
  readonly preset: LogPresetId;
  /** Process ID of the QEMU process, for the QEMU log. */
  readonly pid?: number;
}

export interface LogCommand {
  /** Arguments without the executable and the options that select the cluster. */
  readonly args: readonly string[];
  /** The whole command for a POSIX shell. */
  readonly text: string;
  /** Describes what the command creates on the cluster while it runs. Undefined if it creates nothing. */
  readonly makes?: string;
  /** A sentence about additional data that is read. */
  readonly readsMore?: string;
}

export interface ProxyRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
}

/**
 * Creates an `oc adm node-logs` command. It reads through the API server, requires `get` on nodes/proxy, and creates
 * nothing. It can't follow the log, and it supports units but not identifiers.
 */
export function createNodeLogsCommand(request: LogRequest): Result<LogCommand, string> {
  const { node } = request;
  if (!isNodeName(node)) return fail(notANode());
  const { since, until } = plainRange(request);
  const range = [
    ...(since === undefined ? [] : [`--since=${since}`]),
    ...(until === undefined ? [] : [`--until=${until}`]),
  ];
  return succeed({
    ...command(['adm', 'node-logs', node, ...unitOf(request), ...range]),
    ...omitUndefined({ readsMore: readsMore(request) }),
  });
}

/** Creates the request that `oc adm node-logs` sends. */
export function nodeLogsRequest(request: LogRequest): Result<ProxyRequest, string> {
  const { node } = request;
  if (!isNodeName(node)) return fail(notANode());
  const options = unitOf(request);
  const option = (name: string): string | undefined =>
    options.includes(name) ? options[options.indexOf(name) + 1] : undefined;
  const [unit, pattern] = [option('-u'), option('-g')];
  const grep = pattern === undefined ? {} : { grep: pattern, pattern, 'case-sensitive': 'true' };
  return succeed({
    path: `/api/v1/nodes/${encodeURIComponent(node)}/proxy/logs/journal`,
    query: { ...omitUndefined({ ...plainRange(request), unit, query: unit }), ...grep },
  });
}

/**
 * Creates `oc debug node/NODE -- journalctl ...`, which reads the journal of the node. It supports every preset and can
 * follow the log. It requires permission to create privileged pods.
 * @param follow true to also print new lines
 */
export function createDebugJournalCommand(request: LogRequest, follow = false): Result<LogCommand, string> {
  const { node, preset, pid, ago, since, until } = request;
  if (!isNodeName(node)) return fail(notANode());
  const from = ago !== undefined && isAgo(ago) ? ago : since === undefined ? undefined : `@${Math.floor(since / 1000)}`;
  return succeed({
    ...command([
      'debug',
      `node/${node}`,
      '--',
      'journalctl',
      '-D',
      '/host/var/log/journal',
      '--no-pager',
      '-o',
      'short-iso-precise',
      ...withPid(getLogPreset(preset).journal, pid),
      ...(from === undefined ? [] : [`--since=${from}`]),
      ...(until === undefined ? [] : [`--until=@${Math.ceil(until / 1000)}`]),
      ...(follow ? ['-f'] : []),
    ]),
    makes: l10n.t`oc creates a privileged debug pod on ${node}, in the context's namespace or in a separate namespace. oc deletes the pod when the command ends.`,
  });
}

function command(args: readonly string[]): LogCommand {
  return { args, text: quoteShellCommand(['oc', ...args]) };
}

/**
 * Returns the arguments that limit the request. Lines that can't be requested separately are filtered after they are
 * received.
 */
function unitOf({ preset, pid }: LogRequest): readonly string[] {
  return withPid(getLogPreset(preset).unit ?? [], pid);
}

function readsMore({ preset }: LogRequest): string | undefined {
  const { unit, title } = getLogPreset(preset);
  return unit === undefined
    ? l10n.t`The kubelet can't filter the journal by "${title()}". The extension reads the entire journal and shows only the lines for "${title()}".`
    : undefined;
}

/** Replaces the pattern for any QEMU process with one for this process ID. */
function withPid(args: readonly string[], pid: number | undefined): readonly string[] {
  if (pid === undefined || !Number.isSafeInteger(pid) || pid < 0) return args;
  return args.map((arg) => (arg.startsWith('qemuPid=') ? `qemuPid=${pid}` : arg));
}

/** Formats the range for the kubelet, in UTC, which nodes use. */
function plainRange({ ago, since, until }: LogRange): {
  readonly since: string | undefined;
  readonly until: string | undefined;
} {
  return {
    since: ago !== undefined && isAgo(ago) ? ago : since === undefined ? undefined : formatUtcTime(since),
    until: until === undefined ? undefined : formatUtcTime(until),
  };
}

const notANode = () => l10n.t`Invalid node name.`;
