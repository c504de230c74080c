/** `osc-tools explain`: explains a status. Doesn't contact a cluster. */
import { Command, Option } from 'commander';
import process from 'node:process';
import { edgeResources, type EdgeResource } from '#core/edge/table/edgePair.ts';
import { unreadable, withHelp } from '../help.ts';
import type { Release } from '#core/product/releases.ts';
import { createReleaseOption, formatOption, readTextFile } from '../io/policyInputs.ts';
import { formatSanitizedJson, sanitizeTerminalLines } from '#core/text/sanitize.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

interface Options {
  readonly format: 'text' | 'json';
  readonly resource?: EdgeResource;
  readonly release: Release;
}

export function explainCommand(): Command {
  return withHelp(new Command('explain'), {
    summary: 'Explain a KataConfig or edge hosting status.',
    details:
      'Reads a KataConfig and other objects (YAML, JSON, or oc describe output), tables from oc get, messages, and events. Also reads edge hosting status pairs {Phase, [Conditions]} and API responses (Volcengine). For several files, prints the tree of their edge clusters.',
    exitCodes: { 0: 'No problems found', 1: 'Problems found, or part of the status is unknown', 2: unreadable },
    examples: ['osc-tools explain status.yaml', 'osc-tools explain --format json - < status.yaml'],
    page: 'explain.md',
  })
    .argument('[files...]', 'files with a status, or - for standard input', ['-'])
    .addOption(formatOption())
    .addOption(
      new Option('--resource <resource>', 'resource type of an edge hosting status pair').choices(edgeResources),
    )
    .addOption(createReleaseOption('OSC release whose documentation the explanation links to'))
    .action(async (files: readonly string[], options: Options) => {
      process.exitCode = await run(files, options);
    });
}

async function run(files: readonly string[], { format, ...options }: Options): Promise<number> {
  const texts = [];
  for (const file of files) {
    const read = await readTextFile(file);
    if (read === undefined) return exitUsage;
    texts.push(read);
  }
  const { explainPasted, explainSeveral } = await import('#server/status/explainer.ts');
  const [only, ...others] = texts;
  if (only === undefined) return exitUsage;
  const { text, json, fine } =
    others.length === 0 ? explainPasted(only.name, only.text, options) : explainSeveral(texts, options);
  process.stdout.write(format === 'json' ? `${formatSanitizedJson(json)}\n` : sanitizeTerminalLines(text));
  return fine ? exitClean : exitFound;
}
