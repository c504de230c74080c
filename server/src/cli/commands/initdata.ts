/** `osc-tools initdata`: initdata packed, unpacked and verified. */
import * as l10n from '@vscode/l10n';
import { Command } from 'commander';
import process from 'node:process';
import { parseInitdata } from '#server/initdata/document.ts';
import { packInitdata, unpackInitdata } from '#server/engine/encoding/pack.ts';
import { findingCodes, unreadable, withHelp } from '../help.ts';
import { initdataVerifyCommand } from './initdataVerify.ts';
import { getLineAndColumn, readTextFile } from '../io/policyInputs.ts';
import { sanitizeTerminalLines } from '#core/text/sanitize.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

export function initdataCommand(): Command {
  return withHelp(new Command('initdata'), {
    summary: l10n.t`Encode, decode, and verify initdata.`,
    exitCodes: { ...findingCodes(), 2: unreadable() },
    examples: ['osc-tools initdata encode initdata.toml > initdata.txt', 'osc-tools initdata verify initdata.txt'],
    page: 'command-line.md#initdata',
  })
    .addCommand(
      withHelp(new Command('encode'), {
        summary: l10n.t`Pack initdata (gzip and base64) into one line.`,
        exitCodes: {
          0: l10n.t`Packed, without errors`,
          1: l10n.t`Packed, but the initdata has errors`,
          2: unreadable(),
        },
        examples: ['osc-tools initdata encode initdata.toml > initdata.txt'],
        page: 'command-line.md#initdata',
      })
        .argument('<file>', l10n.t`the TOML, or - for standard input`)
        .action(async (file: string) => {
          process.exitCode = await encode(file);
        }),
    )
    .addCommand(
      withHelp(new Command('decode'), {
        summary: l10n.t`Unpack initdata and print its TOML.`,
        exitCodes: {
          0: l10n.t`Unpacked, without errors`,
          1: l10n.t`The initdata can't be unpacked, or has errors`,
          2: unreadable(),
        },
        examples: ['osc-tools initdata decode initdata.txt > initdata.toml'],
        page: 'command-line.md#initdata',
      })
        .argument('<file>', l10n.t`a file with the base64, or - for standard input`)
        .action(async (file: string) => {
          process.exitCode = await decode(file);
        }),
    )
    .addCommand(initdataVerifyCommand());
}

async function encode(file: string): Promise<number> {
  const read = await readTextFile(file);
  if (read === undefined) return exitUsage;
  const { name, text, bom } = read;
  const errors = parseInitdata(text).problems.filter(({ level }) => level === 'error');
  for (const { message, range } of errors.slice(0, 20)) {
    const { line, column } = getLineAndColumn(text, range.start);
    printMessage(`${name}:${line}:${column}: ${message}`);
  }
  process.stdout.write(`${packInitdata(bom ? `\uFEFF${text}` : text)}\n`);
  return errors.length === 0 ? exitClean : exitFound;
}

async function decode(file: string): Promise<number> {
  const read = await readTextFile(file);
  if (read === undefined) return exitUsage;
  const { text, problems } = unpackInitdata(read.text.trim());
  for (const { message } of problems) printMessage(`${read.name}: ${message}`);
  // Into a file it goes byte by byte; a terminal might obey what is in it.
  if (text !== undefined) process.stdout.write(process.stdout.isTTY ? sanitizeTerminalLines(text) : text);
  return problems.length === 0 ? exitClean : exitFound;
}
