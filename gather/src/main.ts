/** Entry point that the command line and the reader process of the extension load on demand. */
export { readEntry, type MustGatherFileText } from './mustGatherFileText.ts';
export { createMustGatherReport, type MustGatherReport } from './reports/mustGatherReport.ts';
export { formatReport, type Format } from './reports/index.ts';
export { comparisonOf, compareReports } from './reports/compareMustGathers.ts';
export { formatComparison, type ComparisonFormat } from './reports/formatComparison.ts';
export { differs } from '#core/diagnosis/comparison/compareStates.ts';
