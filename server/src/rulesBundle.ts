/** What is loaded once the client was greeted: the rules, and what knows the same tables as they. */
export { podSizeShown } from './features/podSize.ts';
export { checkFile } from './rules/run.ts';
