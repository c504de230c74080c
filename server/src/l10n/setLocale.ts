/**
 * Imported before all else: tables have their strings when they are loaded. Assistants are spoken to in English: half
 * of what they are told is not for people.
 */
import process from 'node:process';
import { parseCommandName, applyRequestedLocale } from './locale.ts';

if (parseCommandName(process.argv.slice(2)) !== 'mcp') applyRequestedLocale();
