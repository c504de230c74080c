/** Merges chunks that processes load together, because each file costs about as much time as 20 KiB of code. */
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';

/** The files that a build writes, by path. */
export type Outputs = Metafile['outputs'];

/**
 * Entry points that a process always loads in this order. Chunks that are loaded with the same entry points of all
 * sequences become one file.
 */
export type LoadSequence = readonly string[];

interface Merged {
  /** Name of the file that contains the chunks. */
  readonly name: string;
  readonly chunks: readonly string[];
}

/**
 * Merges the chunks of a build that was written to a folder, and deletes them. Files of entry points remain separate.
 * @param options the options of the build. Its source maps don't apply to the merged files
 * @param apart other entry points. Chunks are merged only if the same ones load them, so that they load no other code
 * @returns the files that are now in the folder
 */
export async function mergeChunks(
  outputs: Outputs,
  sequences: readonly LoadSequence[],
  options: BuildOptions,
  apart: readonly string[] = [],
): Promise<Outputs> {
  const merged = groupChunks(outputs, sequences, apart);
  if (merged.length === 0) return outputs;
  const folder = path.dirname(Object.keys(outputs)[0] ?? '');
  const gone = new Set(merged.flatMap(({ chunks }) => chunks));
  const kept = Object.keys(outputs).filter((file) => !gone.has(file));
  const { metafile } = await build({
    ...options,
    entryPoints: Object.fromEntries([
      ...merged.map(({ name }) => [path.parse(name).name, name]),
      ...kept.map((file) => [path.parse(file).name, path.resolve(file)]),
    ]),
    outdir: folder,
    allowOverwrite: true,
    splitting: false,
    // The files already contain it.
    banner: {},
    plugins: [mergedFiles(merged, outputs)],
    metafile: true,
  });
  for (const file of gone) rmSync(file);
  return combined(metafile.outputs, outputs);
}

/** Groups the chunks by the first entry point of each sequence that loads them. */
function groupChunks(outputs: Outputs, sequences: readonly LoadSequence[], apart: readonly string[]): Merged[] {
  const loadedApart = apart.map((entry) => loadedWith(entry, outputs));
  const firsts = sequences.map((sequence) => {
    const first = new Map<string, number>();
    for (const [index, entry] of sequence.entries())
      for (const file of loadedWith(entry, outputs)) if (!first.has(file)) first.set(file, index);
    return first;
  });
  const groups = new Map<string, string[]>();
  for (const [file, { entryPoint }] of Object.entries(outputs)) {
    const loads = firsts.map((first) => first.get(file));
    if (entryPoint !== undefined || loads.every((index) => index === undefined)) continue;
    const key = [...loads, ...loadedApart.map((files) => files.has(file))].join();
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  return [...groups.values()]
    .filter((chunks) => chunks.length > 1)
    .map((chunks) => ({ name: `chunks-${hashOf(chunks)}.js`, chunks }));
}

/** Returns a hash of the chunks. Their names contain hashes of their contents. */
function hashOf(chunks: readonly string[]): string {
  const names = chunks.map((file) => path.basename(file)).sort();
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 8).toUpperCase();
}

/** Returns the file of an entry point, and all files that it imports statically. */
export function loadedWith(entry: string, outputs: Outputs): ReadonlySet<string> {
  const open = Object.keys(outputs).filter((file) => outputs[file]?.entryPoint === entry);
  const loaded = new Set(open);
  for (let file = open.pop(); file !== undefined; file = open.pop())
    for (const { kind, path: imported, external } of outputs[file]?.imports ?? []) {
      if (kind !== 'import-statement' || external === true || loaded.has(imported)) continue;
      loaded.add(imported);
      open.push(imported);
    }
  return loaded;
}

/**
 * Creates an esbuild plugin that builds the merged files. Other files import from the merged file instead of the chunk.
 * An export has the number of its chunk in its name, because several chunks can export the same name.
 */
function mergedFiles(merged: readonly Merged[], outputs: Outputs): Plugin {
  const files = new Map(Object.keys(outputs).map((file) => [path.resolve(file), file]));
  const groupOf = new Map(merged.flatMap((group) => group.chunks.map((file) => [file, group])));
  const nameOf = (file: string, exported: string) => `${exported}_${groupOf.get(file)?.chunks.indexOf(file)}`;
  const exportsOf = (file: string) => outputs[file]?.exports ?? [];
  return {
    name: 'merged-files',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path: imported, importer, resolveDir, kind }) => {
        if (kind === 'entry-point')
          return merged.some(({ name }) => name === imported) ? { path: imported, namespace: 'merged' } : undefined;
        const file = files.get(path.resolve(resolveDir, imported));
        if (file === undefined || kind !== 'import-statement') return { path: imported, external: true };
        const group = groupOf.get(file);
        if (group === undefined) return { path: imported, external: true };
        if (importer === group.name || groupOf.get(files.get(importer) ?? '') === group) return undefined;
        return { path: file, namespace: 'moved' };
      });
      onLoad({ filter: /.*/, namespace: 'merged' }, ({ path: name }) => ({
        contents: merged
          .filter((group) => group.name === name)
          .flatMap(({ chunks }) => chunks)
          .map((file) => {
            const names = exportsOf(file).map((exported) => `${exported} as ${nameOf(file, exported)}`);
            const from = JSON.stringify(`./${path.basename(file)}`);
            return names.length === 0 ? `import ${from};` : `export { ${names.join(', ')} } from ${from};`;
          })
          .join('\n'),
        resolveDir: path.resolve(path.dirname(merged[0]?.chunks[0] ?? '')),
      }));
      onLoad({ filter: /.*/, namespace: 'moved' }, ({ path: file }) => {
        const names = exportsOf(file).map((exported) => `${nameOf(file, exported)} as ${exported}`);
        const from = JSON.stringify(`./${groupOf.get(file)?.name}`);
        return {
          contents: `export { ${names.join(', ')} } from ${from};`,
          resolveDir: path.resolve(path.dirname(file)),
        };
      });
    },
  };
}

/** Returns the outputs of the second build with the entry points and source files of the first one. */
function combined(outputs: Outputs, before: Outputs): Outputs {
  return Object.fromEntries(
    Object.entries(outputs).map(([file, output]) => {
      const { entryPoint: _, ...rest } = output;
      const entryPoint = before[file]?.entryPoint;
      const sources = Object.keys(output.inputs).map((input) => before[input]?.inputs ?? {});
      const imports = output.imports.map((one) =>
        one.path.startsWith('./') ? { kind: one.kind, path: path.posix.join(path.dirname(file), one.path) } : one,
      );
      return [
        file,
        {
          ...rest,
          imports,
          inputs: Object.assign({}, ...sources),
          ...(entryPoint === undefined ? {} : { entryPoint }),
        },
      ];
    }),
  );
}
