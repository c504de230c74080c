/** Handles statuses in YAML, JSON, and Markdown, and status filters in edge hosting API requests. */
import type { Position } from 'vscode-languageserver';
import { namesEdgeHosting } from '#core/edge/recognizeRequest.ts';
import { mentionsFilter, mentionsStatus } from '#core/explain/mentionsStatus.ts';
import type { LanguageModule } from '../engine/languageModule.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import type { YamlDocument } from '../engine/yaml/yamlDocument.ts';
import { explainStatusRequest } from '../protocol/protocol.ts';
import { mayContainFilter, mayHoldStatus } from './mayContainStatus.ts';
import { listStatusDocuments } from './statusDocuments.ts';

/** Maximum length of a request. Responses can be longer. */
const maxRequestLength = 500_000;

/** The language module for statuses. */
export const statusModule: LanguageModule = {
  id: 'status',
  // Only requests are checked. Responses have hovers.
  files: { extensions: ['json'], owns: isRequest, maxLength: maxRequestLength, isRare: true },
  owns: ({ language }) => language === 'yaml' || language === 'json' || language === 'markdown',
  isChecked: (file) => listStatusDocuments(file).some(({ document }) => mayContainFilter(document)),
  mayAnswer: (feature, file, _context, position) =>
    position !== undefined &&
    ((feature === 'hover' && mayHoldStatusAt(file, position)) ||
      (feature === 'completion' && mayHoldFilterAt(file, position))),
  load: async () => (await import('./statusesBundle.ts')).statusService,
  requests: [explainStatusRequest],
};

/**
 * Returns whether a JSON text is definitely a request that filters by status.
 * @param path path of the file. Its name can also identify the service
 */
function isRequest(text: string, path: string): boolean {
  return mentionsFilter(text) && namesEdgeHosting(text, path);
}

function mayHoldStatusAt(file: OpenFile, position: Position): boolean {
  const { language } = file;
  if (language === 'json' || language === 'markdown') return mentionsStatus(file.text.getText(), language);
  const document = documentAt(file, position);
  return document !== undefined && mayHoldStatus(document);
}

function mayHoldFilterAt(file: OpenFile, position: Position): boolean {
  if (file.language === 'json') return mentionsFilter(file.text.getText());
  const document = documentAt(file, position);
  return document !== undefined && mayContainFilter(document);
}

function documentAt(file: OpenFile, position: Position): YamlDocument | undefined {
  return file.language === 'yaml' ? file.documentAt(file.text.offsetAt(position))?.document : undefined;
}
