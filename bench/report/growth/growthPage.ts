/** Writes the growth charts and their description to the documentation. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { replaceBetweenMarkers } from '../pages.ts';
import { chartSvg } from './chart.ts';
import { figures } from './figures.ts';
import { describeGrowth, parseGrowthResults, type GrowthResults } from './series.ts';

export const growthDocument = 'docs/performance.md';
export const growthFile = 'bench/growthResults.json';
const images = 'images/performance';

/** Returns the results in the JSON file. */
export function readGrowthResults(): GrowthResults {
  return parseGrowthResults(readFileSync(path.join(repositoryRoot, growthFile), 'utf8'));
}

/** Returns the charts by their path in the repository. */
export function chartsOf({ growths }: GrowthResults): ReadonlyMap<string, string> {
  const charts = new Map<string, string>();
  for (const figure of figures) {
    const growth = growths.find(({ id }) => id === figure.id);
    const svg = growth === undefined ? undefined : chartSvg(figure, growth);
    if (svg !== undefined) charts.set(`docs/${images}/${figure.id}.svg`, svg);
  }
  return charts;
}

/** Returns the text of the page with the charts between their markers. */
export function pageWithCharts({ machine, growths }: GrowthResults): string {
  const parts = figures.flatMap(({ id, title, unit, over }) => {
    const growth = growths.find((one) => one.id === id);
    if (growth === undefined) return [];
    const words = [describeGrowth('Ours', growth.ours, over), describeGrowth('Peer', growth.peer, over)];
    return [`![${title} in ${unit}, over the number of ${over}](${images}/${id}.svg)`, words.join(' ').trim()];
  });
  const content = [`Measured by \`npm run bench\` on ${machine}.`, ...parts].join('\n\n');
  return replaceBetweenMarkers(growthDocument, 'growth', content);
}
