/**
 * Parses lines of runtime-rs, the Rust runtime of Kata, which are JSON. `name` is always `kata-runtime`, and `source`
 * is the ID of the sandbox. Sources: kata-containers/kata-containers@0a4b755cd9e22b31cfdbfcb9919b4122b51c26cc
 * src/runtime-rs/crates/shim/src/logger.rs, src/libs/logging/src/lib.rs (create_logger).
 */
import { getString, isJsonObject } from '../../common/json.ts';
import { parseLogLevel } from './logLevels.ts';
import type { LogLevel } from './logLine.ts';
import { parseIsoTimestamp } from './timestamps.ts';

/** The fields of a line. */
export interface RustRuntimeLine {
  readonly message: string;
  readonly level: LogLevel;
  readonly at: number | undefined;
  readonly sandbox: string | undefined;
  readonly pid: number | undefined;
}

/** Text in every line. */
export const rustRuntimeName = '"name":"kata-runtime"';
const sandboxId = /^[0-9a-f]{64}$/;

/**
 * Parses the message of a line. Returns undefined if it isn't from runtime-rs. A line that was cut isn't valid JSON, so
 * only some of its fields are read.
 */
export function parseRustRuntimeLine(text: string): RustRuntimeLine | undefined {
  if (!text.startsWith('{') || !text.includes(rustRuntimeName)) return undefined;
  const fieldOf = fieldReader(text);
  const message = fieldOf('msg');
  if (message === undefined) return undefined;
  const [source = '', pid = '', stamp] = [fieldOf('source'), fieldOf('pid'), fieldOf('ts')];
  return {
    message,
    level: parseLogLevel(fieldOf('level')),
    at: stamp === undefined ? undefined : parseIsoTimestamp(stamp)?.at,
    sandbox: sandboxId.test(source) ? source : undefined,
    pid: /^\d{1,10}$/.test(pid) ? Number(pid) : undefined,
  };
}

function fieldReader(text: string): (name: string) => string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return (name) => (isJsonObject(value) ? getString(value, name) : undefined);
  } catch {
    return (name) => new RegExp(`"${name}":"([^"\\\\]*)"`).exec(text)?.[1];
  }
}
