/** Reads the input files of policy and initdata commands and defines the options that they share. */
import { Option } from 'commander';
import process from 'node:process';
import type { Dialect } from '#core/agent/policyEngines.ts';
import { formatReleaseIds, newestRelease, type Release } from '#core/product/releases.ts';
import { decode, formatFileName } from './inputs.ts';
import { parseRelease } from '../commands/lint.ts';
import { readStream, readFileBounded, describeFileSystemError } from './readFile.ts';
import { printMessage } from './printMessage.ts';

/** Options that determine how a policy is read. */
export interface PolicyReadOptions {
  readonly release: Release;
  readonly dialect?: Dialect;
}

export const createReleaseOption = (summary = 'OSC release of the guest') =>
  new Option('--release <release>', `${summary}: ${formatReleaseIds()}`)
    .argParser(parseRelease)
    .default(newestRelease, newestRelease.id);

export const dialectOption = () =>
  new Option('--dialect <dialect>', 'Rego version of the policy, instead of the version that the guest uses').choices([
    'v0',
    'v1',
  ]);

export const formatOption = () =>
  new Option('--format <format>', 'output format').choices(['text', 'json']).default('text');

/**
 * Reads a text file and returns its name, its text, and a flag for a byte order mark. If the file can't be read, prints
 * the reason and returns undefined. `-` is standard input.
 */
export async function readTextFile(
  file: string,
): Promise<{ readonly name: string; readonly text: string; readonly bom: boolean } | undefined> {
  const name = file === '-' ? '<stdin>' : formatFileName(file);
  try {
    return { name, ...decode(file === '-' ? await readStream(process.stdin) : await readFileBounded(file)) };
  } catch (error) {
    printMessage(`can't read ${name}: ${describeFileSystemError(error)}`);
    return undefined;
  }
}

/** Reads a policy like `readTextFile`. A byte order mark is part of the text, because the guest rejects it. */
export async function readPolicyFile(
  file: string,
): Promise<{ readonly name: string; readonly text: string } | undefined> {
  const read = await readTextFile(file);
  return read?.bom === true ? { ...read, text: `\uFEFF${read.text}` } : read;
}

/** Returns the line and column of an offset, starting at 1. Columns count UTF-16 code units. */
export function getLineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
