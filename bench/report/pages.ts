/** The pages of the documentation that contain results, and the JSON files that the results come from. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { getList, getNumber, getString } from '#core/common/json.ts';
import { markdownOf, type Result, type Results } from './report.ts';
import {
  commandLineSections,
  liveSections,
  mustGatherSections,
  serverSections,
  simulatorSections,
  type Section,
} from './rows.ts';
import type { Measured } from './samples.ts';

/** Tables of a page. */
export interface Page {
  readonly sections: readonly Section[];
  /** Path of the page in the repository. */
  readonly document: string;
  /** Path of the JSON file in the repository. */
  readonly results: string;
}

export const pages = {
  server: { sections: serverSections, document: 'docs/performance.md', results: 'bench/results.json' },
  live: { sections: liveSections, document: 'docs/clusters.md', results: 'bench/liveResults.json' },
  commandLine: { sections: commandLineSections, document: 'docs/command-line.md', results: 'bench/cliResults.json' },
  simulator: { sections: simulatorSections, document: 'docs/simulator.md', results: 'bench/simulatorResults.json' },
  mustGather: {
    sections: mustGatherSections,
    document: 'docs/must-gather.md',
    results: 'bench/mustGatherResults.json',
  },
} satisfies Readonly<Record<string, Page>>;

/** Returns the results in the JSON file of a page. */
export function readResults({ results }: Page): Results {
  const parsed: unknown = JSON.parse(readFileSync(path.join(repositoryRoot, results), 'utf8'));
  return {
    machine: getString(parsed, 'machine') ?? '',
    results: getList(parsed, 'results').map((result): Result => {
      const peer = measuredOf(result, 'peer');
      return {
        id: getString(result, 'id') ?? '',
        ours: measuredOf(result, 'ours') ?? { median: Number.NaN, runs: 0 },
        ...(peer === undefined ? {} : { peer }),
      };
    }),
  };
}

function measuredOf(result: unknown, who: string): Measured | undefined {
  const [median, p95] = [getNumber(result, who, 'median'), getNumber(result, who, 'p95')];
  if (median === undefined) return undefined;
  return { median, ...(p95 === undefined ? {} : { p95 }), runs: getNumber(result, who, 'runs') ?? 0 };
}

/** Returns the text of a page with these results between the markers. */
export function pageWithResults({ sections, document }: Page, { machine, results }: Results): string {
  const content = `Measured by \`npm run bench\` on ${machine}.\n\n${markdownOf(sections, results)}`;
  return replaceBetweenMarkers(document, 'table', content);
}

/** Returns the text of a page with other content between its markers for a table or for growth charts. */
export function replaceBetweenMarkers(document: string, name: 'table' | 'growth', content: string): string {
  const what = name === 'table' ? 'npm run bench' : 'npm run bench -- --only growth';
  const [begin, end] = [`<!-- written by ${what}: begin -->`, `<!-- written by ${what}: end -->`];
  const page = readFileSync(path.join(repositoryRoot, document), 'utf8');
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`${document} doesn't contain the markers for the ${name}`);
  return `${page.slice(0, from + begin.length)}\n\n${content}\n\n${page.slice(to)}`;
}
