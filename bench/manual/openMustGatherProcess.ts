/**
 * Reads one must-gather and prints the time and memory that this takes. Runs in its own process, so that the peak
 * memory covers only this work.
 */
import process from 'node:process';
import { createMustGatherReport } from '#gather/main.ts';

const begun = performance.now();
const report = await createMustGatherReport(process.argv[2] ?? '');
const milliseconds = performance.now() - begun;
if (!report.ok) throw new Error(report.error.words);
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
process.stdout.write(
  JSON.stringify({
    milliseconds,
    cpu: (userCPUTime + systemCPUTime) / 1000,
    memoryMib: maxRSS / 1024,
    findings: report.value.findings.length,
    files: report.value.gathered.files,
  }),
);
