#!/usr/bin/env node
/**
 * Starts osc-tools. Sets the language before it loads the commands, because their tables translate strings at load
 * time.
 */
import '../l10n/setLocale.ts';

await import('./program.ts');
