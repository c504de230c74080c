/**
 * Prints the report of one must-gather with the command line in dist/, and writes the CPU time and memory that this
 * takes to a file when it's finished. Runs in its own process, so that the peak memory covers only this work.
 */
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const [cli = '', mustGather = '', usage = ''] = process.argv.slice(2);
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(usage, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS / 1024 }));
});
process.argv = [process.execPath, cli, 'must-gather', 'report', mustGather];
await import(pathToFileURL(cli).href);
