/** Imported before all else: tables have their strings when they are loaded. Assistants are spoken to in English: half of what they are told is not for people. */
import process from 'node:process';
import { commandAsked, speakAsAsked } from './locale.ts';

if (commandAsked(process.argv.slice(2)) !== 'mcp') speakAsAsked();
