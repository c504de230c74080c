/**
 * Starts the server. Loads all the rest dynamically, so that its compiled code is kept and the language is set before.
 */
import process from 'node:process';
import { keepCompiledCode } from '../platform/node/compileCache.ts';
import { applyRequestedLocale } from '../l10n/locale.ts';

keepCompiledCode();
applyRequestedLocale();
import('./serve.ts').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
