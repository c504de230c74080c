/** `osc-tools explain`: what a pasted status means. Contacts nothing. */
import * as l10n from '@vscode/l10n';
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
      l10n.t`Says what a status means and what comes next: of a KataConfig (YAML, JSON, oc describe, a message, an event), or a pair {Phase, [Conditions]} of Volcengine's edge hosting and answers of its API. Several files give the tree of their edge clusters. Exit code 0: nothing is wrong; 1: something is, or is not known; 2: wrong usage, or not read.`,
    )
    .argument('[files...]', l10n.t`the text, or - for standard input`, ['-'])
    .addOption(formatOption())
    .addOption(new Option('--resource <resource>', l10n.t`whose status a pair of edge hosting is`).choices(edgeResources))
    .action(async (files: readonly string[], options: Options) => {
      process.exitCode = await run(files, options);
    });
}

async function run(files: readonly string[], { format, resource }: Options): Promise<number> {
  const texts = [];
  for (const file of files) {
    const read = await readText(file);
    if (read === undefined) return exitUsage;
    texts.push(read);
  }
  const { explainPasted, explainSeveral } = await import('./explainer.ts');
  const [only, ...others] = texts;
  if (only === undefined) return exitUsage;
  const { text, json, fine } = others.length === 0 ? explainPasted(only.name, only.text, resource) : explainSeveral(texts, resource);
  process.stdout.write(format === 'json' ? `${printableJson(json)}\n` : printableLines(text));
  return fine ? exitClean : exitFound;
}
