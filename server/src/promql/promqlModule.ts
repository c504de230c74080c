/** Registers support for PromQL in files and in the expressions of PrometheusRules. */
import type { Position } from 'vscode-languageserver';
import type { LanguageModule } from '../engine/languageModule.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import { mentionsKataRules } from '../engine/workspace/prometheusRules.ts';
import { promqlAssistRequest } from '../protocol/promqlAssist.ts';

/** Language module for PromQL. */
export const promqlModule: LanguageModule = {
  id: 'promql',
  files: { extensions: ['promql'] },
  owns: ({ language }) => language === 'promql' || language === 'yaml',
  isChecked: ({ language, documents }) =>
    language === 'promql' || documents.some(({ document }) => mentionsKataRules(document)),
  mayAnswer: (feature, file, _context, position) =>
    (feature === 'completion' || feature === 'hover') && mayHoldPromql(file, position),
  load: async () => (await import('./promqlBundle.ts')).promqlService,
  requests: [promqlAssistRequest],
};

function mayHoldPromql(file: OpenFile, position: Position | undefined): boolean {
  if (file.language === 'promql') return true;
  return (
    position !== undefined &&
    file.documentAt(file.text.offsetAt(position))?.document.text.includes('PrometheusRule') === true
  );
}
