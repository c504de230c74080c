/** Starts the server. Loads the rest dynamically, so that Node.js caches its compiled code. */
import process from 'node:process';
import { keepCompiledCode } from '../platform/node/compileCache.ts';
import { applyRequestedLocale } from '../l10n/locale.ts';

keepCompiledCode();
applyRequestedLocale();
import('./serve.ts').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
