/**
 * What the commands about policies and initdata are given: files that must be readable, and options that they share.
 */
import * as l10n from '@vscode/l10n';
import { Option } from 'commander';
import process from 'node:process';
import type { Dialect } from '#core/agent/policyEngines.ts';
import { newestRelease, releases, type Release } from '#core/product/releases.ts';
import { decode, formatFileName } from './inputs.ts';
import { parseRelease } from '../commands/lint.ts';
import { readStream, readFileBounded, describeFileSystemError } from './readFile.ts';
import { printMessage } from './printMessage.ts';

/** How a policy is read. */
export interface PolicyReadOptions {
  readonly release: Release;
  readonly dialect?: Dialect;
}

export const createReleaseOption = () =>
  new Option(
    '--release <release>',
    l10n.t`the OSC release whose guest reads the policy: ${releases.map(({ id }) => id).join(', ')}`,
  )
    .argParser(parseRelease)
    .default(newestRelease, newestRelease.id);

export const dialectOption = () =>
  new Option('--dialect <dialect>', l10n.t`read it as this Rego, whatever the guest reads`).choices(['v0', 'v1']);

export const formatOption = () =>
  new Option('--format <format>', l10n.t`how to print it`).choices(['text', 'json']).default('text');

/**
 * The text of a file with its name, and the byte order mark that stood before it; undefined, and said, when it cannot
 * be read. `-` is standard input.
 */
export async function readTextFile(
  file: string,
): Promise<{ readonly name: string; readonly text: string; readonly bom: boolean } | undefined> {
  const name = file === '-' ? '<stdin>' : formatFileName(file);
  try {
    return { name, ...decode(file === '-' ? await readStream(process.stdin) : await readFileBounded(file)) };
  } catch (error) {
    printMessage(l10n.t`can't read ${name}: ${describeFileSystemError(error)}`);
    return undefined;
  }
}

/** Line and column of an offset, from 1; columns count UTF-16 units. */
export function getLineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
