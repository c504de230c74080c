/**
 * Imports modules with a translation library that records each call, and prints the texts that they resolve while they
 * load. Runs as a separate process because it replaces the library and `vscode`. The argument is the folder with the
 * modules. Their names come from standard input, one per line.
 */
import { registerHooks } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const recorder = `
const texts = (globalThis.textsAtLoad = []);
export const config = () => {};
export const t = (text, ...args) => {
  const key = Array.isArray(text) ? text.join('{}') : (text.message ?? text);
  const frames = new Error().stack.split('\\n').flatMap((line) => /file:\\/\\/(\\S+?):\\d+\\)?$/.exec(line)?.[1] ?? []);
  texts.push({ key: String(key), frames });
  return String(key);
};`;

/** Replaces every export of VS Code with a stub whose properties, call results, and instances are stubs too. */
const editor = `
const stub = () =>
  new Proxy(class {}, {
    get: (target, key) =>
      key === 'prototype' ? target.prototype : key === 'then' || typeof key === 'symbol' ? undefined : stub(),
    apply: () => stub(),
  });`;

const [folder = '.'] = process.argv.slice(2);
const files = readFileSync(0, 'utf8').split('\n').filter(Boolean);
const names = new Set(
  files.flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/^import \{([^}]+)\} from 'vscode';/gm)].flatMap(
      ([, list = '']) => [...list.matchAll(/(?:^|,)\s*(\w+)(?=\s*(?:,|$|as ))/g)].map(([, name = '']) => name),
    ),
  ),
);
const replaced: Readonly<Record<string, string>> = {
  '@vscode/l10n': recorder,
  vscode: `${editor}\n${[...names].map((name) => `export const ${name} = stub();`).join('\n')}`,
};

registerHooks({
  resolve: (specifier, context, next) =>
    Object.hasOwn(replaced, specifier)
      ? { url: `replaced:${specifier}`, format: 'module', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url.startsWith('replaced:')
      ? { format: 'module', source: replaced[url.slice('replaced:'.length)] ?? '', shortCircuit: true }
      : url.endsWith('.css')
        ? { format: 'module', source: "export default '';", shortCircuit: true }
        : next(url, context),
});

const failed: string[] = [];
for (const file of files) {
  try {
    await import(pathToFileURL(path.resolve(folder, file)).href);
  } catch (error) {
    failed.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
const texts: unknown = Reflect.get(globalThis, 'textsAtLoad') ?? [];
process.stdout.write(JSON.stringify({ texts, failed }), () => process.exit(0));
