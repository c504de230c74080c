/**
 * code-server doesn't include the native module that writes logs (@vscode/spdlog), so VS Code silently writes none.
 * This file adds a module that writes the same files, for the VS Code of `npm start` and of tests. It isn't part of the
 * extension.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Source of the module. Lines have the format of spdlog, which VS Code colors in its Output view. */
const binding = `const { appendFileSync } = require('node:fs');
const names = { warn: 'warning' };
const now = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().replace('T', ' ').slice(0, 23);
class Logger {
  constructor(type, name, file) { this.file = file; this.plain = false; }
  write(level, text) { appendFileSync(this.file, this.plain ? text : now() + ' [' + (names[level] ?? level) + '] ' + text + '\\n'); }
  getLevel() { return 0; }
  setLevel() {}
  setPattern() {}
  clearFormatters() { this.plain = true; }
  flush() {}
  drop() {}
}
for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'critical']) Logger.prototype[level] = function (text) { this.write(level, text); };
module.exports = () => ({ version: 0, setLevel() {}, setFlushOn() {}, Logger });
`;

/**
 * Returns environment variables for the VS Code process that load the module. Processes that VS Code starts also get
 * the module, but terminals don't.
 * @param folder folder for the files of the module
 */
export function writtenLogs(folder: string): Readonly<Record<string, string>> {
  const [stub, hook] = [path.join(folder, 'binding.cjs'), path.join(folder, 'hook.mjs')];
  writeFileSync(stub, binding);
  writeFileSync(
    hook,
    `import childProcess from 'node:child_process';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
const url = ${JSON.stringify(pathToFileURL(stub).href)};
registerHooks({
  resolve: (name, context, next) =>
    name === 'bindings' && context.parentURL?.includes('/@vscode/spdlog/') ? { url, format: 'commonjs', shortCircuit: true } : next(name, context),
});
// Doesn't apply to programs in terminals. NODE_OPTIONS isn't passed to the extension host either.
delete process.env.NODE_OPTIONS;
const { fork } = childProcess;
const hooked = (options = {}) => ({ ...options, execArgv: [...(options.execArgv ?? process.execArgv), '--import=' + import.meta.url] });
// The arguments are optional.
childProcess.fork = (module, args, options) => (Array.isArray(args) ? fork(module, args, hooked(options)) : fork(module, [], hooked(args ?? options)));
syncBuiltinESMExports();
`,
  );
  return { NODE_OPTIONS: `--import=${pathToFileURL(hook).href}` };
}
