/** Runs the reader of a measure in a separate process, so that only its own memory and time count. */
import { fork } from 'node:child_process';
import { getNumber } from '#core/common/json.ts';
import type { Samples } from '../report/samples.ts';
import { messageOf } from './messageOf.ts';

/**
 * Returns the report of a reader.
 * @param program path of the reader
 * @param request message to send to the reader first
 */
export async function readReport(program: string, args: readonly string[], request?: string): Promise<unknown> {
  const reader = fork(program, args);
  try {
    if (request !== undefined) reader.send(request);
    return await messageOf(reader);
  } finally {
    reader.kill();
  }
}

/**
 * Adds the values of a report.
 * @param prefix beginning of the row IDs, such as `log`
 */
export function addValues(samples: Samples, prefix: string, report: unknown, names: readonly string[]): void {
  for (const name of names) samples.add(`${prefix}-${name}`, 'ours', getNumber(report, name) ?? Number.NaN);
}
