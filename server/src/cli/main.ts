#!/usr/bin/env node
/** Starts osc-tools. Findings and explanations are in the language of the arguments or the environment. */
import process from 'node:process';
import { applyRequestedLocale, parseCommandName } from '../l10n/locale.ts';
import { runProgram } from './program.ts';

// Assistants and scripts get English, because they mix translated text with identifiers, and scripts are shared.
if (!['mcp', 'runbook'].includes(parseCommandName(process.argv.slice(2)) ?? '')) applyRequestedLocale();
runProgram();
