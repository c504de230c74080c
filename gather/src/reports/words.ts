/** Words that the reports share. */
import { timestampOf } from '../../../core/live/time.ts';
import { countWords, namesWords } from '../../../core/live/words.ts';
import { packageWords } from '../packages.ts';
import type { Report } from '../report.ts';

/** Name and value, in the order in which they are shown. */
export function factsOf({ summary, gathered }: Report): readonly (readonly [string, string])[] {
  const told = (value: string | undefined): string => value ?? 'not told';
  return [
    ['Taken at', summary.at === undefined ? 'not told' : timestampOf(summary.at)],
    ['OpenShift', told(summary.openShift)],
    ['Sandboxed containers', summary.operator ?? summary.operatorState],
    ['State', summary.kata],
    ['Nodes', summary.nodes === undefined ? 'not told' : String(summary.nodes)],
    ...packageFacts(gathered.packages),
    ['Files', `${gathered.files}, of which ${gathered.read} were read`],
  ];
}

function packageFacts(packages: Report['gathered']['packages']): readonly (readonly [string, string])[] {
  const words = packageWords(packages);
  return words === undefined ? [] : [['Packages', words]];
}

/** `Nothing wrong was found.`, `2 findings, the likeliest cause first.` */
export function headOf({ findings, gathered }: Pick<Report, 'findings' | 'gathered'>): string {
  if (findings.length === 0 && gathered.lacksKata === true) return 'Nothing can be judged: nothing of OpenShift sandboxed containers is in it.';
  return findings.length === 0 ? 'Nothing wrong was found in what was gathered.' : `${countWords(findings.length, 'finding')}, the likeliest cause first.`;
}

/** `Follows from finding 1, it seems.`: ids are for programs. */
export function followsWords({ findings }: Report, follows: readonly string[]): string {
  const numbers = findings.flatMap(({ id }, index) => (follows.includes(id) ? [index + 1] : []));
  return `Follows from ${numbers.length === 1 ? 'finding' : 'findings'} ${namesWords(numbers.map(String), 20)}, it seems.`;
}
