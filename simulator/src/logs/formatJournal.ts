/** Formats journal entries in the same way as `journalctl`. Source: systemd/systemd@v257 src/shared/logs-show.c. */
import type { JournalEntry } from './nodeJournal.ts';

export type JournalOutput = 'short' | 'short-precise' | 'short-unix' | 'cat' | 'json';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function isJournalOutput(text: string): text is JournalOutput {
  return ['short', 'short-precise', 'short-unix', 'cat', 'json'].includes(text);
}

/**
 * Formats one entry.
 * @param host name of the node
 */
export function written(entry: JournalEntry, host: string, output: JournalOutput): string {
  const { at, identifier, pid, message, unit } = entry;
  if (output === 'cat') return message;
  if (output === 'json') {
    return JSON.stringify({
      __REALTIME_TIMESTAMP: String(at * 1000),
      _HOSTNAME: host,
      _SYSTEMD_UNIT: `${unit}.service`,
      SYSLOG_IDENTIFIER: identifier,
      _PID: String(pid),
      PRIORITY: '6',
      MESSAGE: message,
    });
  }
  const time = new Date(at);
  const fraction = `${String(time.getUTCMilliseconds()).padStart(3, '0')}000`;
  const short = `${months[time.getUTCMonth()] ?? ''} ${String(time.getUTCDate()).padStart(2, '0')} ${time.toISOString().slice(11, 19)}`;
  const stamp =
    output === 'short-unix'
      ? `${Math.floor(at / 1000)}.${fraction}`
      : output === 'short'
        ? short
        : `${short}.${fraction}`;
  return `${stamp} ${host} ${identifier}[${pid}]: ${message}`;
}
