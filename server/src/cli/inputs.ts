/** Turns the paths of a call into files with their text. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { glob, isDynamicPattern } from 'tinyglobby';

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
}

/** What a call names. */
export interface Inputs {
  readonly files: readonly Input[];
  /** What could not be read, with the reason. */
  readonly unreadable: readonly string[];
  /** A folder was named: then what is not among the files is not there. */
  readonly whole: boolean;
}

/** Larger files hold no manifests. */
const maxSize = 50_000_000;
export const stdinName = '<stdin>';

/** Reads what the paths name: files, folders (their .yaml and .yml files), globs, and `-` for standard input. */
export async function readInputs(paths: readonly string[], readStdin: () => Promise<Uint8Array>): Promise<Inputs> {
  const files = new Map<string, Input>();
  const unreadable: string[] = [];
  let whole = false;
  const take = async (name: string, read: () => Promise<Uint8Array>, file?: string) => {
    const key = file ?? name;
    if (files.has(key)) return;
    try {
      files.set(key, { name, uri: file === undefined ? 'stdin:/stdin.yaml' : pathToFileURL(file).href, path: file, ...decode(await read()) });
    } catch (error) {
      unreadable.push(`${name}: ${reason(error)}`);
    }
  };
  for (const given of paths) {
    if (given === '-') await take(stdinName, readStdin);
    else {
      const { found, folder } = await expand(given);
      whole ||= folder;
      if (found.length === 0 && !folder) unreadable.push(`${given}: ${isDynamicPattern(given) ? 'matches no file' : 'no such file or folder'}`);
      for (const file of found) await take(shown(file), () => readBounded(file), file);
    }
  }
  return { files: [...files.values()], unreadable, whole };
}

/** Writes a file's new text, with the byte order mark that it had. */
export async function writeInput(input: Input, text: string): Promise<void> {
  if (input.path !== undefined) await writeFile(input.path, input.bom ? `\uFEFF${text}` : text);
}

async function expand(given: string): Promise<{ found: string[]; folder: boolean }> {
  const full = path.resolve(given);
  const info = await stat(full).catch(() => undefined);
  if (info !== undefined && !info.isDirectory()) return { found: [full], folder: false };
  if (info === undefined && !isDynamicPattern(given)) return { found: [], folder: false };
  const found = await glob(info === undefined ? [given.replaceAll('\\', '/')] : ['**/*.{yaml,yml}'], {
    cwd: info === undefined ? process.cwd() : full,
    absolute: true,
    ignore: ['**/node_modules/**', '**/.git/**'],
    followSymbolicLinks: false,
    caseSensitiveMatch: info === undefined,
  });
  return { found: found.map((file) => path.normalize(file)).sort(), folder: info !== undefined };
}

async function readBounded(file: string): Promise<Uint8Array> {
  const { size } = await stat(file);
  if (size > maxSize) throw new Error(`larger than ${maxSize / 1e6} MB; no manifest is`);
  return readFile(file);
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

function shown(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative === '' || relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EACCES' ? 'permission denied' : code === 'EISDIR' ? 'is a folder' : error.message;
}
