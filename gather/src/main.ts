/** What others load of this room, as a bundle of its own, when it is first needed: the command line, and the process that reads for the extension. */
export { readEntry, type Entry } from './entry.ts';
export { reportOf, type Report } from './report.ts';
export { formatReport, type Format } from './reports/index.ts';
export { comparisonOf } from './compare.ts';
export { formatComparison, type ComparisonFormat } from './reports/comparison.ts';
export { differs } from '#core/diagnosis/compare.ts';
