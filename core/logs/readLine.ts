/**
 * Parses a line of a log as far as possible. Never throws. The run time is proportional to the length of the line.
 * Sources: OSC 1.12 §6.4 (lines of the runtime and of QEMU, the field qemuPid, `reading guest console`);
 * kata-containers/kata-containers@0a4b755cd9e22b31cfdbfcb9919b4122b51c26cc src/runtime/virtcontainers/sandbox.go (field
 * `vmconsole`), kata_agent.go (`subsystem=kata_agent`), virtiofsd.go (`subsystem=virtiofsd`),
 * @65edfee565a3d3ef2ec00ac668547088e08dfd7f qemu.go (LogAndWait).
 */
import { isJsonObject, getString } from '../common/json.ts';
import { fieldsOf, unquoteLogValue } from './formats/logrusFields.ts';
import { klogLevel, type ParsedLinePrefix } from './formats/linePrefix.ts';
import { openLine } from './formats/journalLine.ts';
import { parseRustRuntimeLine, type RustRuntimeLine } from './formats/rustRuntimeLine.ts';
import { parseLogLevel } from './formats/logLevels.ts';
import type { LogLevel, LogLine, LogOrigin } from './formats/logLine.ts';
import { sandboxInWords } from './sandboxId.ts';
import { parseIsoTimestamp, klogStamp, type YearHint } from './formats/timestamps.ts';

/** Maximum number of characters of a line to parse and store. */
export const maxLineLength = 4000;

/** Information about a log that its lines don't contain. */
export interface LogHint extends YearHint {
  /** Origin of lines that don't contain it, such as the kubelet in a log of only the kubelet. */
  readonly origin?: LogOrigin;
}

/** A parsed line with its message, which excludes the prefix. Used for summaries. */
export interface ParsedLogLine extends LogLine {
  readonly message: string;
}

/**
 * Parses a line.
 * @param text line without the line break
 * @param number position of the line in the log
 */
export function readLine(text: string, number: number, hint: LogHint = {}): LogLine {
  return lineOf(readWhole(text, number, hint));
}

/**
 * Creates the line without its message. Sets the fields individually for speed, because a log can have millions of
 * lines.
 */
function lineOf({ at, sinceBoot, origin, level, sandbox, pid, container, text, number }: ParsedLogLine): LogLine {
  const line: { -readonly [Field in keyof LogLine]: LogLine[Field] } = { number, origin, level, text };
  if (at !== undefined) line.at = at;
  if (sinceBoot !== undefined) line.sinceBoot = sinceBoot;
  if (sandbox !== undefined) line.sandbox = sandbox;
  if (pid !== undefined) line.pid = pid;
  if (container !== undefined) line.container = container;
  return line;
}

/** Parses a line, including its message. */
export function readWhole(text: string, number: number, hint: LogHint = {}): ParsedLogLine {
  const looked = text.length > maxLineLength ? `${text.slice(0, maxLineLength - 1)}…` : text;
  const open = openLine(looked, hint);
  const { message } = open;
  const rust = parseRustRuntimeLine(message);
  if (rust !== undefined) return withRustFields(looked, number, open, rust);
  const fields = message.includes('level=') ? fieldsOf(message) : none;
  if (fields.has('level')) return withFields(looked, number, open, fields, hint);
  const klog = open.identifier === undefined ? undefined : klogStamp(message, 0, hint);
  const origin = originByName(open.identifier) ?? hint.origin ?? 'other';
  const level =
    open.level === 'unknown' || klog !== undefined
      ? levelInWords(message, klog !== undefined, origin, open.level)
      : open.level;
  return made({
    number,
    at: open.at,
    sinceBoot: open.sinceBoot,
    origin,
    level,
    sandbox: sandboxInWords(message),
    pid: open.pid,
    container: open.container,
    text: looked,
    message,
  });
}

function withRustFields(
  text: string,
  number: number,
  open: ParsedLinePrefix,
  { message, level, at = open.at, pid = open.pid, sandbox = sandboxInWords(message) }: RustRuntimeLine,
): ParsedLogLine {
  const { container } = open;
  return made({
    number,
    sinceBoot: undefined,
    at,
    origin: 'kataRuntime',
    level,
    sandbox,
    pid,
    container,
    text,
    message,
  });
}

const none: ReadonlyMap<string, string> = new Map();

function withFields(
  text: string,
  number: number,
  open: ParsedLinePrefix,
  fields: ReadonlyMap<string, string>,
  hint: LogHint,
): ParsedLogLine {
  const message = unquoteLogValue(fields.get('msg') ?? open.message);
  const stamp = fields.get('time');
  const origin = originByFields(open.identifier, fields, message) ?? hint.origin ?? 'other';
  const console = fields.get('vmconsole');
  const fromGuest = console === undefined ? undefined : guestLine(unquoteLogValue(console));
  const named = fields.get('sandbox') ?? fields.get('sandbox_id') ?? fields.get('sandboxID');
  return made({
    number,
    sinceBoot: undefined,
    at: (stamp === undefined ? undefined : parseIsoTimestamp(stamp)?.at) ?? open.at,
    origin: fromGuest?.origin ?? origin,
    level: fromGuest?.level ?? parseLogLevel(fields.get('level')),
    sandbox: named !== undefined && /^[\w.-]{1,128}$/.test(named) ? named : sandboxInWords(open.message),
    pid: qemuPid(fields, message) ?? pidIn(fields.get('pid')) ?? open.pid,
    container: open.container,
    text,
    message: fromGuest?.message ?? message,
  });
}

interface Parts extends Omit<ParsedLogLine, 'at' | 'sinceBoot' | 'sandbox' | 'pid' | 'container'> {
  readonly at: number | undefined;
  readonly sinceBoot: number | undefined;
  readonly sandbox: string | undefined;
  readonly pid: number | undefined;
  readonly container: string | undefined;
}

function made({ at, sinceBoot, sandbox, pid, container, number, origin, level, text, message }: Parts): ParsedLogLine {
  const line: { -readonly [Field in keyof ParsedLogLine]: ParsedLogLine[Field] } = {
    number,
    origin,
    level,
    text,
    message,
  };
  if (at !== undefined) line.at = at;
  if (sinceBoot !== undefined) line.sinceBoot = sinceBoot;
  if (sandbox !== undefined) line.sandbox = sandbox;
  if (pid !== undefined) line.pid = pid;
  if (container !== undefined) line.container = container;
  return line;
}

function originByName(identifier: string | undefined): LogOrigin | undefined {
  return identifier === undefined ? undefined : byName.get(identifier.slice(identifier.lastIndexOf('/') + 1));
}

/** Log origins by syslog identifier. On OpenShift, `kubenswrapper` starts the kubelet. */
const byName: ReadonlyMap<string, LogOrigin> = new Map<string, LogOrigin>([
  ['kata', 'kataRuntime'],
  ['kata-runtime', 'kataRuntime'],
  ['containerd-shim-kata-v2', 'kataRuntime'],
  ['virtiofsd', 'virtiofsd'],
  ['qemu-kvm', 'qemu'],
  ['crio', 'crio'],
  ['kubelet', 'kubelet'],
  ['kubenswrapper', 'kubelet'],
  ['hyperkube', 'kubelet'],
  ['kata-agent', 'agent'],
  ['kernel', 'kernel'],
]);

function originByFields(
  identifier: string | undefined,
  fields: ReadonlyMap<string, string>,
  message: string,
): LogOrigin | undefined {
  const source = fields.get('source') ?? '';
  const subsystem = fields.get('subsystem') ?? '';
  const name = fields.get('name') ?? '';
  const isShim =
    name.startsWith('containerd-shim') ||
    source.startsWith('virtcontainers') ||
    source.startsWith('containerd-kata-shim') ||
    identifier === 'kata';
  if (fields.has('vmconsole')) return 'guestConsole';
  if (source === 'agent' || subsystem === 'agent') return 'agent';
  if (isShim && (fields.has('qemuPid') || subsystem === 'qmp' || qemuMark.test(message))) return 'qemu';
  if (isShim && subsystem === 'virtiofsd') return 'virtiofsd';
  if (isShim) return 'kataRuntime';
  return originByName(identifier) ?? (name.startsWith('/runtime.v1') ? 'crio' : undefined);
}

const qemuMark = /^St(?:art|op) logging QEMU/i;

function qemuPid(fields: ReadonlyMap<string, string>, message: string): number | undefined {
  return (
    pidIn(fields.get('qemuPid')) ??
    (message.includes('qemuPid=') ? pidIn(/qemuPid=(\d{1,10})\b/.exec(message)?.[1]) : undefined)
  );
}

function pidIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

/** Parses a line from the guest console. Lines of the agent are JSON. All other lines are from the guest kernel. */
function guestLine(text: string): {
  readonly origin: LogOrigin;
  readonly level: LogLevel | undefined;
  readonly message: string;
} {
  const agent = text.startsWith('{') ? agentLine(text) : undefined;
  if (agent !== undefined) return { origin: 'agent', ...agent };
  return { origin: 'guestConsole', level: guestEnds.test(text) ? 'error' : undefined, message: text };
}

/** Matches the only messages of the guest kernel that are certainly errors. */
const guestEnds =
  /Kernel panic - not syncing|Out of memory: Killed process|Memory cgroup out of memory: Killed process/;

/**
 * Parses a JSON line of the agent. Source: kata-containers/kata-containers src/libs/logging (slog-json: `msg`, `level`,
 * `source`, `subsystem`).
 */
function agentLine(text: string): { readonly level: LogLevel; readonly message: string } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const message = getString(value, 'msg');
    return isJsonObject(value) && message !== undefined
      ? { level: parseLogLevel(getString(value, 'level')), message }
      : undefined;
  } catch {
    const message = /"msg":"([^"\\]*)/.exec(text)?.[1];
    return message === undefined
      ? undefined
      : { level: parseLogLevel(/"level":"(\w{1,10})"/.exec(text)?.[1]), message };
  }
}

/**
 * Returns the level from the message. virtiofsd writes `[2023-03-11T11:57:28Z ERROR virtiofsd] words` (env_logger of
 * Rust). QEMU writes only warnings and errors (OSC 1.12 §6.4).
 */
function levelInWords(message: string, isKlog: boolean, origin: LogOrigin, otherwise: LogLevel): LogLevel {
  if (isKlog) return klogLevel(message);
  if (origin === 'qemu') return /^[^:]+: (?:warning|info): /.test(message) ? 'warning' : 'error';
  if (origin !== 'virtiofsd') return otherwise;
  const named = /^\[\S{1,40} {1,2}(ERROR|WARN|INFO|DEBUG|TRACE) /.exec(message)?.[1];
  return named === undefined ? otherwise : parseLogLevel(named);
}
