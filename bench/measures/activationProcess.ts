/** Loads the extension as VS Code does, beside a `vscode` of which every call succeeds and nothing happens; activates it, and prints the CPU time of that in milliseconds. */
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';

const answers = new Map<string | symbol, unknown>([
  [Symbol.toPrimitive, () => ''],
  [Symbol.iterator, Array.prototype[Symbol.iterator]],
  // What is waited for does not come: that is no part of the activation.
  ['then', () => anything],
  ['length', 0],
]);
/** Answers whatever else is asked of it with itself. */
const anything: object = new Proxy(function () {}, {
  get: (_target, name) => (answers.has(name) ? answers.get(name) : anything),
  apply: () => anything,
  construct: () => anything,
});

const loader = Module as unknown as { _load: (request: string, ...rest: unknown[]) => unknown };
const load = loader._load;
loader._load = (request, ...rest) => (request === 'vscode' ? anything : load.call(Module, request, ...rest));
const require = createRequire(import.meta.url);
const before = process.cpuUsage();
const extension: unknown = require(path.resolve(import.meta.dirname, '../../dist/extension.js'));
if (typeof extension !== 'object' || extension === null || !('activate' in extension) || typeof extension.activate !== 'function')
  throw new Error('the extension cannot be activated');
const subscriptions: unknown[] = [];
extension.activate({ subscriptions, extensionUri: anything, globalStorageUri: anything, workspaceState: anything, globalState: anything });
const { user, system } = process.cpuUsage(before);
if (subscriptions.length === 0) throw new Error('the extension has registered nothing');
process.stdout.write(String((user + system) / 1000));
process.exit();
