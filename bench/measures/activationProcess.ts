/**
 * Loads the extension as VS Code does, with a stub `vscode` module in which every call succeeds and does nothing.
 * Activates the extension and prints the CPU time of both steps, in milliseconds.
 */
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { provideVscode } from '#scripts/lib/provideVscode.ts';

const root = path.resolve(import.meta.dirname, '../..');
const answers = new Map<string | symbol, unknown>([
  [Symbol.toPrimitive, () => ''],
  [Symbol.iterator, Array.prototype[Symbol.iterator]],
  // Never resolves, because asynchronous work isn't part of the activation.
  ['then', () => anything],
  ['length', 0],
]);
/** Returns itself for every other property access, call, and construction. */
const anything: object = new Proxy(function () {}, {
  get: (_target, name) => (answers.has(name) ? answers.get(name) : anything),
  apply: () => anything,
  construct: () => anything,
});
provideVscode(anything);

const bundle = path.join(process.env['OSC_DIST'] ?? path.join(root, 'dist'), 'extension.js');
const before = process.cpuUsage();
const extension: unknown = await import(pathToFileURL(bundle).href);
if (
  typeof extension !== 'object' ||
  extension === null ||
  !('activate' in extension) ||
  typeof extension.activate !== 'function'
)
  throw new Error("can't activate the extension");
const subscriptions: unknown[] = [];
extension.activate({
  subscriptions,
  extension: anything,
  extensionUri: anything,
  globalStorageUri: anything,
  workspaceState: anything,
  globalState: anything,
});
const { user, system } = process.cpuUsage(before);
if (subscriptions.length === 0) throw new Error('the extension registered nothing');
process.stdout.write(String((user + system) / 1000));
process.exit();
