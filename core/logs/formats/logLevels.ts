/** Maps the level names of different loggers to log levels. */
import type { LogLevel } from './logLine.ts';

/** Returns the level for a name that logrus, slog (the Kata agent), zap, or the kernel uses. */
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
