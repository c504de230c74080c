#!/usr/bin/env node
/** osc-tools: what the editor knows, on the command line and in CI. */
import { Command, CommanderError } from 'commander';
import process from 'node:process';
import { version } from '../version.ts';
import { explainCommand } from './explain.ts';
import { initdataCommand } from './initdata.ts';
import { lintCommand } from './lint.ts';
import { mcpCommand } from './mcp.ts';
import { mustGatherCommand } from './mustGather.ts';
import { policyCommand } from './policy.ts';
import { preflightCommand } from './preflight.ts';
import { printable } from './printable.ts';
import { runbookCommand } from './runbook.ts';
import { schemaCommand } from './schemaExport.ts';
import { simulateCommand } from './simulate.ts';
import { exitUsage } from './usage.ts';

const program = new Command('osc-tools')
  .description(
    'Tools for Red Hat OpenShift sandboxed containers. Work offline and contact nothing, but for preflight and mcp: they contact the cluster that you name.',
  )
  .version(version)
  .showHelpAfterError('(osc-tools --help shows how it is used)')
  .exitOverride();
program
  .addCommand(lintCommand())
  .addCommand(policyCommand())
  .addCommand(initdataCommand())
  .addCommand(schemaCommand())
  .addCommand(preflightCommand())
  .addCommand(mustGatherCommand())
  .addCommand(explainCommand())
  .addCommand(mcpCommand())
  .addCommand(runbookCommand())
  .addCommand(simulateCommand());
inherit(program);

// A reader that has seen enough (`| head`) is no error of ours: the run goes on and ends with the code of its findings.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exit(exitUsage);
  });
}

program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : exitUsage;
  else {
    process.stderr.write(`osc-tools: ${printable(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
    process.exitCode = exitUsage;
  }
});

/** Commands that are made apart do not take over by themselves how errors are shown. */
function inherit(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent);
    inherit(command);
  }
}
