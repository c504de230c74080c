/** `osc-tools must-gather report`: what is wrong with a cluster, told by what was gathered of it. Contacts nothing. */
import { Command, Option } from 'commander';
import process from 'node:process';
import { version } from '../version.ts';
import { printableJson, printableLines } from './printable.ts';
import { reasonOf } from './readBounded.ts';
import { say } from './say.ts';
import { exitClean, exitFound, exitUsage } from './usage.ts';

const formats = ['text', 'md', 'json', 'sarif'] as const;

export function mustGatherCommand(): Command {
  return new Command('must-gather').description('Reads what oc adm must-gather brought, without the cluster.').addCommand(
    new Command('report')
      .description(
        'Says what is wrong, the likeliest cause first, with the lines that show it. Nothing is unpacked to disk. ' +
          'Exit code 0: nothing wrong was found; 1: something was; 2: wrong usage, or it cannot be read.',
      )
      .argument('<path>', 'a folder, or a tar, tar.gz or zip archive: of OpenShift sandboxed containers, or of the whole cluster')
      .addOption(new Option('--format <format>', 'how the report is written').choices(formats).default('text'))
      .action(async (path: string, { format }: { readonly format: (typeof formats)[number] }) => {
        process.exitCode = await run(path, format);
      }),
  );
}

async function run(path: string, format: (typeof formats)[number]): Promise<number> {
  const { formatReport, reportOf } = await import('../../../gather/src/main.ts');
  const ending = new AbortController();
  const stop = (): void => ending.abort(new Error('stopped'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    const report = await reportOf(path, { signal: ending.signal, ...(process.stderr.isTTY ? { progress: shownProgress() } : {}) });
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    if (!report.ok) {
      say(`cannot read ${path}: ${report.error}`);
      return exitUsage;
    }
    const formatted = formatReport(report.value, format, version);
    process.stdout.write('text' in formatted ? printableLines(formatted.text) : `${printableJson(formatted.value)}\n`);
    return report.value.findings.length === 0 ? exitClean : exitFound;
  } catch (error) {
    say(reasonOf(error));
    return exitUsage;
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

/** Each hundredth once, where somebody looks. */
function shownProgress(): (done: number, total: number) => void {
  let shown = -1;
  return (done, total) => {
    const hundredths = total === 0 ? Math.floor(done / 1000) : Math.floor((done / total) * 100);
    if (hundredths === shown) return;
    shown = hundredths;
    process.stderr.write(total === 0 ? `\rReading: ${done} files` : `\rReading: ${hundredths} %`);
  };
}
