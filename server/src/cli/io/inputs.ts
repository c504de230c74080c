/** Turns the paths of a call into files with their text. */
import * as l10n from '@vscode/l10n';
import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { glob, isDynamicPattern } from 'tinyglobby';
import { detectPolicyLanguage } from '#core/agent/looksLikePolicy.ts';
import { isPromqlFile } from '#core/metrics/promqlFile.ts';
import type { EnvFileTarget } from '#server/engine/yaml/envDocument.ts';
import { FileSelection, type LanguageFiles } from '#server/engine/workspace/fileSelection.ts';
import { languageModules } from '#server/modules.ts';
import { readFileBounded, describeFileSystemError } from './readFile.ts';
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
  /** YAML, unless its name says otherwise. */
  readonly language: 'yaml' | 'rego' | 'toml' | 'promql';
  /** It is an env file, from which a kustomization makes an object of this kind. */
  readonly envOf?: EnvFileTarget;
}

/** What a call names. */
export interface Inputs {
  readonly files: readonly Input[];
  /** What could not be read, with the reason. */
  readonly unreadable: readonly string[];
  /** Folders that were named and hold no file to check. */
  readonly empty: readonly string[];
  /** A folder was named: then what is not among the files is not there. */
  readonly whole: boolean;
}

export const stdinName = '<stdin>';

/** The files of a folder that the command line checks. */
export const fileSelection = new FileSelection(languageModules);

/** What standard input is. */
export interface StdinMeaning {
  /** YAML, if nothing is said. */
  readonly language?: Input['language'];
  /**
   * It is checked as if it were this file, which need not be there: its name says the language, and stands in the
   * output.
   */
  readonly filename?: string | undefined;
}

/**
 * Reads what the paths name: files, folders (their YAML and PromQL files, and the policies, initdata and requests in
 * them), globs, and `-` for standard input.
 * @param readFile reads each of them
 */
export async function readInputs(
  paths: readonly string[],
  readStdin: () => Promise<Uint8Array>,
  stdin: StdinMeaning = {},
  readFile = readFileBounded,
): Promise<Inputs> {
  const files = new Map<string, Input>();
  const unreadable: string[] = [];
  const empty: string[] = [];
  let whole = false;
  const take = async (name: string, read: () => Promise<Uint8Array>, file?: string) => {
    const key = file ?? name;
    if (files.has(key)) return;
    try {
      files.set(
        key,
        file === undefined ? { ...standardInput(stdin), ...decode(await read()) } : await readInput(file, read),
      );
    } catch (error) {
      unreadable.push(`${name}: ${describeFileSystemError(error)}`);
    }
  };
  for (const given of paths) {
    if (given === '-') await take(stdinName, readStdin);
    else {
      const { found, folder, failed } = await expand(given);
      whole ||= folder;
      unreadable.push(...failed);
      const before = files.size;
      let known = 0;
      for (const file of found) {
        if (files.has(file)) {
          known += 1;
          continue;
        }
        const owner = folder ? fileSelection.filesOf(file) : undefined;
        if (owner?.owns === undefined) await take(formatFileName(file), () => readFile(file), file);
        else await takeOwned(file, owner, { files, unreadable }, readFile);
      }
      // What may be in folders that cannot be read, nobody knows.
      const others = found.some((file) => fileSelection.filesOf(file)?.owns === undefined);
      if (folder && !others && known === 0 && files.size === before && failed.length === 0) empty.push(given);
    }
  }
  return { files: [...files.values()], unreadable, empty, whole };
}

function standardInput({
  language = 'yaml',
  filename,
}: StdinMeaning): Pick<Input, 'name' | 'uri' | 'path' | 'language'> {
  if (filename === undefined) return { name: stdinName, uri: `stdin:/stdin.${language}`, path: undefined, language };
  const file = path.resolve(filename);
  // It is never written to: what is mended goes to standard output.
  return { name: formatFileName(file), uri: pathToFileURL(file).href, path: undefined, language: languageOf(file) };
}

/** By its name. */
function languageOf(file: string): Input['language'] {
  return detectPolicyLanguage(file, '') ?? (isPromqlFile(file, '') ? 'promql' : 'yaml');
}

/** Takes a file of a folder if its language owns it. Most files with the same extension belong to others. */
async function takeOwned(
  file: string,
  owner: LanguageFiles,
  { files, unreadable }: { readonly files: Map<string, Input>; readonly unreadable: string[] },
  readFile: typeof readFileBounded,
): Promise<void> {
  let bytes: Uint8Array;
  try {
    if (owner.maxLength !== undefined && (await lstat(file)).size > owner.maxLength) return;
    bytes = await readFile(file);
  } catch (error) {
    if (owner.isRare !== true) unreadable.push(`${formatFileName(file)}: ${describeFileSystemError(error)}`);
    return;
  }
  try {
    const input = await readInput(file, () => Promise.resolve(bytes));
    if (fileSelection.isChecked(file, input.text)) files.set(file, input);
  } catch {
    // Not UTF-8.
  }
}

/** One file, as it is named in the output. */
export async function readInput(file: string, read = () => readFileBounded(file)): Promise<Input> {
  return {
    name: formatFileName(file),
    uri: pathToFileURL(file).href,
    path: file,
    language: languageOf(file),
    ...decode(await read()),
  };
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
  const info = await stat(full).catch(describeFileSystemError);
  if (typeof info !== 'string') {
    if (!info.isDirectory()) return { found: [full], folder: false, failed: [] };
    const { files, unreadable } = await walk(full, fileSelection);
    return {
      found: files,
      folder: true,
      failed: unreadable.map(({ folder, reason }) => `${formatFileName(folder)}: ${reason}`),
    };
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
  return { found, folder: false, failed: found.length === 0 ? [l10n.t`${given}: matches no file`] : [] };
}

/**
 * The text of bytes, and whether a byte order mark stood before it.
 * @throws when it is no text
 */
export function decode(bytes: Uint8Array): { text: string; bom: boolean } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error(l10n.t`not UTF-8 text`);
  }
  // YAML has no NUL: this is something else, or UTF-16 without its mark.
  if (text.includes('\0')) throw new Error(l10n.t`not text: it holds NUL characters`);
  const bom = text.startsWith('\uFEFF');
  return { text: bom ? text.slice(1) : text, bom };
}

/**
 * How a file is named. `<stdin>`, and what services read as an order to them at the start of a line, are made plain
 * names by `./`.
 */
export function formatFileName(file: string): string {
  const relative = path.relative(process.cwd(), file);
  if (relative === '' || relative.startsWith('..') || path.isAbsolute(relative)) return file;
  return /^\s*[<:#]/.test(relative) ? `.${path.sep}${relative}` : relative;
}
