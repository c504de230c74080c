/** Reads one must-gather and says what it took; in a process of its own, so that the memory is that of this alone. */
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
