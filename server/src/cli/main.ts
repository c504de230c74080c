#!/usr/bin/env node
/** Starts osc-tools. Findings and explanations are in the language of the arguments or the environment. */
import process from 'node:process';
import { version } from '../engine/version.ts';
import { applyRequestedLocale, parseCommandName } from '../l10n/locale.ts';
import { keepCompiledCode } from '../platform/node/compileCache.ts';

const options = process.argv.slice(2);
// Prints the version without loading the commands, because loading all of them takes hundreds of milliseconds.
if (options.length === 1 && ['--version', '-V'].includes(options[0] ?? '')) console.log(version);
else await start();

async function start(): Promise<void> {
  keepCompiledCode();
  // Assistants and scripts get English, because they mix translated text with identifiers, and scripts are shared.
  if (!['mcp', 'runbook'].includes(parseCommandName(options) ?? '')) applyRequestedLocale();
  const { runProgram } = await import('./program.ts');
  runProgram();
}
