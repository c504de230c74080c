/** `osc-tools initdata`: initdata packed, unpacked and verified. */
import * as l10n from '@vscode/l10n';
import { Command } from 'commander';
import process from 'node:process';
import { parseInitdata } from '../initdata/document.ts';
import { packInitdata, unpackInitdata } from '../initdata/pack.ts';
import { initdataVerifyCommand } from './initdataVerify.ts';
import { lineAndColumn, readText } from './policyInputs.ts';
import { printableLines } from './printable.ts';
import { say } from './say.ts';
import { exitClean, exitFound, exitUsage } from './usage.ts';

export function initdataCommand(): Command {
  return new Command('initdata')
    .description(l10n.t`Initdata: TOML, packed with gzip and base64 for the annotation or for INITDATA.`)
    .addCommand(
      new Command('encode')
        .description(
          l10n.t`Pack it, and print it on one line. Exit code 0: it is sound; 1: it was packed, but has errors, which are told; 2: wrong usage, or not read.`,
        )
        .argument('<file>', l10n.t`the TOML, or - for standard input`)
        .action(async (file: string) => {
          process.exitCode = await encode(file);
        }),
    )
    .addCommand(
      new Command('decode')
        .description(
          l10n.t`Unpack it, and print the TOML. Exit code 0: it is packed soundly; 1: it cannot be unpacked, or has faults, which are told; 2: wrong usage, or not read.`,
        )
        .argument('<file>', l10n.t`a file with the base64, or - for standard input`)
        .action(async (file: string) => {
          process.exitCode = await decode(file);
        }),
    )
    .addCommand(initdataVerifyCommand());
}

async function encode(file: string): Promise<number> {
  const read = await readText(file);
  if (read === undefined) return exitUsage;
  const { name, text, bom } = read;
  const errors = parseInitdata(text).problems.filter(({ level }) => level === 'error');
  for (const { message, range } of errors.slice(0, 20)) {
    const { line, column } = lineAndColumn(text, range.start);
    say(`${name}:${line}:${column}: ${message}`);
  }
  process.stdout.write(`${packInitdata(bom ? `\uFEFF${text}` : text)}\n`);
  return errors.length === 0 ? exitClean : exitFound;
}

async function decode(file: string): Promise<number> {
  const read = await readText(file);
  if (read === undefined) return exitUsage;
  const { text, problems } = unpackInitdata(read.text.trim());
  for (const { message } of problems) say(`${read.name}: ${message}`);
  // Into a file it goes byte by byte; a terminal might obey what is in it.
  if (text !== undefined) process.stdout.write(process.stdout.isTTY ? printableLines(text) : text);
  return problems.length === 0 ? exitClean : exitFound;
}
