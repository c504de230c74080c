/**
 * Runs yaml-language-server in a process of its own. The bundle omits what this process doesn't need, including the
 * code that reads files and the code for the network: see scripts/lib/yamlServerBundle.ts.
 */
import process from 'node:process';
import 'yaml-language-server/lib/esm/server.js';

// The language server that started this process has stopped.
process.on('disconnect', () => process.exit());
