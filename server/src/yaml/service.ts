/**
 * Completion by yaml-language-server, used as a library: one YAML document at a time, with exactly the schema of its kind.
 * The only room that imports it. Bundled apart (dist/yaml.js) and loaded when first needed, because loading it takes longer than everything else.
 */
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { CompletionItem, Position } from 'vscode-languageserver-types';
import { getLanguageService, type LanguageService } from 'yaml-language-server';
import { schemas } from '../../../schemas/index.ts';
import { completionSchema, type JsonSchema } from './completionSchema.ts';

/** Completes in the text of one YAML document. */
export interface YamlService {
  /** What may stand at this position of a document of this kind; all positions are in the document's own text. */
  complete(kind: string, text: string, position: Position): Promise<CompletionItem[]>;
}

/** The service for all kinds that have a schema. */
export function createYamlService(onError: (message: string) => void): YamlService {
  const service = start(onError);
  const ready = new Map<string, JsonSchema>(Object.entries<JsonSchema>(schemas).map(([kind, schema]) => [kind, completionSchema(schema)]));
  service.configure({
    completion: true,
    hover: false,
    validate: false,
    schemas: [...ready].map(([kind, schema]) => ({ uri: `osc://schema/${kind}`, fileMatch: [fileOf(kind)], schema })),
  });
  let version = 0;
  return {
    async complete(kind, text, position) {
      if (!ready.has(kind)) return [];
      // One name per kind and a new version each time: the library keeps one parsed document per name, for ever.
      const document = TextDocument.create(`osc://document/${fileOf(kind)}`, 'yaml', ++version, withoutModelines(text));
      try {
        const { items } = await service.doComplete(document, position, false);
        return items;
      } catch (error) {
        // The library does not take every half-written document: one with an alias inside its own anchor overflows its stack.
        onError(`yaml-language-server: ${error instanceof Error ? error.message : String(error)}`);
        return [];
      }
    },
  };
}

function start(onError: (message: string) => void): LanguageService {
  return getLanguageService({
    // Nothing is ever fetched: a schema that we did not hand over does not exist.
    schemaRequestService: (uri) => Promise.reject(new Error(`no schema ${uri} among ${Object.keys(schemas).join(', ')}`)),
    workspaceContext: { resolveRelativePath: (relative) => relative },
    telemetry: {
      send: () => undefined,
      sendTrack: () => undefined,
      sendError: (name, error) => onError(`yaml-language-server: ${name} ${error instanceof Error ? error.message : JSON.stringify(error)}`),
    },
    clientCapabilities: { textDocument: { completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } } } },
  });
}

function fileOf(kind: string): string {
  return `${kind}.yaml`;
}

/** A comment in the file must not choose another schema. Blanks keep all positions. */
function withoutModelines(text: string): string {
  return text.replace(/#[ \t]*yaml-language-server:.*/g, (comment) => ' '.repeat(comment.length));
}
