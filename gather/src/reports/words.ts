/** Words that the reports share. */
import { timestampOf } from '../../../core/live/time.ts';
import { countWords } from '../../../core/live/words.ts';
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
    ['Files', `${gathered.files}, of which ${gathered.read} were read`],
  ];
}

/** `Nothing wrong was found.`, `2 findings, the likeliest cause first.` */
export function headOf({ findings }: Report): string {
  return findings.length === 0 ? 'Nothing wrong was found in what was gathered.' : `${countWords(findings.length, 'finding')}, the likeliest cause first.`;
}
