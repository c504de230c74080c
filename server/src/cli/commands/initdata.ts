/** `osc-tools initdata`: creates, encodes, decodes, verifies, and attaches initdata. */
import { Command } from 'commander';
import process from 'node:process';
import type { Release } from '#core/product/releases.ts';
import { packInitdata, unpackInitdata } from '#server/engine/encoding/pack.ts';
import { findingCodes, unreadable, withHelp } from '../help.ts';
import { initdataAttachCommand } from './initdataAttach.ts';
import { initdataVerifyCommand } from './initdataVerify.ts';
import { initdataNewCommand } from './initdataNew.ts';
import { printInitdataFindings } from '../io/standaloneFindings.ts';
import { createReleaseOption, readTextFile } from '../io/policyInputs.ts';
import { sanitizeTerminalLines } from '#core/text/sanitize.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

export function initdataCommand(): Command {
  return withHelp(new Command('initdata'), {
    summary: 'Create, encode, decode, verify, and attach initdata.',
    exitCodes: { ...findingCodes, 2: unreadable },
    examples: ['osc-tools initdata encode initdata.toml > initdata.txt', 'osc-tools initdata verify initdata.txt'],
    page: 'command-line.md#initdata',
  })
    .addCommand(initdataNewCommand())
    .addCommand(
      withHelp(new Command('encode'), {
        summary: 'Encode initdata (gzip and base64) on one line.',
        details: 'Runs the same checks as "osc-tools initdata verify" and prints the findings to standard error.',
        exitCodes: {
          0: 'Encoded, no errors',
          1: 'Encoded, but the initdata has errors',
          2: unreadable,
        },
        examples: ['osc-tools initdata encode initdata.toml > initdata.txt'],
        page: 'command-line.md#initdata',
      })
        .argument('<file>', 'initdata (TOML), or - for standard input')
        .addOption(createReleaseOption())
        .action(async (file: string, { release }: { readonly release: Release }) => {
          process.exitCode = await encode(file, release);
        }),
    )
    .addCommand(
      withHelp(new Command('decode'), {
        summary: 'Decode initdata and print its TOML.',
        exitCodes: {
          0: 'Decoded, no errors',
          1: "The initdata can't be decoded, or has errors",
          2: unreadable,
        },
        examples: ['osc-tools initdata decode initdata.txt > initdata.toml'],
        page: 'command-line.md#initdata',
      })
        .argument('<file>', 'encoded initdata (base64), or - for standard input')
        .action(async (file: string) => {
          process.exitCode = await decode(file);
        }),
    )
    .addCommand(initdataVerifyCommand())
    .addCommand(initdataAttachCommand());
}

async function encode(file: string, release: Release): Promise<number> {
  const read = await readTextFile(file);
  if (read === undefined) return exitUsage;
  const { name, text, bom } = read;
  const hasErrors = printInitdataFindings(name, text, release);
  process.stdout.write(`${packInitdata(bom ? `\uFEFF${text}` : text)}\n`);
  return hasErrors ? exitFound : exitClean;
}

async function decode(file: string): Promise<number> {
  const read = await readTextFile(file);
  if (read === undefined) return exitUsage;
  const { text, problems } = unpackInitdata(read.text.trim());
  for (const { message } of problems) printMessage(`${read.name}: ${message}`);
  // A file gets the exact bytes. A terminal might interpret control characters.
  if (text !== undefined) process.stdout.write(process.stdout.isTTY ? sanitizeTerminalLines(text) : text);
  return problems.length === 0 ? exitClean : exitFound;
}
