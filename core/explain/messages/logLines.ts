/**
 * Defines documented lines in the output of node commands: the three QEMU lines from the Kata runtime in the journal,
 * and the CRI-O log level in the configuration. Source: OSC 1.12 §6.3, §6.4; KATA src/runtime/virtcontainers/qemu.go.
 */
import * as l10n from '@vscode/l10n';
import { enablingDebugLogs, viewingDebugLogs } from '../../product/docSections.ts';
import { joinSentences } from '../../text/grammar.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import type { KnownMessage } from './knownMessage.ts';

function fieldIn(line: string, name: string): string {
  const value = new RegExp(`\\b${name}=("(?:[^"\\\\]|\\\\.){0,1500}"|[^\\s")]{1,200})`).exec(line)?.[1] ?? '';
  return value.startsWith('"') ? value.slice(1, -1).replaceAll('\\"', '"') : value;
}

function details(line: string): string {
  const [level, sandbox, process] = ['level', 'sandbox', 'qemuPid'].map((name) =>
    sanitizeLine(fieldIn(line, name), 80),
  );
  return l10n.t`Level: ${level || '?'}. Sandbox: ${sandbox || '?'}. qemuPid: ${process || '?'}.`;
}

function showLog({ input }: RegExpExecArray): string {
  return l10n.t(
    'To show all log lines from this QEMU process, run `oc debug node/<nodename> -- journalctl -D /host/var/log/journal -t kata -g "qemuPid={0}"`.',
    /^\d{1,10}$/.exec(fieldIn(input, 'qemuPid'))?.[0] ?? String.raw`\d+`,
  );
}

export const logLines: readonly KnownMessage[] = [
  {
    pattern: /start logging qemu\b.{0,20}qemuPid=\d/i,
    health: 'ok',
    title: () => l10n.t`QEMU started`,
    meaning: ({ input }) =>
      joinSentences(
        l10n.t`The Kata runtime started QEMU for a sandbox. QEMU errors, if any, follow this line.`,
        details(input),
      ),
    todo: showLog,
    docs: viewingDebugLogs,
  },
  {
    pattern: /stop logging qemu\b.{0,20}qemuPid=\d/i,
    health: 'ok',
    title: () => l10n.t`QEMU stopped`,
    meaning: ({ input }) =>
      joinSentences(
        l10n.t`QEMU stopped for a sandbox. If the pod should still be running, the preceding lines show the cause.`,
        details(input),
      ),
    todo: showLog,
    docs: viewingDebugLogs,
  },
  {
    pattern: /^(?=.*\blevel=)(?=.*\bqemuPid=\d)(?=.*\bmsg="qemu[^"]).*/i,
    health: 'failed',
    title: () => l10n.t`QEMU reported an error`,
    meaning: ({ input }) =>
      joinSentences(l10n.t`QEMU error: ${sanitizeLine(fieldIn(input, 'msg'), 500)}.`, details(input)),
    todo: showLog,
    docs: viewingDebugLogs,
  },
  {
    pattern: /^\s{0,40}log_level\s{0,5}=\s{0,5}"(fatal|panic|error|warn|info|debug|trace)"\s{0,40}$/,
    health: 'ok',
    title: (match) => l10n.t`CRI-O uses the log level ${match[1] ?? ''}`,
    meaning: (match) =>
      match[1] === 'debug' || match[1] === 'trace'
        ? l10n.t`This is the CRI-O log level on the node. Debug logs fill up the node journal, so reset the level after you collect the logs.`
        : l10n.t`This is the CRI-O log level on the node. The default is info.`,
    todo: () =>
      l10n.t(
        'To change the log level, edit spec.logLevel: `oc edit kataconfig {0}`. The change reboots the nodes.',
        '<name>',
      ),
    docs: enablingDebugLogs,
  },
];
