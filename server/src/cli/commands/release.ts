/** `osc-tools release`: lists the OSC releases, and compares two of them. */
import { Argument, Command, Option } from 'commander';
import process from 'node:process';
import { compareReleaseData } from '#core/releaseDifferences/compareReleaseData.ts';
import { subtractFindings, type FindingDifferences } from '#core/releaseDifferences/findingDifferences.ts';
import {
  formatReleaseComparison,
  releaseFormats,
  type ReleaseFormat,
} from '#core/releaseDifferences/formatReleaseComparison.ts';
import { listReleaseOverviews } from '#core/releaseDifferences/releaseOverview.ts';
import type { PlacedFinding } from '#core/common/placedFinding.ts';
import type { Release } from '#core/product/releases.ts';
import { formatReleaseList } from '../formats/releaseFormats.ts';
import { withHelp } from '../help.ts';
import { readInputs, type Inputs } from '../io/inputs.ts';
import { printMessage } from '../io/printMessage.ts';
import { readStream } from '../io/readFile.ts';
import { toProblems } from '#server/engine/findings/toProblems.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';
import { look, parseRelease, prepareInputs } from './lint.ts';

const page = 'releases.md';

export function releaseCommand(): Command {
  return withHelp(new Command('release'), {
    summary: 'List the OSC releases and compare two of them.',
    exitCodes: {
      0: 'The releases were listed or compared',
      1: 'In the second release, the files have an error that they do not have in the first one',
      2: "Usage error, an unknown release, or a path that can't be read",
    },
    examples: ['osc-tools release list', 'osc-tools release diff 1.12 1.13 manifests'],
    page,
  })
    .addCommand(listCommand())
    .addCommand(diffCommand());
}

function createFormatOption(): Option {
  return new Option('--format <format>', 'output format').choices(releaseFormats).default('text');
}

function listCommand(): Command {
  return withHelp(new Command('list'), {
    summary: 'List the known OSC releases.',
    details:
      'Lists the versions of each release, the OpenShift versions whose catalog offers it, the OpenShift versions that its documentation supports, and the Kata version of its guest. Makes no network requests.',
    exitCodes: { 0: 'The releases were listed', 2: 'Usage error' },
    examples: ['osc-tools release list', 'osc-tools release list --format json'],
    page,
  })
    .addOption(createFormatOption())
    .action(({ format }: { readonly format: ReleaseFormat }) => {
      process.stdout.write(formatReleaseList(listReleaseOverviews(), format));
      process.exitCode = exitClean;
    });
}

function diffCommand(): Command {
  return withHelp(new Command('diff'), {
    summary: 'Compare two OSC releases.',
    details:
      'Shows the known differences with their consequences and sources, and what is unknown. With PATH, also lists the findings of lint that appear and disappear. TO can be older than FROM. Makes no network requests.',
    exitCodes: {
      0: 'The releases were compared',
      1: 'In TO, the files have an error that they do not have in FROM',
      2: "Usage error, an unknown release, or a path that can't be read",
    },
    examples: ['osc-tools release diff 1.12 1.13', 'osc-tools release diff 1.12 1.13 manifests'],
    page,
  })
    .addArgument(new Argument('<from>', 'OSC release that you have').argParser(parseRelease))
    .addArgument(new Argument('<to>', 'OSC release that you want').argParser(parseRelease))
    .argument('[path...]', 'files, folders, or globs to check for both releases')
    .addOption(createFormatOption())
    .action(async (from: Release, to: Release, paths: string[], { format }: { readonly format: ReleaseFormat }) => {
      process.exitCode = await compare(from, to, paths, format);
    });
}

async function compare(from: Release, to: Release, paths: readonly string[], format: ReleaseFormat): Promise<number> {
  const inputs = paths.length === 0 ? undefined : await readInputs(paths, () => readStream(process.stdin));
  for (const problem of inputs?.unreadable ?? []) printMessage(`can't read ${problem}`);
  for (const folder of inputs?.empty ?? []) printMessage(`nothing to check in ${folder}`);
  if (inputs !== undefined && (inputs.unreadable.length > 0 || inputs.files.length === 0)) return exitUsage;
  const findings = inputs === undefined ? undefined : await compareFindings(inputs, from, to);
  const differences = compareReleaseData(from, to);
  process.stdout.write(
    formatReleaseComparison({ ...differences, from, to, ...(findings === undefined ? {} : { findings }) }, format),
  );
  return findings?.appeared.some(({ severity }) => severity === 'error') === true ? exitFound : exitClean;
}

async function compareFindings(inputs: Inputs, from: Release, to: Release): Promise<FindingDifferences> {
  const [before, after] = [await listFindings(inputs, from), await listFindings(inputs, to)];
  return {
    files: after.files,
    appeared: subtractFindings(after.problems, before.problems),
    disappeared: subtractFindings(before.problems, after.problems),
  };
}

async function listFindings(
  inputs: Inputs,
  release: Release,
): Promise<{ readonly files: number; readonly problems: readonly PlacedFinding[] }> {
  const { files, environment } = await prepareInputs(inputs, { release, rule: new Map() });
  const problems: PlacedFinding[] = [];
  for (const input of files) {
    const { findings } = await look(input, environment);
    const reported = findings.filter(({ severity }) => severity !== 'hint');
    // Added one by one, because a spread of many findings would overflow the stack.
    for (const problem of toProblems(input, reported, release)) problems.push(problem);
  }
  return { files: files.length, problems };
}
