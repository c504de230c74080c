/** Turns the paths of a call into files with their text. */
import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { glob, isDynamicPattern } from 'tinyglobby';
import type { EnvFileMeaning } from '../documents/envDocument.ts';
import { readFileBounded, reasonOf } from './readBounded.ts';
import { walk } from './walk.ts';

/** A file to check. */
export interface Input {
  /** As it is named in the output: relative to the working directory where it lies below it. */
  readonly name: string;
  readonly uri: string;
  readonly text: string;
  /** Put before the text again when it is written. */
  readonly bom: boolean;
  /** Undefined for standard input. */
  readonly path: string | undefined;
  /** It is an env file, from which a kustomization makes an object of this kind. */
  readonly envOf?: EnvFileMeaning;
}

/** What a call names. */
export interface Inputs {
  readonly files: readonly Input[];
  /** What could not be read, with the reason. */
  readonly unreadable: readonly string[];
  /** Folders that were named and hold no YAML file. */
  readonly empty: readonly string[];
  /** A folder was named: then what is not among the files is not there. */
  readonly whole: boolean;
}

export const stdinName = '<stdin>';

/** Reads what the paths name: files, folders (their .yaml and .yml files), globs, and `-` for standard input. */
export async function readInputs(paths: readonly string[], readStdin: () => Promise<Uint8Array>): Promise<Inputs> {
  const files = new Map<string, Input>();
  const unreadable: string[] = [];
  const empty: string[] = [];
  let whole = false;
  const take = async (name: string, read: () => Promise<Uint8Array>, file?: string) => {
    const key = file ?? name;
    if (files.has(key)) return;
    try {
      files.set(key, file === undefined ? { name, uri: 'stdin:/stdin.yaml', path: file, ...decode(await read()) } : await readInput(file, read));
    } catch (error) {
      unreadable.push(`${name}: ${reasonOf(error)}`);
    }
  };
  for (const given of paths) {
    if (given === '-') await take(stdinName, readStdin);
    else {
      const { found, folder, failed } = await expand(given);
      whole ||= folder;
      unreadable.push(...failed);
      // What may be in folders that cannot be read, nobody knows.
      if (folder && found.length === 0 && failed.length === 0) empty.push(given);
      for (const file of found) await take(shown(file), () => readFileBounded(file), file);
    }
  }
  return { files: [...files.values()], unreadable, empty, whole };
}

/** One file, as it is named in the output. */
export async function readInput(file: string, read = () => readFileBounded(file)): Promise<Input> {
  return { name: shown(file), uri: pathToFileURL(file).href, path: file, ...decode(await read()) };
}

/** The bytes of a text, with the byte order mark that it had. */
export function encode({ text, bom }: { readonly text: string; readonly bom: boolean }): Uint8Array {
  return Buffer.from(bom ? `\uFEFF${text}` : text);
}

interface Expanded {
  readonly found: readonly string[];
  readonly folder: boolean;
  readonly failed: readonly string[];
}

async function expand(given: string): Promise<Expanded> {
  const full = path.resolve(given);
  const info = await stat(full).catch(reasonOf);
  if (typeof info !== 'string') {
    if (!info.isDirectory()) return { found: [full], folder: false, failed: [] };
    const { files, unreadable } = await walk(full);
    return { found: files, folder: true, failed: unreadable.map(({ folder, reason }) => `${shown(folder)}: ${reason}`) };
  }
  if (!isDynamicPattern(given)) return { found: [], folder: false, failed: [`${given}: ${info}`] };
  const matches = await glob([given.replaceAll('\\', '/')], {
    absolute: true,
    dot: true,
    ignore: ['**/node_modules/**', '**/.git/**'],
    followSymbolicLinks: false,
  });
  const found: string[] = [];
  for (const file of matches.map((match) => path.normalize(match)).sort()) {
    const kind = await lstat(file).catch(() => undefined);
    // What is gone by now is said by whoever reads it.
    if (kind === undefined || kind.isFile()) found.push(file);
  }
  return { found, folder: false, failed: found.length === 0 ? [`${given}: matches no file`] : [] };
}

function decode(bytes: Uint8Array): { text: string; bom: boolean } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error('not UTF-8 text');
  }
  // YAML has no NUL: this is something else, or UTF-16 without its mark.
  if (text.includes('\0')) throw new Error('not text: it holds NUL characters');
  const bom = text.startsWith('\uFEFF');
  return { text: bom ? text.slice(1) : text, bom };
}

/** How a file is named. `<stdin>`, and what services read as an order to them at the start of a line, are made plain names by `./`. */
export function shown(file: string): string {
  const relative = path.relative(process.cwd(), file);
  if (relative === '' || relative.startsWith('..') || path.isAbsolute(relative)) return file;
  return /^\s*[<:#]/.test(relative) ? `.${path.sep}${relative}` : relative;
}
