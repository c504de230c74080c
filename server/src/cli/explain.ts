/** `osc-tools explain`: what a pasted status means. Contacts nothing. */
import { Command, Option } from 'commander';
import process from 'node:process';
import { edgeResources, type EdgeResource } from '../../../core/edge/pair.ts';
import { formatOption, readText } from './policyInputs.ts';
import { printableJson, printableLines } from './printable.ts';
import { exitClean, exitFound, exitUsage } from './usage.ts';

interface Options {
  readonly format: 'text' | 'json';
  readonly resource?: EdgeResource;
}

export function explainCommand(): Command {
  return new Command('explain')
    .description(
      'Says what a status means and what comes next: of a KataConfig (YAML, JSON, oc describe, a message, an event), or a pair {Phase, [Conditions]} of ' +
        "Volcengine's edge hosting and answers of its API. Exit code 0: nothing is wrong; 1: something is, or is not known; 2: wrong usage, or not read.",
    )
    .argument('[file]', 'the text, or - for standard input', '-')
    .addOption(formatOption())
    .addOption(new Option('--resource <resource>', 'whose status a pair of edge hosting is').choices(edgeResources))
    .action(async (file: string, options: Options) => {
      process.exitCode = await run(file, options);
    });
}

async function run(file: string, { format, resource }: Options): Promise<number> {
  const read = await readText(file);
  if (read === undefined) return exitUsage;
  const { explainPasted } = await import('./explainer.ts');
  const { text, json, fine } = explainPasted(read.name, read.text, resource);
  process.stdout.write(format === 'json' ? `${printableJson(json)}\n` : printableLines(text));
  return fine ? exitClean : exitFound;
}
