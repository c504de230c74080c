#!/usr/bin/env node
/** Starts osc-tools in the language of its arguments or environment. */
import process from 'node:process';
import { applyRequestedLocale, parseCommandName } from '../l10n/locale.ts';
import { runProgram } from './program.ts';

// Assistants get English, because half of what they receive is not for people.
if (parseCommandName(process.argv.slice(2)) !== 'mcp') applyRequestedLocale();
runProgram();
