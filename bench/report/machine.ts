/** Describes the computer that runs the benchmark. */
import { cpus, totalmem } from 'node:os';
import process from 'node:process';

/** Returns the date and a description of the computer. */
export function describeMachine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${cpus().length} cores (${first?.model.replace(/ Processor$/, '').trim() ?? 'unknown'}), ${memory} GiB, ${process.platform}, Node ${process.versions.node}`;
}
