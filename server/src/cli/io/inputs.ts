/** Reads the files that the command-line paths specify. */
import { isUtf8 } from 'node:buffer';
import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { EnvFileTarget } from '#server/engine/yaml/envDocument.ts';
import { FileSelection, type LanguageFiles } from '#server/engine/workspace/fileSelection.ts';
import { languageModules } from '#server/modules.ts';
import { detectLanguage, isReadable, type InputLanguage } from './fileKind.ts';
import { crdGroups } from '#server/engine/workspace/crds/readCrds.ts';
import { isRegoFile } from '#server/engine/workspace/policyFiles.ts';
import { indexFile, isIndexable, type IndexedFile } from '#server/engine/workspace/workspaceSnapshot.ts';
import { readFileBounded, readTransient, describeFileSystemError } from './readFile.ts';
import { walk } from './walk.ts';

/** A file to check. */
export interface Input {
  /** Name in the output. Relative to the working directory if the file is below it. */
  readonly name: string;
  readonly uri: string;
  readonly text: string;
  /**
   * True if the file has a byte order mark, which is written again with the text. In Rego, the mark is part of the
   * text, because the guest rejects it.
   */
  readonly bom: boolean;
  /** Undefined for standard input. */
  readonly path: string | undefined;
  /** YAML, unless the file name indicates another language. */
  readonly language: InputLanguage;
  /** True for a file of a kind that isn't read, unless a kustomization names it. */
  readonly isUnknownKind?: true;
  /** True if the file is in a folder that was specified by a symbolic link, so that it isn't changed. */
  readonly isBehindLink?: true;
  /**
   * Set for a file whose text isn't in memory: each access reads it again. The file concerns CRDs only if
   * `mentionsCrds` is true. `indexed` is the data for the workspace snapshot, or undefined if the file has none.
   */
  readonly released?: { readonly mentionsCrds: boolean; readonly indexed?: IndexedFile };
  /** Set for an env file from which a kustomization generates an object of this kind. */
  readonly envOf?: EnvFileTarget;
}

/** Inputs that a command specifies. */
export interface Inputs {
  readonly files: readonly Input[];
  /** Paths that couldn't be read, with the reason. */
  readonly unreadable: readonly string[];
  /** Specified folders that contain no file to check. */
  readonly empty: readonly string[];
  /** True if a folder was specified. Objects that its files don't contain are then considered missing. */
  readonly whole: boolean;
}

/** How files are read. */
export interface ReadOptions {
  /** Reads each file. Default: `readFileBounded`. */
  readonly readFile?: typeof readFileBounded | undefined;
  /**
   * True to keep only the texts of files that the workspace snapshot needs, because a repository can contain gigabytes
   * of files of other tools.
   */
  readonly releases?: boolean;
}

export const stdinName = '<stdin>';

/** Determines which files of a folder the CLI checks. */
export const fileSelection = new FileSelection(languageModules);

/** Describes how standard input is interpreted. */
export interface StdinMeaning {
  /** Language. Default: YAML. */
  readonly language?: InputLanguage;
  /**
   * Name of a file to check standard input as. The file doesn't need to exist. Its name determines the language and
   * appears in the output.
   */
  readonly filename?: string | undefined;
}

/**
 * Reads the specified files, folders, and globs, and standard input for `-`. In a folder, reads all YAML and PromQL
 * files. Reads other files only if they contain a policy, initdata, agent requests, or commands.
 */
export async function readInputs(
  paths: readonly string[],
  readStdin: () => Promise<Uint8Array>,
  stdin: StdinMeaning = {},
  { readFile, releases = false }: ReadOptions = {},
): Promise<Inputs> {
  const files = new Map<string, Input>();
  const unreadable: string[] = [];
  const empty: string[] = [];
  let whole = false;
  const take = async (name: string, read: () => Promise<Input>, key = name) => {
    if (files.has(key)) return;
    try {
      files.set(key, await read());
    } catch (error) {
      unreadable.push(`${name}: ${describeFileSystemError(error)}`);
    }
  };
  for (const given of paths) {
    if (given === '-') await take(stdinName, () => readStandardInput(stdin, readStdin));
    else {
      const { found, folder, failed, isLink } = await expand(given);
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
        if (owner?.owns === undefined) await take(formatFileName(file), () => readInput(file, readFile), file);
        else await takeOwned(file, owner, { files, unreadable }, readFile);
        const input = files.get(file);
        if (input === undefined) continue;
        const linked: Input = isLink === true ? { ...input, isBehindLink: true } : input;
        files.set(file, releases ? releaseText(linked, file) : linked);
      }
      // If a folder can't be read, its content is unknown.
      const others = found.some((file) => fileSelection.filesOf(file)?.owns === undefined);
      if (folder && !others && known === 0 && files.size === before && failed.length === 0) empty.push(given);
    }
  }
  return { files: [...files.values()], unreadable, empty, whole };
}

/** Returns the input without its text if only the check of the file needs it. */
function releaseText(input: Input, file: string): Input {
  const { text, ...rest } = input;
  const mentionsCrds = crdGroups.some((group) => text.includes(group));
  // Generated policies are long, and only the names of their rules are indexed.
  if (input.language === 'rego' && isRegoFile(input.uri))
    return withGetter(rest, file, { mentionsCrds, indexed: indexFile(input.uri, text) });
  if (input.language !== 'yaml' || isIndexable(input.uri, text)) return input;
  return withGetter(rest, file, { mentionsCrds });
}

/** A separate function, because a getter retains all variables that any function in the same scope uses. */
function withGetter(rest: Omit<Input, 'text'>, file: string, released: NonNullable<Input['released']>): Input {
  return {
    ...rest,
    released,
    get text() {
      return textOf(rest, readTransient(file)).text;
    },
  };
}

/** Reads standard input, as the file with the specified name if there is one. That file is never read or written. */
async function readStandardInput(
  { language = 'yaml', filename }: StdinMeaning,
  read: () => Promise<Uint8Array>,
): Promise<Input> {
  if (filename === undefined)
    return withText({ name: stdinName, uri: `stdin:/stdin.${language}`, path: undefined, language }, await read());
  return { ...(await readInput(path.resolve(filename), read)), path: undefined };
}

/**
 * Adds a file of a folder if one of the languages with its extension owns it. Most files with the same extension are
 * unrelated.
 */
async function takeOwned(
  file: string,
  owner: LanguageFiles,
  { files, unreadable }: { readonly files: Map<string, Input>; readonly unreadable: string[] },
  readFile = readFileBounded,
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
    // The file isn't UTF-8.
  }
}

/** Reads one file. */
export async function readInput(file: string, readFile?: typeof readFileBounded): Promise<Input> {
  const input = withText(
    { name: formatFileName(file), uri: pathToFileURL(file).href, path: file, language: detectLanguage(file) },
    readFile === undefined ? readTransient(file) : await readFile(file),
  );
  return {
    ...input,
    language: detectLanguage(file, input.text),
    ...(isReadable(file, input.text) ? {} : { isUnknownKind: true }),
  };
}

/** Adds the decoded text to the description of a file. */
function withText(file: Omit<Input, 'text' | 'bom'>, bytes: Uint8Array): Input {
  return { ...file, ...textOf(file, bytes) };
}

function textOf({ language }: Pick<Input, 'language'>, bytes: Uint8Array): Pick<Input, 'text' | 'bom'> {
  const { text, bom } = decode(bytes);
  return bom && language === 'rego' ? { text: `\uFEFF${text}`, bom: false } : { text, bom };
}

/** Returns the bytes of a text, with its byte order mark if it had one. */
export function encode({ text, bom }: { readonly text: string; readonly bom: boolean }): Uint8Array {
  return Buffer.from(bom ? `\uFEFF${text}` : text);
}

interface Expanded {
  readonly found: readonly string[];
  readonly folder: boolean;
  /** True if the path is a symbolic link to a folder. */
  readonly isLink?: boolean;
  readonly failed: readonly string[];
}

/** Returns the files that a path specifies: the file itself, or the matching files of a folder or a glob. */
export async function expand(given: string): Promise<Expanded> {
  const full = path.resolve(given);
  const info = await stat(full).catch(describeFileSystemError);
  if (typeof info !== 'string') {
    if (!info.isDirectory()) return { found: [full], folder: false, failed: [] };
    const { files, unreadable } = await walk(full, fileSelection);
    return {
      found: files,
      folder: true,
      isLink: (await lstat(full)).isSymbolicLink(),
      failed: unreadable.map(({ folder, reason }) => `${formatFileName(folder)}: ${reason}`),
    };
  }
  // Loaded only here, because most paths exist, and loading the library takes as long as checking a file.
  const { glob, isDynamicPattern } = await import('tinyglobby');
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
    // The reader reports files that no longer exist.
    if (kind === undefined || kind.isFile()) found.push(file);
  }
  return { found, folder: false, failed: found.length === 0 ? [`${given}: no matching files`] : [] };
}

/**
 * Decodes bytes as text and returns whether they start with a byte order mark.
 * @throws if the bytes aren't text
 */
export function decode(bytes: Uint8Array): { text: string; bom: boolean } {
  if (!isUtf8(bytes)) throw new Error('not UTF-8 text');
  // The text of a `TextDecoder` would take two bytes for each character, also for ASCII.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  // YAML can't contain NUL. The file is binary or UTF-16 without a byte order mark.
  if (text.includes('\0')) throw new Error('not a text file (contains NUL characters)');
  const bom = text.startsWith('\uFEFF');
  return { text: bom ? text.slice(1) : text, bom };
}

/**
 * Returns the display name of a file. Prefixes `./` if the name starts like `<stdin>` or like a command that CI
 * services interpret at the start of a line.
 */
export function formatFileName(file: string): string {
  const relative = path.relative(process.cwd(), file);
  if (relative === '' || relative.startsWith('..') || path.isAbsolute(relative)) return file;
  return /^\s*[<:#]/.test(relative) ? `.${path.sep}${relative}` : relative;
}
