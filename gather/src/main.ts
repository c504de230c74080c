/** What others load of this room: the command line, as a bundle of its own, when it is first needed. */
export { reportOf, type Report } from './report.ts';
export { formatReport, type Format } from './reports/index.ts';
