/**
 * code-server comes without the native module that writes logs (@vscode/spdlog), and VS Code then writes none, silently. Loaded with NODE_OPTIONS into
 * its processes, this puts one in its place that writes the same files.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const binding = `const { appendFileSync } = require('node:fs');
class Logger {
  constructor(type, name, file) { this.file = file; }
  write(level, text) { appendFileSync(this.file, level + ' ' + text + '\\n'); }
  getLevel() { return 0; }
  setLevel() {}
  setPattern() {}
  clearFormatters() {}
  flush() {}
  drop() {}
}
for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'critical']) Logger.prototype[level] = function (text) { this.write(level, text); };
module.exports = () => ({ version: 0, setLevel() {}, setFlushOn() {}, Logger });
`;

/** What goes into the environment of VS Code. @param folder for the files that this takes */
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
// NODE_OPTIONS are not handed on to the extension host.
const { fork } = childProcess;
childProcess.fork = (module, args, options = {}) => fork(module, args, { ...options, execArgv: [...(options.execArgv ?? []), '--import=' + import.meta.url] });
syncBuiltinESMExports();
`,
  );
  return { NODE_OPTIONS: `--import=${pathToFileURL(hook).href}` };
}
