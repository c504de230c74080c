/** Starts the server. A bundle of its own, so that all the rest is loaded with its compiled code kept. */
import process from 'node:process';
import { keepCompiledCode } from '../platform/node/compileCache.ts';
import { speakAsAsked } from '../l10n/locale.ts';

keepCompiledCode();
speakAsAsked();
import('./serve.ts').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
