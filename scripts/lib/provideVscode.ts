/** Lets Node.js import code of the extension without VS Code. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { repositoryRoot } from './run.ts';

/** Sets the value of each export of `vscode` for all modules that this process loads from now on. */
export function provideVscode(value: object): void {
  Reflect.set(globalThis, 'providedVscode', value);
  // An ES module must declare its exports. They are read from the type declarations of `vscode`.
  const declarations = readFileSync(path.join(repositoryRoot, 'node_modules/@types/vscode/index.d.ts'), 'utf8');
  const names = new Set(
    Array.from(
      declarations.matchAll(/^\t(?:export )?(?:class|enum|namespace|function|const) (\w+)/gm),
      ([, name]) => name,
    ),
  );
  const exported = Array.from(names, (name) => `export const ${name} = provided;`);
  const source = ['const provided = globalThis.providedVscode;', ...exported].join('\n');
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vscode'
        ? { url: 'provided:vscode', format: 'module', shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) =>
      url === 'provided:vscode' ? { format: 'module', source, shortCircuit: true } : next(url, context),
  });
}
