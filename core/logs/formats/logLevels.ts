/** Levels by the names that programs give them. */
import type { LogLevel } from './logLine.ts';

/** The names that logrus, slog (the agent), zap and the kernel use. */
export function parseLogLevel(name: string | undefined): LogLevel {
  return (name === undefined ? undefined : levels.get(name.toLowerCase())) ?? 'unknown';
}

const levels: ReadonlyMap<string, LogLevel> = new Map<string, LogLevel>([
  ['emerg', 'error'],
  ['alert', 'error'],
  ['panic', 'error'],
  ['dpanic', 'error'],
  ['fatal', 'error'],
  ['crit', 'error'],
  ['critical', 'error'],
  ['err', 'error'],
  ['erro', 'error'],
  ['error', 'error'],
  ['warn', 'warning'],
  ['warning', 'warning'],
  ['info', 'info'],
  ['notice', 'info'],
  ['debug', 'debug'],
  ['debg', 'debug'],
  ['trace', 'debug'],
  ['trce', 'debug'],
]);
